// What else could be had, side by side: other devices, ways to buy and providers.

import { h } from "../element.js";
import { out, section, table } from "../parts.js";
import { range, scale } from "../charts/ranges.js";
import { duration, number, words } from "../number.js";
import { get, post } from "../service.js";
import { sentence } from "../form.js";
import { address } from "../state.js";

const DEVICES = ["h100-sxm-80gb", "h200-sxm-141gb", "b200-sxm", "mi300x", "a100-sxm-80gb", "l40s", "tpu-v6e", "l4"];
const OPTIONS = ["on_demand", "spot", "reserved_1y", "reserved_3y", "owned"];
const LOAD = ["input_tokens", "output_tokens", "requests_per_second", "concurrency", "cached_input_fraction"];
const OBJECTIVES = ["ttft_seconds", "tpot_seconds"];
const MOST_PROVIDERS = 10;
const MOST_OF_A_WAY = 3;
const MOST_CANDIDATES = OPTIONS.length * MOST_PROVIDERS;

// What may vary: a title, the parameter, and the fields of the comparison.
const KINDS = {
  device: { title: "Devices", vary: async (values) => ({ devices: distinct(values.get("device"), DEVICES), ...kept(values, ["provider", "option"]) }) },
  option: { title: "Ways to buy", vary: async (values, answer, signal) => ({ providers: await sellers(answer, signal), options: OPTIONS, ...own(answer), ...kept(values, ["provider", "region"]) }), basis: "any", few },
  provider: { title: "Providers", vary: async (values, answer, signal) => ({ providers: await sellers(answer, signal), ...own(answer), ...kept(values, ["option"]) }) },
};

const distinct = (one, others) => [...new Set([one, ...others].filter(Boolean))];
const own = (answer) => ({ devices: [answer.device], device_counts: [answer.device_count] });
const kept = (values, names) =>
  Object.fromEntries(names.filter((name) => values.has(name)).map((name) => [`${name}s`, [values.get(name)]]));

// The cheapest few of each way to buy, and this answer. Owned devices are nobody's.
function few({ candidates, excluded }, answer) {
  const counts = new Map();
  const isKept = (one) => {
    const before = counts.get(one.option) ?? 0;
    counts.set(one.option, before + 1);
    return before < (one.option === "owned" ? 1 : MOST_OF_A_WAY) || isOf(answer, one);
  };
  const rows = candidates.filter(isKept);
  return { candidates: rows, excluded: excluded.filter((one) => !counts.has(one["purchase.option"])) };
}

async function sellers(answer, signal) {
  const asked = [["device", answer.device], ["limit", "1000"], ["fields", "rows.provider"]];
  const { rows } = await get("v1/catalog/prices", asked, { signal });
  const counts = new Map();
  rows.forEach(({ provider }) => counts.set(provider, (counts.get(provider) ?? 0) + 1));
  const common = [...counts].sort(([, one], [, other]) => other - one).map(([provider]) => provider);
  return distinct(answer.price?.row?.provider, common).slice(0, MOST_PROVIDERS);
}

export function alternatives(context) {
  const box = h("div", {});
  const buttons = Object.entries(KINDS).map(([name, kind]) =>
    h("button", { type: "button", class: "quiet", "aria-pressed": "false", onclick: () => choose(name) }, kind.title),
  );
  function choose(name) {
    Object.keys(KINDS).forEach((one, at) => buttons[at].setAttribute("aria-pressed", String(one === name)));
    box.replaceChildren(h("p", { class: "quiet" }, "Asking…"));
    compared(context, name).then(
      (found) => box.replaceChildren(...found),
      (problem) => problem.name === "AbortError" || box.replaceChildren(h("p", {}, sentence(problem.message))),
    );
  }
  choose("device");
  return section("Side by side", h("p", { class: "buttons", role: "group", "aria-label": "Compare" }, buttons), box);
}

