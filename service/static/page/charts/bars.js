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

// rows: [label, USD]; total: the label of their sum
export function bars(caption, rows, money, total) {
  const amounts = rows.map(([, usd]) => usd);
  const widest = Math.max(...amounts.map(Math.abs), 1e-12);
  const cents = money.cents(amounts);
  const lines = rows.map(([label, usd], place) => [
    label,
    bar(Math.abs(usd) / widest, usd < 0 ? "bar less" : "bar"),
    money.exact(cents[place]),
  ]);
  const found = table(caption, ["Item", "", "USD"], lines, { isHeadUnseen: true });
  found.classList.add("bars");
  const sum = money.exact(cents.reduce((all, usd) => all + usd, 0));
  const cells = [h("th", { scope: "row" }, total), h("td", { class: "drawing" }), h("td", { class: "figure" }, sum)];
  found.querySelector("table").append(h("tfoot", {}, h("tr", {}, cells)));
  return found;
}
