// What a refusal says is nearest, as buttons.

import { h } from "./element.js";
import { words } from "./number.js";

const MOST = 5;
const PRICE = /^([^/]+)\/([^/]+)\/.+\/([^/]+)\/\d{4}-\d{2}-\d{2}$/;

// A nearest value in words, and the values of fields that it stands for. The id of a price stands
// for its purchase.
function meant(value, name) {
  const [, provider, region, option] = PRICE.exec(value) ?? [];
  return provider === undefined
    ? [value, { [name]: value }]
    : [`${provider} ${region}, ${words(option).toLowerCase()}`, { provider, region, option }];
}

// choose(values): called with the values of fields that are chosen; name: the field that was refused
export function nearest(problem, name, choose) {
  const choices = new Map(problem.nearest.map((value) => meant(value, name)));
  if (choices.size === 0) {
    return [];
  }
  const buttons = [...choices].slice(0, MOST).map(([label, values]) =>
    h("button", { type: "button", class: "suggestion", onclick: () => choose(values) }, label),
  );
  return [h("span", { class: "nearest" }, "Did you mean ", buttons)];
}