async function compared(context, name) {
  const { state, answer, signal, money } = context;
  const { values } = state;
  const vary = await KINDS[name].vary(values, answer, signal);
  if (values.has("precision")) {
    vary.precisions = [values.get("precision")];
  }
  if (values.has("engine")) {
    vary.engines = [values.get("engine")];
  }
  const numbers = (names) => Object.fromEntries(names.filter((one) => values.has(one)).map((one) => [one, Number(values.get(one))]));
  const body = { model: answer.model, load: numbers(LOAD), slo: numbers(OBJECTIVES), ...numbers(["utilization_fraction"]), vary, limit_count: KINDS[name].few ? MOST_CANDIDATES : 20, catalog: answer.provenance.catalog };
  body.as_of = answer.provenance.as_of;
  body.price_basis = KINDS[name].basis ?? (values.get("option") === "owned" ? "owned" : "rented");
  if (values.has("workload")) {
    body.workload = values.get("workload");
  }
  const every = await post("v1/comparisons", body, { signal });
  const found = { ...every, ...KINDS[name].few?.(every, answer) };
  const isNowhere = name === "option" && found.candidates.length > 0 && !found.candidates.some((one) => isOf(answer, one));
  const note = h("p", { class: "quiet" }, "None of these has the price of this answer.");
  return [drawn(found, { name, state, answer, money }), isNowhere ? note : "", out(items(found))];
}

function drawn(found, { name, state, answer, money }) {
  if (found.candidates.length === 0) {
    return h("p", {}, "None of them can be had.");
  }
  const figure = found.objective;
  const ends = (one) => [one[`${figure}_low`] ?? one[figure], one[figure], one[`${figure}_high`] ?? one[figure]];
  const place = scale(found.candidates.flatMap(ends));
  const rows = found.candidates.map((one) => {
    const isThis = isOf(answer, one);
    const cells = [
      [h("a", { href: address({ view: state.view, values: changed(state.values, one, name) }), "data-view": "" }, shown(one, name)), h("small", {}, ` ${beside(one, name)}${isThis ? ": this answer" : ""}`)],
      range(place, ...ends(one)),
      money.about(one[figure]),
      money.about(one.usd_per_month),
      one.tpot_seconds ? `${number(1 / one.tpot_seconds)}` : "–",
      duration(one.ttft_seconds),
    ];
    cells.isThis = isThis;
    return cells;
  });
  const price = words(figure.replace(/^usd_per_/, "")).toLowerCase();
  return table(KINDS[name].title, [KINDS[name].title, "80% interval", `A ${price}`, "A month", "Tokens/s a user", "First token"], rows, { numbers: [2, 3, 4, 5] });
}

// Whether a candidate is what the answer is of: the same devices at the same price.
function isOf({ device, device_count: count, unit_costs: costs }, one) {
  return one.device === device && one.device_count === count && Math.abs(one.usd_per_hour / costs.usd_per_hour - 1) < 1e-6;
}

function shown(one, name) {
  if (name === "device") {
    return `${one.device_count} × ${one.device}`;
  }
  return name === "option" ? words(one.option) : one.provider;
}

// What else decides the price of a candidate, as the service chose it.
function beside(one, name) {
  const provider = name === "provider" ? one.region : one.provider;
  const option = name === "option" || one.option === "on_demand" ? null : words(one.option).toLowerCase();
  const basis = one.price_basis === "table" ? null : one.price_basis;
  return [provider, option, basis].filter(Boolean).join(", ");
}

function changed(values, one, name) {
  const found = new Map(values).set(name, one[name]);
  if (name === "option" && one.provider && one.option !== "owned") {
    found.set("provider", one.provider);
  }
  if (name === "device") {
    found.delete("device_count");
  }
  return found;
}

// Those that are out, with the reason.
const items = (found) =>
  found.excluded.map(({ refusal, refusal_detail: detail, ...varied }) =>
    h("li", {}, h("strong", {}, Object.values(varied).join(" ")), ` ${sentence(detail ?? refusal)}`),
  );
