// What a token costs: prices, speeds, the bill of a month, and what else could be had.

import { h } from "../element.js";
import { figure, figures, more, section, table } from "../parts.js";
import { bars } from "../charts/bars.js";
import { range, scale } from "../charts/ranges.js";
import { duration, number, percent, whole, words } from "../number.js";
import { alternatives } from "./alternatives.js";
import { drivers } from "../drivers.js";
import { sources } from "../sources.js";
import { call } from "../call.js";

const HOURS_PER_MONTH = 730;

// The prices that an answer may have, those that decide first.
const PRICES = [
  ["usd_per_million_output_tokens", "A million output tokens"],
  ["usd_per_million_input_tokens", "A million input tokens"],
  ["usd_per_image", "An image"],
  ["usd_per_audio_hour", "An hour of audio"],
  ["usd_per_document", "A document"],
  ["usd_per_million_cached_input_tokens", "A million cached input tokens"],
  ["usd_per_million_tokens", "A million tokens, in and out"],
  ["usd_per_million_output_tokens_all_in", "A million output tokens, the whole bill"],
  ["usd_per_request", "A request"],
  ["usd_per_hour", "An hour"],
];

const BASES = {
  measured: "measured",
  interpolated: "between measurements",
  modelled: "modelled, with no measurement of this",
};

export function title(answer) {
  return `${answer.model} on ${answer.device_count} × ${answer.device}, ${answer.precision}`;
}

export function serving(context) {
  const { answer, money } = context;
  return [
    headline(answer, money),
    bill(answer, money),
    alternatives(context),
    drivers(context),
    details(answer, money),
    sources({ ...context, prices: [answer.price], evidence: answer.performance.evidence, measured: answer.power.evidence, measuredOf: "Measurements of power" }),
    call(context),
  ];
}

// The prices that are there, with their intervals.
const priced = (costs) => PRICES.filter(([name]) => costs[name] !== null).map(([name, label]) => [name, label, costs[name], costs[`${name}_low`], costs[`${name}_high`]]);

function headline(answer, money) {
  const { performance, unit_costs: costs, price } = answer;
  const shown = priced(costs).slice(0, 2).map(([, label, value, low, high], at) =>
    figure(label, money.about(value), {
      isMain: at === 0,
      note: interval(money, low, high),
      drawing: high > low ? range(scale([low, high, 0, high * 1.1]), low, value, high) : null,
    }),
  );
  const speed = performance.tpot_seconds
    ? figure("A user gets", `${number(1 / performance.tpot_seconds)} tokens/s`, {
        note: `first token after ${duration(performance.ttft_seconds)}`,
      })
    : figure("A request waits", duration(performance.ttft_seconds));
  return section(
    "The price",
    figures(
      shown,
      speed,
      figure("A month", money.about(costs.usd_per_hour * HOURS_PER_MONTH), {
        note: `${money.about(costs.usd_per_hour)} an hour, ${where(price)}`,
      }),
      figure("In use", percent(performance.utilization_fraction), { note: used(performance) }),
    ),
  );
}

function interval(money, low, high) {
  const found = money.range(low, high);
  return found === "" ? "the rate of requests alone decides" : `80% within ${found}`;
}

function used({ output_tokens_per_second: speed, requests_per_second: most, served_requests_per_second: served, basis }) {
  const text = served && speed ? `${number(served)} of ${number(most)} requests a second` : speed ? `${whole(speed)} output tokens a second` : `${number(served)} of ${number(most)} requests a second`;
  return `${text}; ${BASES[basis] ?? basis}`;
}

function where(price) {
  if (!price?.row) {
    return price?.basis === "estimate" ? "estimated" : words(price?.option ?? "").toLowerCase();
  }
  return [price.row.provider, price.row.region, words(price.option).toLowerCase()].filter(Boolean).join(" ");
}

function bill(answer, money) {
  const rows = answer.line_items.map((item) => [words(item.name), item.usd_per_hour * HOURS_PER_MONTH]);
  const { price } = answer;
  const found = price?.selection ? `The price is ${price.selection} USD a device-hour.` : null;
  return section(
    "The bill of a month",
    bars("The bill of a month", rows, money, "Together, 730 hours"),
    found ? h("p", { class: "quiet" }, found) : null,
  );
}

function details(answer, money) {
  const { performance, power, memory, efficiency, unit_costs: costs, at_full_use: full } = answer;
  const rows = priced(costs).map(([name, label, value, low, high]) => [
    label,
    money.about(value),
    money.range(low, high) || "–",
    full[name] === null || full[name] === undefined ? "–" : money.about(full[name]),
  ]);
  const facts = [
    ["Output tokens a second", whole(performance.output_tokens_per_second), span(performance)],
    ["Requests in flight", number(performance.concurrency), ""],
    ["Time to first token, 99% within", duration(performance.ttft_p99_seconds), ""],
    ["Time per token", duration(performance.tpot_seconds), performance.tpot_p99_seconds ? `99% within ${duration(performance.tpot_p99_seconds)}` : ""],
    ["Layout", layout(performance), `${performance.replica_count} replicas`],
    ["What bounds it", words(performance.bound ?? "–"), words(performance.regime ?? "")],
    ["Power of a device", `${number(power.device_watts)} W`, `${number(power.facility_watts)} W at the meter`],
    ["Energy of an output token", `${number(efficiency.joules_per_output_token)} J`, `${number(efficiency.grams_co2e_per_million_output_tokens)} g CO₂e a million`],
    ["Memory of a replica", `${number(memory?.weights_gibibytes)} GiB weights`, `${number(memory?.kv_cache_gibibytes)} GiB KV cache, ${number(memory?.free_gibibytes)} free`],
  ];
  return section(
    "Every figure",
    table("Prices", ["Price of", "", "80% interval", "At full use"], rows, { numbers: [1, 2, 3] }),
    more("Speed, power and memory", table("Speed, power and memory", ["Figure", "", ""], facts, { numbers: [1, 2], isHeadUnseen: true })),
  );
}

const span = ({ output_tokens_per_second_low: low, output_tokens_per_second_high: high }) => (high ? `80% within ${whole(low)} to ${whole(high)}` : "");

function layout(performance) {
  const parts = ["tensor", "data", "expert", "pipeline"].map((kind) => [kind, performance[`${kind}_parallel`]]);
  return parts.filter(([, count]) => count > 1).map(([kind, count]) => `${kind} ${count}`).join(", ") || "one device";
}
