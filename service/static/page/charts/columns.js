// Amounts month by month as columns, whose parts are stacked, and lines of what is beside them.

import { h, svg } from "../element.js";

const HEIGHT = 220;
const BELOW = 22;
const TICKS = 4;
const LABELS = matchMedia("(max-width: 34rem)").matches ? 3 : 6;
const GAP = 0.22;

// Round steps from 0 to the top of an axis.
function ticks(most) {
  const rough = most / TICKS;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].find((one) => one * power >= rough) * power;
  return Array.from({ length: Math.ceil(most / step) + 1 }, (_, index) => index * step);
}

// labels: of the columns; parts: {name, amounts}; lines: {name, amounts}; short, about: texts of an
// amount, for the axis and for the columns
export function columns({ title, labels, parts, lines = [], short, about }) {
  const totals = labels.map((_, at) => parts.reduce((sum, part) => sum + Math.max(part.amounts[at] ?? 0, 0), 0));
  const most = Math.max(...totals, ...lines.flatMap((line) => line.amounts), 1e-9);
  const marks = ticks(most);
  const top = marks.at(-1);
  const y = (amount) => HEIGHT - (amount / top) * (HEIGHT - 8);
  const width = 100 / labels.length;

  const grid = marks.map((mark) => svg("line", { class: "grid", x1: 0, x2: "100%", y1: y(mark), y2: y(mark) }));
  const stacks = labels.map((label, at) => {
    let below = 0;
    const told = [`${label}: ${about(totals[at])}`];
    const rects = parts.map(({ name, amounts }, kind) => {
      const amount = Math.max(amounts[at] ?? 0, 0);
      if (amount === 0) {
        return null;
      }
      told.push(`${name}: ${about(amount)}`);
      const height = (amount / top) * (HEIGHT - 8);
      const rect = svg("rect", {
        class: `part-${kind % 8}`,
        x: `${(at + GAP / 2) * width}%`,
        width: `${(1 - GAP) * width}%`,
        y: y(below) - height,
        height,
      });
      below += amount;
      return rect;
    });
    return svg("g", {}, svg("title", {}, told.join("\n")), rects);
  });
  const others = lines.map(({ name, amounts }, kind) =>
    svg(
      "g",
      {},
      svg("title", {}, name),
      amounts.slice(1).map((amount, at) =>
        svg("line", {
          class: `line-${kind % 3}`,
          x1: `${(at + 0.5) * width}%`,
          x2: `${(at + 1.5) * width}%`,
          y1: y(amounts[at]),
          y2: y(amount),
        }),
      ),
    ),
  );
  const every = Math.ceil(labels.length / LABELS);
  const names = labels.map((label, at) =>
    at % every === 0
      ? svg("text", { class: "tick", x: `${(at + 0.5) * width}%`, y: HEIGHT + 16, "text-anchor": "middle" }, label)
      : null,
  );
  const plot = svg(
    "svg",
    { class: "plot", height: HEIGHT + BELOW, role: "img", "aria-label": title },
    grid,
    stacks,
    others,
    names,
  );
  const axis = svg(
    "svg",
    { class: "axis", width: 64, height: HEIGHT + BELOW, "aria-hidden": "true" },
    marks.map((mark) => svg("text", { class: "tick", x: 58, y: y(mark) + 4, "text-anchor": "end" }, short(mark))),
  );
  return h("figure", { class: "columns" }, h("div", { class: "drawn" }, axis, plot), legend(parts, lines));
}

function legend(parts, lines) {
  const key = (kind, name) =>
    h("li", {}, svg("svg", { width: 12, height: 12, "aria-hidden": "true" }, svg("rect", { class: kind, width: 12, height: 12, rx: 2 })), name);
  return h(
    "ul",
    { class: "legend" },
    parts.map(({ name }, kind) => key(`part-${kind % 8}`, name)),
    lines.map(({ name }, kind) => key(`line-${kind % 3} swatch`, name)),
  );
}
