// A text field with a list of suggestions, by the combobox pattern of ARIA 1.2: any text may stand
// in it. Down and Up move through the list, Enter chooses, Escape closes.

import { h, newId } from "./element.js";

const WAIT_MILLISECONDS = 120;

// suggest(text, signal): suggestions with `value` and perhaps `note`.
export function combobox(input, suggest) {
  const list = h("ul", { role: "listbox", id: newId("list"), class: "suggestions", hidden: true });
  const told = h("span", { class: "unseen", role: "status" });
  const attributes = {
    role: "combobox",
    "aria-autocomplete": "list",
    "aria-expanded": "false",
    "aria-controls": list.id,
    autocomplete: "off",
    autocapitalize: "none",
    spellcheck: "false",
  };
  Object.entries(attributes).forEach(([name, value]) => input.setAttribute(name, value));
  const label = document.querySelector(`label[for="${input.id}"]`);
  list.setAttribute("aria-label", label?.textContent ?? input.name);

  let active = -1;
  let timer = 0;
  let asked = null;

  function close() {
    clearTimeout(timer);
    asked?.abort();
    list.hidden = true;
    active = -1;
    input.setAttribute("aria-expanded", "false");
    input.removeAttribute("aria-activedescendant");
    told.textContent = "";
  }

  function mark(place) {
    const items = [...list.children];
    active = (place + items.length) % items.length;
    items.forEach((item, at) => item.setAttribute("aria-selected", String(at === active)));
    items[active].scrollIntoView({ block: "nearest" });
    input.setAttribute("aria-activedescendant", items[active].id);
  }

  function choose(item) {
    input.value = item.dataset.value;
    close();
    input.dispatchEvent(new Event("change", { bubbles: true }));
  }

  async function open(text, then) {
    asked?.abort();
    asked = new AbortController();
    const { signal } = asked;
    let found;
    try {
      found = await suggest(text, signal);
    } catch {
      found = []; // a list that does not come is no reason to stop typing
    }
    if (signal.aborted || document.activeElement !== input) {
      return;
    }
    list.replaceChildren(...found.map(option));
    list.hidden = found.length === 0;
    active = -1;
    input.setAttribute("aria-expanded", String(found.length > 0));
    input.removeAttribute("aria-activedescendant");
    told.textContent = found.length === 0 ? "No suggestions" : `${found.length} suggestions`;
    if (then !== undefined && found.length > 0) {
      mark(then);
    }
  }

  function option({ value, note }) {
    const item = h(
      "li",
      { role: "option", id: newId("option"), "data-value": value, "aria-selected": "false" },
      h("span", {}, value),
      note ? h("small", {}, note) : null,
    );
    item.addEventListener("mousedown", (event) => {
      event.preventDefault(); // the field keeps the focus
      choose(item);
    });
    return item;
  }

  input.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(() => open(input.value.trim()), WAIT_MILLISECONDS);
  });
  input.addEventListener("blur", close);
  input.addEventListener("keydown", (event) => {
    const isOpen = !list.hidden;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      if (isOpen) {
        mark(active < 0 && step < 0 ? -1 : active + step);
      } else {
        open(input.value.trim(), step > 0 ? 0 : -1);
      }
    } else if (event.key === "Enter" && isOpen && active >= 0) {
      event.preventDefault();
      choose(list.children[active]);
    } else if (event.key === "Escape" && isOpen) {
      event.preventDefault();
      close();
    }
  });
  return [list, told];
}
