// Amounts as horizontal bars in a table, with their total.

import { h, svg } from "../element.js";
import { table } from "../parts.js";

const HEIGHT = 12;

// A bar whose length is a share of the widest.
export function bar(share, kind = "bar") {
  return svg(
    "svg",
    { class: "meter", height: HEIGHT, "aria-hidden": "true", focusable: "false" },
    svg("rect", { class: kind, x: 0, y: 2, height: HEIGHT - 4, rx: 2, width: `${Math.max(share, 0) * 100}%` }),
  );
}

// rows: [label, amount]; written: an amount as text; total: [label, amount] of the last line
export function bars(caption, rows, written, total) {
  const widest = Math.max(...rows.map(([, amount]) => Math.abs(amount)), 1e-12);
  const lines = rows.map(([label, amount]) => [
    label,
    bar(Math.abs(amount) / widest, amount < 0 ? "bar less" : "bar"),
    written(amount),
  ]);
  const found = table(caption, ["Item", "", "USD"], lines, { isHeadUnseen: true });
  found.classList.add("bars");
  if (total) {
    const cells = [h("th", { scope: "row" }, total[0]), h("td", { class: "drawing" }), h("td", { class: "figure" }, written(total[1]))];
    found.querySelector("table").append(h("tfoot", {}, h("tr", {}, cells)));
  }
  return found;
}
