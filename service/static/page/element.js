// Makes elements: attributes by name, listeners by `on…`, texts and elements as children.

const SVG = "http://www.w3.org/2000/svg";

export function h(tag, attributes = {}, ...children) {
  return filled(document.createElement(tag), attributes, children);
}

export function svg(tag, attributes = {}, ...children) {
  return filled(document.createElementNS(SVG, tag), attributes, children);
}

function filled(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) {
      element.addEventListener(name.slice(2), value);
    } else if (value === true) {
      element.setAttribute(name, "");
    } else if (value !== false && value !== null && value !== undefined) {
      element.setAttribute(name, value);
    }
  }
  element.append(...children.flat(3).filter((child) => child !== null && child !== undefined));
  return element;
}

let count = 0;

// An id that no other element has.
export function newId(stem) {
  count += 1;
  return `${stem}-${count}`;
}

// A button whose text changes for two seconds after it has copied what `text` returns.
export function copyButton(label, text) {
  const button = h("button", { type: "button", class: "quiet" }, label);
  const told = h("span", { class: "unseen", role: "status" });
  button.addEventListener("click", async () => {
    const done = await copied(text());
    button.textContent = done ? "Copied" : "Copying failed";
    told.textContent = button.textContent;
    setTimeout(() => {
      button.textContent = label;
      told.textContent = "";
    }, 2000);
  });
  return h("span", {}, button, told);
}

// Whether a text is in the clipboard now. A page that is not served over TLS has no clipboard.
async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = h("textarea", { class: "unseen", "aria-hidden": "true" });
    area.value = text;
    document.body.append(area);
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    return done;
  }
}
