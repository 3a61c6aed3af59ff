// Intervals as lines between two ends, with a mark at the value itself.

import { svg } from "../element.js";

const HEIGHT = 16;
const LOGARITHMIC_FROM = 20;
const MARGIN = 0.02;

// The place of a value between the least and the most, from 0 to 1.
export function scale(values) {
  const known = values.filter((value) => Number.isFinite(value));
  const least = Math.min(...known);
  const most = Math.max(...known);
  const isLog = least > 0 && most / least > LOGARITHMIC_FROM;
  const on = isLog ? Math.log : (value) => value;
  const length = on(most) - on(least) || 1;
  return (value) => MARGIN + (1 - 2 * MARGIN) * ((on(value) - on(least)) / length);
}

// A line from low to high and a dot at the value, on a scale.
export function range(place, low, value, high) {
  const at = (number) => `${(place(number) * 100).toFixed(2)}%`;
  const middle = HEIGHT / 2;
  return svg(
    "svg",
    { class: "meter", height: HEIGHT, "aria-hidden": "true", focusable: "false" },
    svg("line", { class: "track", x1: 0, x2: "100%", y1: middle, y2: middle }),
    svg("line", { class: "range", x1: at(low), x2: at(high), y1: middle, y2: middle }),
    svg("circle", { class: "dot", cx: at(value), cy: middle, r: 4 }),
  );
}
