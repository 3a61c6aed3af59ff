// A question in words: how it was read, its answer, and the view that asks the same.

import { h } from "./element.js";
import { get, Problem } from "./service.js";
import { sentence } from "./form.js";
import { nearest } from "./nearest.js";
import { address } from "./state.js";
import { VIEWS } from "./views.js";

const KINDS = { unit_costs: "unit-costs", run_costs: "run-costs", tco: "tco" };

// What a question says of itself where nobody asked for it.
const DEFAULTS = {
  currency: "USD",
  workload: "interactive",
  growth: "compound",
  scaling: "fixed",
  virtual_stages: 1,
  sequence_parallel: true,
  flash_attention: true,
  spot_preemption_source: "spot_advisor",
  fiscal_year_start_month: 1,
  options: null,
};

export class Ask {
  // open(state): called with the view that asks what a question asks
  constructor(form, box, open) {
    this.input = form.elements.q;
    this.box = box;
    this.open = open;
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.ask(this.input.value.trim());
    });
  }

  // Show a question; isAll: it is all that is known, and its answer opens a view.
  show(question, { isAll }) {
    this.input.value = question;
    if (question === "") {
      this.shown = "";
      this.box.replaceChildren();
    } else if (this.shown !== question) {
      this.ask(question, isAll ? this.open : () => {});
    }
  }

  async ask(question, open = this.open) {
    this.shown = question;
    if (question === "") {
      this.box.replaceChildren(h("p", { class: "error" }, "Ask something, such as: llama 70b on 8xh100 at aws."));
      return;
    }
    this.box.replaceChildren(h("p", { class: "quiet" }, "Asking…"));
    try {
      const found = await get("v1/ask", [["q", question]]);
      const { state, lost } = asView(found, question);
      this.box.replaceChildren(...told(found, lost));
      if (state !== null && lost.length === 0) {
        open(state);
      }
    } catch (problem) {
      if (!(problem instanceof Problem)) {
        throw problem;
      }
      const again = ({ q }) => {
        this.input.value = q;
        this.ask(q);
      };
      this.box.replaceChildren(h("p", { class: "error" }, sentence(problem.message), ...nearest(problem, "q", again)));
    }
  }
}

function told(found, lost) {
  const sides = found.sides.map((side) => {
    const { state, lost: missing } = asView(side, "");
    const link = state && missing.length === 0 ? h("a", { href: address(state), "data-view": "" }, "Open it here") : null;
    return h("li", {}, side.sentence, " ", link);
  });
  const notes = [
    ...found.assumed.map(sentence),
    ...(found.unread.length > 0 ? [`Not read: ${found.unread.join(", ")}.`] : []),
    ...(lost.length > 0 ? [`The fields below cannot ask for ${lost.join(", ")}: they are as they were.`] : []),
  ];
  return [
    h("p", { class: "reading" }, sentence(found.reading)),
    found.verdict ? h("p", { class: "said" }, sentence(found.verdict)) : "",
    sides.length > 0 ? h("ul", { class: "answers" }, sides) : h("p", { class: "said" }, found.sentence),
    notes.length > 0 ? h("ul", { class: "notes" }, notes.map((note) => h("li", {}, note))) : "",
  ];
}

// The view that asks a question, and the fields of it that the view lacks.
function asView({ kind, question, sides = [] }, words) {
  const view = KINDS[kind];
  if (view === undefined || question.body === null || sides.length > 0) {
    return { state: null, lost: [] };
  }
  const known = new Set(VIEWS[view].fields);
  const values = new Map();
  const lost = [];
  for (const [path, value] of leaves(question.body)) {
    const name = path.split(".").pop();
    if (known.has(name) && DEFAULTS[name] !== value && value !== 0) {
      values.set(name, String(value));
    } else if (!known.has(name) && value && name !== "options" && DEFAULTS[name] !== value) {
      lost.push(path);
    }
  }
  return { state: { view, values, question: words }, lost };
}

// The values of an object by their dotted paths. A list is a value.
function leaves(object, before = "") {
  return Object.entries(object).flatMap(([name, value]) => {
    const path = `${before}${name}`;
    return value !== null && typeof value === "object" && !Array.isArray(value) ? leaves(value, `${path}.`) : [[path, value]];
  });
}
