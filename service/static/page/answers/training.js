// What a training run costs under every way of buying its capacity.

import { h } from "../element.js";
import { figure, figures, more, out, section, table } from "../parts.js";
import { bars } from "../charts/bars.js";
import { range, scale } from "../charts/ranges.js";
import { duration, number, percent, whole, words } from "../number.js";
import { drivers } from "../drivers.js";
import { sources } from "../sources.js";
import { Problem } from "../service.js";
import { sentence } from "../form.js";
import { address } from "../state.js";
import { call } from "../call.js";

const SECONDS_PER_HOUR = 3600;

export function title(answer) {
  return `${answer.model} on ${answer.device_count} × ${answer.device}, ${answer.precision}`;
}

// The refusal of a run that nobody sells: the service answers such a question without any option.
export function refusal({ options, unavailable }) {
  if (options.length > 0) {
    return null;
  }
  const [first] = unavailable;
  const nearest = /^(.*) \(nearest: (.*)\)$/.exec(first.reason);
  return new Problem({
    title: "No way to buy this",
    detail: nearest?.[1] ?? first.reason,
    field: first.field,
    nearest: nearest?.[2].split(", ") ?? [],
  });
}

export function training(context) {
  const { answer, money } = context;
  const best = chosen(answer);
  return [
    headline(answer, best, money),
    options(context, best),
    bill(best, money),
    drivers(context),
    details(answer, best),
    sources({ ...context, prices: answer.options.map((one) => one.price), evidence: [], measured: answer.compute.evidence }),
    call(context),
  ];
}

const chosen = (answer) => answer.options.find((one) => one.option === answer.cheapest_option) ?? answer.options[0];

function headline(answer, best, money) {
  const { usd } = best;
  const { mean, p10, p90 } = best.wall_clock_hours_distribution;
  const hours = (value) => duration(value * SECONDS_PER_HOUR);
  return section(
    "The price",
    figures(
      figure(`The run, ${words(best.option).toLowerCase()}`, money.about(usd.mean), {
        isMain: true,
        note: `80% within ${money.range(usd.p10, usd.p90) || money.about(usd.mean)}; ${[best.provider, best.region].filter(Boolean).join(" ")}`,
        drawing: range(scale([0, usd.p10, usd.p90 * 1.1]), usd.p10, usd.mean, usd.p90),
      }),
      figure("It takes", hours(mean), { note: `80% within ${hours(p10)} to ${hours(p90)}` }),
      figure("Tokens a second", whole(answer.compute.tokens_per_second), {
        note: `MFU ${percent(answer.compute.mfu_fraction)}, ${answer.compute.mfu_basis}`,
      }),
      figure("Device-hours", number(best.device_hours), { note: `goodput ${percent(best.goodput_fraction, 3)}` }),
    ),
  );
}

function options({ answer, money, state }, best) {
  const place = scale(answer.options.flatMap(({ usd }) => [usd.p10, usd.p90]));
  const rows = [...answer.options]
    .sort((one, other) => one.usd.mean - other.usd.mean)
    .map((one) => {
      const values = new Map(state.values).set("option", one.option);
      const link = h("a", { href: address({ view: state.view, values }), "data-view": "" }, words(one.option));
      const cells = [
        [link, h("small", {}, ` ${[one.provider, one.region, one.estimated && "estimated"].filter(Boolean).join(" ")}`)],
        range(place, one.usd.p10, one.usd.mean, one.usd.p90),
        money.about(one.usd.mean),
        money.about(one.paid_usd),
        duration(one.wall_clock_hours * SECONDS_PER_HOUR),
        money.about(one.usd_per_device_hour),
      ];
      cells.isThis = one === best;
      return cells;
    });
  return section(
    "Side by side",
    table("Ways to buy", ["Way to buy", "80% interval", "Mean", "Paid", "Takes", "A device-hour"], rows, { numbers: [2, 3, 4, 5] }),
    out(answer.unavailable.map((one) => h("li", {}, h("strong", {}, words(one.option)), ` ${sentence(one.reason)}`))),
  );
}

function bill(best, money) {
  const rows = best.line_items.filter((item) => item.usd !== 0).map((item) => [words(item.name), item.usd]);
  return section(
    "The bill of the run",
    bars("The bill of the run", rows, money, `Together, ${words(best.option).toLowerCase()}`),
  );
}

function details({ compute, memory, layout }, best) {
  const facts = [
    ["Model FLOPs", compute.model_flops.toExponential(3), ""],
    ["Productive device-hours", number(compute.productive_device_hours), `80% within ${number(compute.productive_device_hours_low)} to ${number(compute.productive_device_hours_high)}`],
    ["Checkpoints", duration(best.checkpoint_interval_seconds), `${number(best.checkpoint_gigabytes)} GB each`],
    ["Interruptions", number(best.interruptions), `${number(best.preemptions)} by spot`],
    ["Energy", `${number(best.energy_kilowatt_hours)} kWh`, `${number(best.kilograms_co2e)} kg CO₂e`],
    ["Memory of a device", `${number(memory?.used_gibibytes)} GiB used`, `of ${number(memory?.capacity_gibibytes)} GiB`],
    ["Layout", `ZeRO ${layout.zero_stage}, tensor ${layout.tensor_parallel}, pipeline ${layout.pipeline_parallel}, data ${layout.data_parallel}`, `recompute ${layout.recompute}`],
  ];
  return section("Every figure", more("Time, memory and layout", table("Time, memory and layout", ["Figure", "", ""], facts, { numbers: [1, 2], isHeadUnseen: true })));
}
