// What answers are made of: sections, figures, tables, warnings, links.

import { h, newId } from "./element.js";
import { at } from "./service.js";
import { sentence } from "./form.js";

const SHOWN_WARNINGS = 3;

// A part of the page with a heading. Empty where it has nothing to tell.
export function section(title, ...children) {
  const id = newId("section");
  return h("section", { class: "card", "aria-labelledby": id }, h("h2", { id }, title), ...children);
}

// A figure with its name, a note below it and perhaps a drawing.
export function figure(label, value, { note = null, drawing = null, isMain = false } = {}) {
  return h(
    "div",
    { class: isMain ? "figure-box main" : "figure-box" },
    h("dt", {}, label),
    h("dd", {}, h("strong", {}, value), drawing, note ? h("small", {}, note) : null),
  );
}

export const figures = (...children) => h("dl", { class: "figures" }, ...children);

// A table with a caption for those who cannot see it. Cells that are texts of numbers stand right.
export function table(caption, heads, rows, { isHeadUnseen = false, numbers = [] } = {}) {
  const right = new Set(numbers.length > 0 ? numbers : [heads.length - 1]);
  const head = h(
    "thead",
    { class: isHeadUnseen ? "unseen" : null },
    h("tr", {}, heads.map((name, place) => h("th", { scope: "col", class: right.has(place) ? "figure" : rows[0]?.[place] instanceof SVGElement ? "drawing" : null }, name))),
  );
  const lines = rows.map((cells) =>
    h(
      "tr",
      { class: cells.isThis ? "this" : null, "aria-current": cells.isThis ? "true" : null },
      cells.map((cell, place) => {
        const isDrawing = cell instanceof SVGElement;
        const kind = isDrawing ? "drawing" : right.has(place) ? "figure" : null;
        return place === 0 ? h("th", { scope: "row" }, cell) : h("td", { class: kind }, cell);
      }),
    ),
  );
  const found = h("table", {}, h("caption", { class: "unseen" }, caption), head, h("tbody", {}, lines));
  return h("div", { class: "scrolled", tabindex: "0", role: "region", "aria-label": caption }, found);
}

// The warnings of an answer, the first of them open to the eye.
export function warnings(texts) {
  if (texts.length === 0) {
    return null;
  }
  const items = (some) => h("ul", {}, some.map((text) => h("li", {}, sentence(text))));
  const rest = texts.slice(SHOWN_WARNINGS);
  const more = h("details", {}, h("summary", {}, `${rest.length} more`), items(rest));
  return h(
    "section",
    { class: "warnings", "aria-label": "Warnings" },
    items(texts.slice(0, SHOWN_WARNINGS)),
    rest.length > 0 ? more : null,
  );
}

// What can be opened: a table or a list that not everybody reads.
export function more(title, ...children) {
  return h("details", { class: "more" }, h("summary", {}, title), ...children);
}

// What could not be had, as items of a list; empty where all could.
export function out(items) {
  return items.length === 0 ? "" : more(`${items.length} ${items.length === 1 ? "is" : "are"} out`, h("ul", {}, items));
}

// A link to a row of the catalogue.
export function rowLink(table, id, release) {
  const path = `v1/catalog/${table}/${id.split("/").map(encodeURIComponent).join("/")}`;
  return h("a", { href: at(path, [["catalog", release]]) }, h("code", {}, id));
}

// A text with a link, where it is the address of one.
export function sourced(text) {
  return /^https:\/\/\S+$/.test(text ?? "") ? h("a", { href: text, rel: "noreferrer" }, text) : (text ?? "–");
}
