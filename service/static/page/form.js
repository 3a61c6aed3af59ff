// The form of a view: its fields with their values, and what the service refuses beside them.

import { h, newId } from "./element.js";
import { FIELDS, labelOf } from "./fields.js";
import { combobox } from "./combobox.js";
import { SUGGESTIONS } from "./suggestions.js";
import { nearest } from "./nearest.js";
import { plain } from "./typed.js";

const CLOSED = "More";
const NUMBERS = "Numbers may be written as 200k, 1.5M, 15T or 5%.";

export class Form {
  // changed(values): called after a value has changed.
  constructor(element, changed) {
    this.element = element;
    this.changed = changed;
    this.inputs = new Map();
    this.further = new Map();
    element.addEventListener("submit", (event) => {
      event.preventDefault();
      this.changed(this.values());
    });
    element.addEventListener("change", () => this.changed(this.values()));
  }

  // Show the fields of a view with values. Parameters without a field stand below them.
  show(view, values) {
    if (this.view !== view) {
      this.view = view;
      this.inputs.clear();
      this.element.replaceChildren(h("p", { class: "quiet" }, NUMBERS), ...view.groups.map((group) => this.#group(...group)), this.#rest(), submit(), h("a", { class: "peek", href: "#results", hidden: true }));
    }
    for (const [name, input] of this.inputs) {
      put(input, values.get(name) ?? "");
      this.#unmark(input);
    }
    this.further = new Map([...values].filter(([name]) => !this.inputs.has(name)));
    this.#showFurther();
    for (const group of this.element.querySelectorAll("details")) {
      group.open ||= [...group.querySelectorAll("input, select")].some((input) => input.value !== "");
    }
  }

  // What is asked: the values that are given, numbers as the service reads them.
  values() {
    const given = [...this.inputs].map(([name, input]) => {
      const text = input.value.trim();
      return [name, FIELDS[name].kind === "number" && text !== input.dataset.put ? plain(text) : text];
    });
    return new Map([...given, ...this.further].filter(([, value]) => value !== ""));
  }

  // Show a refusal beside the field that it names. Returns whether there is such a field.
  refuse(problem) {
    this.element.querySelector(".peek").hidden = true;
    const name = this.#named(problem.field);
    const input = this.inputs.get(name);
    if (input === undefined) {
      return false;
    }
    const told = this.element.querySelector(`#${input.dataset.error}`);
    input.setAttribute("aria-invalid", "true");
    told.replaceChildren(h("span", {}, sentence(problem.message)), ...nearest(problem, name, (chosen) => this.set(chosen)));
    const group = input.closest("details");
    if (group !== null) {
      group.open = true;
    }
    return true;
  }

  // Put values into fields, and ask again.
  set(chosen) {
    for (const [name, value] of Object.entries(chosen)) {
      put(this.inputs.get(name), value);
    }
    this.inputs.get(Object.keys(chosen)[0]).focus();
    this.changed(this.values());
  }

  // Show that the service takes the values, with its answer in short for who sees the form alone.
  accept(short) {
    this.inputs.forEach((input) => this.#unmark(input));
    const peek = this.element.querySelector(".peek");
    peek.textContent = `${short} ↓`;
    peek.hidden = false;
  }

  #named(field) {
    const name = field?.split(".").pop().replace(/\[\d+\]$/, "");
    return /^purchases?$/.test(name) ? "option" : name;
  }

  #unmark(input) {
    input.removeAttribute("aria-invalid");
    this.element.querySelector(`#${input.dataset.error}`).replaceChildren();
  }

  #group(title, names) {
    const fields = h("div", { class: "fields" }, names.map((name) => this.#field(name)));
    if (title === CLOSED) {
      return h("details", { class: "group" }, h("summary", {}, title), fields);
    }
    return h("fieldset", { class: "group" }, h("legend", {}, title), fields);
  }

  #field(name) {
    const field = FIELDS[name];
    const id = newId(name);
    const error = newId("error");
    const input = control(field, { id, name, "data-error": error, "aria-describedby": error }, this.view.unset?.[name]);
    const label = h("label", { for: id }, field.label, field.isNeeded ? h("span", { class: "needed" }, " (needed)") : null);
    this.inputs.set(name, input);
    const box = h("div", { class: field.isWide || field.kind === "name" ? "field wide" : "field" }, label, input);
    if (field.kind === "name") {
      const suggest = SUGGESTIONS[field.suggest];
      box.append(...combobox(input, (text, signal) => suggest(text, this.values(), signal)));
      box.querySelector("[role=listbox]").setAttribute("aria-label", field.label);
    }
    box.append(h("p", { id: error, class: "error", role: "alert" }));
    return box;
  }

  #rest() {
    return h("div", { class: "further", hidden: true });
  }

  #showFurther() {
    const box = this.element.querySelector(".further");
    box.hidden = this.further.size === 0;
    const parts = [...this.further].map(([name, value]) => {
      const remove = () => {
        this.further.delete(name);
        this.changed(this.values());
      };
      const label = `Leave out ${labelOf(name)}`;
      return h("li", {}, h("code", {}, `${name} = ${value}`), h("button", { type: "button", class: "quiet", "aria-label": label, onclick: remove }, "×"));
    });
    box.replaceChildren(h("p", {}, "Also asked:"), h("ul", {}, parts));
  }
}

// unset: what it means in this view that nothing is chosen
function control(field, attributes, unset) {
  if (field.kind === "choice") {
    const named = (value, label) => (value === "" ? (unset ?? label) : label);
    return h("select", attributes, field.choices.map(([value, label]) => h("option", { value }, named(value, label))));
  }
  return h("input", {
    ...attributes,
    type: field.type ?? "text",
    inputmode: field.kind === "number" ? "decimal" : null,
    autocomplete: "off",
    placeholder: field.empty,
    "aria-required": field.isNeeded ? "true" : null,
  });
}

// Put a value into a control. A choice may have another one than those that are listed.
function put(input, value) {
  if (input.tagName === "SELECT" && ![...input.options].some((option) => option.value === value)) {
    input.append(h("option", { value }, value));
  }
  input.value = value;
  input.dataset.put = value; // as it is asked: nobody typed it
}

const submit = () => h("button", { type: "submit" }, "Answer");

// A detail of the service as a sentence. Names, which have more than letters, stay as they are.
export function sentence(text) {
  const found = /^[a-z]+[ ,:']/.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text;
  return /[.!?]$/.test(found) ? found : `${found}.`;
}
