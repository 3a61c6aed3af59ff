// What a view asks, as it stands in the address: the view, and the parameters of the call.

import { VIEWS, FIRST } from "./views.js";

export const VIEW = "view";
export const QUESTION = "q";

// The view, the question in words, and the values by parameter.
export function read(search) {
  const given = new URLSearchParams(search);
  const name = given.get(VIEW);
  const view = name in VIEWS ? name : FIRST;
  const question = given.get(QUESTION) ?? "";
  given.delete(VIEW);
  given.delete(QUESTION);
  const values = new Map([...given].filter(([, value]) => value !== ""));
  if (values.size === 0 && question === "") {
    return { view, question, values: new Map(Object.entries(VIEWS[view].example)), isExample: true };
  }
  return { view, question, values, isExample: false };
}

// The address of a view, relative to the page.
export function address({ view, question = "", values }) {
  const query = new URLSearchParams([[VIEW, view], ...values]);
  if (question !== "") {
    query.set(QUESTION, question);
  }
  return `?${query}`;
}

// The same question in another view: what both ask is kept, the rest is that of the example.
export function carried({ view, values }, to) {
  const known = new Set(VIEWS[to].fields);
  const kept = [...values].filter(([name]) => known.has(name));
  const found = new Map([...Object.entries(VIEWS[to].required), ...kept]);
  const DAY = 86400;
  const rate = Number(values.get("requests_per_second"));
  const daily = Number(values.get("requests_per_day"));
  if (view === "unit-costs" && to === "tco" && rate > 0) {
    found.set("requests_per_day", String(rate * DAY));
  }
  if (view === "tco" && to === "unit-costs" && daily > 0) {
    found.set("requests_per_second", String(Number((daily / DAY).toPrecision(6))));
  }
  return { view: to, values: found };
}
