// What a service costs month by month, and what it would cost otherwise.

import { h } from "../element.js";
import { figure, figures, more, out, section, table } from "../parts.js";
import { bars } from "../charts/bars.js";
import { columns } from "../charts/columns.js";
import { duration, number, percent, whole, words } from "../number.js";
import { get } from "../service.js";
import { drivers } from "../drivers.js";
import { sources } from "../sources.js";
import { sentence } from "../form.js";
import { address } from "../state.js";
import { call } from "../call.js";
import { VIEWS } from "../views.js";

const WAYS = [
  ["On demand", { option: "on_demand" }],
  ["Spot", { option: "spot" }],
  ["Reserved, 1 year", { option: "reserved_1y" }],
  ["Reserved, 3 years", { option: "reserved_3y" }],
  ["The cheapest commitments", { plan: "optimal" }],
  ["Owned", { option: "owned" }],
];

export function title(answer) {
  const [replica] = answer.replicas;
  return `${answer.model} on replicas of ${replica.device_count} × ${answer.device}, ${replica.precision}`;
}

export function monthly(context) {
  const { answer, money } = context;
  const { base, burst } = answer.purchase;
  return [
    headline(answer, money),
    chart(answer, money),
    ways(context),
    bill(answer, money),
    drivers(context),
    sources({ ...context, prices: [base, burst], evidence: [] }),
    call(context),
  ];
}

function headline(answer, money) {
  const { totals, capacity, purchase } = answer;
  const months = answer.months.length;
  const [replica] = answer.replicas;
  return section(
    "The price",
    figures(
      figure("A month, on average", money.about(totals.usd_total / months), {
        isMain: true,
        note: `from ${money.about(answer.months[0].usd_total)} to ${money.about(answer.months.at(-1).usd_total)}`,
      }),
      figure(`In ${months} months`, money.about(totals.usd_total), {
        note: interval(totals, money) || `${money.about(totals.usd_discounted)} discounted`,
      }),
      figure("A million tokens", money.about(totals.usd_per_million_tokens), {
        note: `${money.about(totals.usd_per_request)} a request`,
      }),
      figure("Replicas", `up to ${capacity.peak_replicas}`, {
        note: `${percent(capacity.utilization_fraction)} in use; ${capacity.wait_p99_seconds > 0 ? `99% wait under ${duration(capacity.wait_p99_seconds)}` : "99% do not wait"}`,
      }),
      replica.tpot_seconds
        ? figure("A user gets", `${number(1 / replica.tpot_seconds)} tokens/s`, { note: `first token after ${duration(replica.ttft_seconds)}, fully loaded` })
        : null,
      purchase.saving_usd > 0
        ? figure("Saved by commitments", money.about(purchase.saving_usd), { note: `${percent(purchase.saving_fraction)} of on demand` })
        : null,
    ),
  );
}

function interval({ usd_total_low: low, usd_total_high: high }, money) {
  const found = money.range(low, high);
  return found === "" ? "" : `80% within ${found}`;
}

function chart(answer, money) {
  const { months } = answer;
  const names = [...new Set(months.flatMap((month) => Object.keys(month.line_items_usd)))];
  const parts = names
    .map((name) => ({ name: words(name), amounts: months.map((month) => money.in(month.line_items_usd[name] ?? 0)) }))
    .filter(({ amounts }) => amounts.some((amount) => amount !== 0));
  const lines = answer.alternatives.map((one) => ({ name: one.name, amounts: months.map((_, at) => money.in(one.months[at]?.usd_total ?? NaN)) })).filter(({ amounts }) => amounts.every(Number.isFinite));
  const own = (amount) => money.about(amount * money.rate);
  const rows = months.map((month) => [
    month.month,
    whole(month.requests),
    number(month.replicas),
    percent(month.utilization_fraction),
    money.exact(month.usd_total),
    money.exact(month.usd_cumulative),
  ]);
  return section(
    "The bill, month by month",
    columns({
      title: `The bill of ${months.length} months, from ${money.about(months[0].usd_total)} to ${money.about(months.at(-1).usd_total)}. The table below has the amounts.`,
      labels: months.map(({ month }) => month),
      parts,
      lines,
      short: (amount) => money.short(amount * money.rate),
      about: own,
    }),
    more("The months as a table", table("The months", ["Month", "Requests", "Replicas", "In use", "Cost", "So far"], rows, { numbers: [1, 2, 3, 4, 5] })),
  );
}

function ways({ state, answer, money, signal }) {
  const box = h("div", {}, h("p", { class: "quiet" }, "Asking…"));
  const asked = WAYS.map(async ([name, change]) => {
    const values = changed(state.values, change);
    const fields = ["fields", "totals.usd_total,totals.usd_per_million_tokens,capacity.peak_replicas"];
    try {
      return { name, values, found: await get(VIEWS.tco.path, [...values, fields], { signal }) };
    } catch (problem) {
      return { name, values, problem };
    }
  });
  Promise.all(asked).then((all) => signal.aborted || box.replaceChildren(...side(all, { state, answer, money })));
  return section("Side by side", box);
}

function changed(values, change) {
  const found = new Map(values);
  found.delete("option");
  found.delete("plan");
  Object.entries(change).forEach(([name, value]) => found.set(name, value));
  return found;
}

function side(all, { state, answer, money }) {
  const months = answer.months.length;
  const had = all.filter(({ found }) => found).map(({ name, values, found: { totals } }) => ({ name, values, usd: totals.usd_total, million: totals.usd_per_million_tokens }));
  const others = answer.alternatives.map((one) => ({ name: one.name, usd: one.months.at(-1).usd_cumulative, million: null }));
  const sorted = [...had, ...others].sort((one, other) => one.usd - other.usd);
  const rows = sorted.map((one) => {
    const cells = [
      one.values ? h("a", { href: address({ view: state.view, values: one.values }), "data-view": "" }, one.name) : one.name,
      money.about(one.usd / months),
      money.about(one.usd),
      money.about(one.million),
    ];
    cells.isThis = one.usd === answer.totals.usd_total;
    return cells;
  });
  const missing = all.filter(({ problem }) => problem).map(({ name, problem }) => h("li", {}, h("strong", {}, name), ` ${sentence(problem.message)}`));
  return [
    table("Ways to buy", ["Way to buy", "A month", `In ${months} months`, "A million tokens"], rows, { numbers: [1, 2, 3] }),
    out(missing),
  ];
}

function bill(answer, money) {
  const rows = Object.entries(answer.totals.line_items_usd).filter(([, usd]) => usd !== 0).map(([name, usd]) => [words(name), usd]);
  return section(
    "The bill of all months",
    bars("The bill of all months", rows, money, `Together, ${answer.months.length} months`),
  );
}
