// The call that made an answer, and the links to share it.

import { h, copyButton } from "./element.js";
import { section } from "./parts.js";
import { at, getText, key } from "./service.js";
import { address } from "./state.js";
import { VIEWS } from "./views.js";

const FORMS = [["json", "JSON"], ["csv", "CSV"], ["xlsx", "Workbook"], ["markdown", "Markdown"]];
const PICTURES = { tco: [["svg", "Picture"]] };

const quoted = (text) => `'${text.replace(/'/g, "'\\''")}'`;

// The command that asks the same. The key is named, and never shown.
export function curl(url) {
  const secret = key.get() === "" ? "" : ' -H "authorization: Bearer $UNITCOST_KEY"';
  return `curl -s ${quoted(url.href)}${secret}`;
}

export function call({ state, answer, signal }) {
  const view = VIEWS[state.view];
  const url = at(view.path, state.values);
  const { catalog, as_of: day } = answer.provenance;
  const pinned = new Map([...state.values, ["catalog", catalog], ["as_of", day]]);
  const link = (values) => new URL(address({ view: state.view, values }), document.baseURI).href;
  const forms = [...FORMS, ...(PICTURES[state.view] ?? [])];
  const said = h("p", { class: "said" }, " ");
  getText(view.path, [...state.values, ["format", "text"]], { signal }).then(
    (text) => said.replaceChildren(text.trim()),
    () => said.remove(),
  );
  return section(
    "Share and check",
    said,
    h(
      "p",
      { class: "buttons" },
      copyButton("Copy the sentence", () => said.textContent.trim()),
      copyButton("Copy the link", () => link(state.values)),
      copyButton("Copy the link with today's prices kept", () => link(pinned)),
    ),
    h("h3", {}, "The call that made it"),
    h("pre", { tabindex: "0", "aria-label": "The call as a command" }, h("code", {}, curl(url))),
    h(
      "p",
      { class: "buttons" },
      copyButton("Copy the command", () => curl(url)),
      forms.map(([form, name]) => h("a", { class: "button", href: at(view.path, [...state.values, ["format", form]]) }, name)),
    ),
    h(
      "p",
      { class: "quiet" },
      `Release ${catalog}, prices of ${day}, engine ${answer.provenance.engine_version}.`,
    ),
  );
}
