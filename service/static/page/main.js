// The page: a view, its form and its answer, as the address says.

import { h } from "./element.js";
import { Form, sentence } from "./form.js";
import { Ask } from "./ask.js";
import { Money } from "./number.js";
import { warnings } from "./parts.js";
import { Problem, get, key } from "./service.js";
import { address, carried, read } from "./state.js";
import { VIEWS } from "./views.js";
import * as serving from "./answers/serving.js";
import * as training from "./answers/training.js";
import * as monthly from "./answers/monthly.js";

const ANSWERS = {
  "unit-costs": { title: serving.title, parts: serving.serving },
  "run-costs": { title: training.title, parts: training.training, refusal: training.refusal },
  tco: { title: monthly.title, parts: monthly.monthly },
};

const one = (id) => document.getElementById(id);
const results = one("results");
const status = one("status");

let state = read(location.search);
let asked = new AbortController();

const form = new Form(one("form"), (values) => go({ view: state.view, values, question: "" }));
const ask = new Ask(one("ask"), one("reading"), go);

// Open a view, as a step that the back button undoes.
function go(next) {
  const to = address(next);
  if (to !== location.search) {
    history.pushState(null, "", to);
  }
  state = { ...next, isExample: false };
  show();
}

function show() {
  const view = VIEWS[state.view];
  one("title").textContent = view.title;
  document.title = `${view.title} – Unitcost`;
  one("example").hidden = !state.isExample;
  one("views").replaceChildren(
    ...Object.entries(VIEWS).map(([name, { label }]) =>
      h("li", {}, h("a", { href: address(carried(state, name)), "data-view": "", "aria-current": name === state.view ? "page" : null }, label)),
    ),
  );
  form.show(view, state.values);
  const isAll = state.values.size === 0;
  ask.show(state.question ?? "", { isAll });
  if (isAll && state.question) {
    asked.abort();
    results.replaceChildren(h("p", { class: "quiet" }, "The answer stands above, with the question."));
    return;
  }
  answer();
}

async function answer() {
  asked.abort();
  asked = new AbortController();
  const { signal } = asked;
  const { view, values } = state;
  results.setAttribute("aria-busy", "true");
  try {
    const found = await get(VIEWS[view].path, [...values], { signal });
    const missing = ANSWERS[view].refusal?.(found);
    if (missing) {
      throw missing;
    }
    const money = new Money(found.converted);
    const title = ANSWERS[view].title(found);
    const context = { answer: found, money, state: { view, values }, signal };
    results.replaceChildren(h("p", { class: "of" }, title), ...[warnings(found.warnings), ...ANSWERS[view].parts(context)].filter(Boolean));
    document.title = `${title} – Unitcost`;
    const [label, value] = ["dt", "dd strong"].map((part) => results.querySelector(`.main ${part}`).textContent);
    form.accept(`${label}: ${value}`);
    status.textContent = `${title}. ${label}: ${value}. ${found.warnings.length} warnings.`;
    results.removeAttribute("aria-busy");
  } catch (problem) {
    if (problem.name !== "AbortError") {
      results.removeAttribute("aria-busy");
      refused(problem);
    }
  }
}

// A figure of another question is never left beside a question that was refused.
function refused(problem) {
  if (!(problem instanceof Problem)) {
    results.replaceChildren(h("p", { class: "refusal" }, "The page cannot show this answer. The call itself works: see /docs."));
    throw problem;
  }
  const isBeside = form.refuse(problem);
  const isKey = problem.status === 401 || problem.status === 403;
  one("access").open ||= isKey;
  results.replaceChildren(
    h(
      "section",
      { class: "refusal", "aria-label": "No answer" },
      h("h2", {}, problem.title),
      h("p", {}, sentence(problem.message), isBeside ? " The field is marked." : ""),
      isBeside || problem.nearest.length === 0 ? null : h("p", {}, `Nearest: ${problem.nearest.slice(0, 5).join(", ")}.`),
      isKey ? h("p", {}, "Put your key into the field API key, at the top.") : null,
      problem.requestId ? h("p", { class: "quiet" }, `Request ${problem.requestId}`) : null,
    ),
  );
  status.textContent = `No answer. ${sentence(problem.message)}`;
}

// Links to views change the page without loading it anew, unless they are opened elsewhere.
document.addEventListener("click", (event) => {
  const link = event.target.closest?.("a[data-view]");
  if (link === null || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) {
    return;
  }
  event.preventDefault();
  const isOther = read(new URL(link.href).search).view !== state.view;
  go(read(new URL(link.href).search));
  if (isOther) {
    one("title").focus();
  } else {
    results.focus();
    results.scrollIntoView({ block: "start" });
  }
});

addEventListener("popstate", () => {
  state = read(location.search);
  show();
});

one("key").value = key.get();
one("access").open = key.get() !== "";
one("key").addEventListener("change", () => {
  key.set(one("key").value.trim());
  show();
});
one("access").addEventListener("submit", (event) => {
  event.preventDefault();
  one("key").blur();
});

show();
