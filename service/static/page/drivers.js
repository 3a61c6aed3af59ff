// The assumptions that move an answer most, each with the answer at the ends of its range.

import { h } from "./element.js";
import { section, table } from "./parts.js";
import { range, scale } from "./charts/ranges.js";
import { number, words } from "./number.js";
import { get } from "./service.js";
import { VIEWS } from "./views.js";

const MOST = 6;
const DIGITS = 4; // A sequence of 4,096 tokens is written out.

// A part of the page that is filled when the service has asked the question again for each end.
export function drivers({ state, money, signal }) {
  const box = h("div", {}, h("p", { class: "quiet" }, "Asking…"));
  const asked = [...state.values, ["drivers", "true"], ["fields", "drivers"]];
  get(VIEWS[state.view].path, asked, { signal }).then(
    (answer) => box.replaceChildren(...[drawn(answer.drivers ?? [], money)].flat()),
    (problem) => problem.name === "AbortError" || box.replaceChildren(h("p", {}, problem.message)),
  );
  return section("What drives it", box);
}

function drawn(found, money) {
  if (found.length === 0) {
    return h("p", {}, "Nothing that was taken by default moves it much.");
  }
  const shown = found.slice(0, MOST);
  const place = scale(shown.flatMap((one) => [one.usd, one.usd_at_low, one.usd_at_high]));
  const rows = shown.map((one) => {
    const known = [one.usd_at_low, one.usd_at_high].filter((usd) => usd !== null);
    return [
      [named(one), h("small", {}, ` ${number(one.value, DIGITS)}; ${number(one.low, DIGITS)} to ${number(one.high, DIGITS)} ${one.unit}`)],
      range(place, Math.min(one.usd, ...known), one.usd, Math.max(one.usd, ...known)),
      `${end(one.usd_at_low, money)} … ${end(one.usd_at_high, money)}`,
    ];
  });
  const figure = shown[0].figure.startsWith("usd_per_") ? words(shown[0].figure.replace(/^usd_/, "")) : "The cost";
  return [
    h("p", { class: "quiet" }, `${figure} at the ends of each range; the dot is this answer.`),
    table("What drives it", ["Taken by default", "", "At low … at high"], rows),
  ];
}

// What it is, as a label. Its unit stands behind it.
const named = ({ name }) => name.replace(/^the /, "").replace(/^./, (letter) => letter.toUpperCase());

const end = (usd, money) => (usd === null ? "no answer" : money.about(usd));
