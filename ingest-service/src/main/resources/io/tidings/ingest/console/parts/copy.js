import { html } from "/console/lib/lit-html/lit-html.js";

const SHOWN_MS = 2000;

/** A button that puts a text on the clipboard. */
export function copyButton(text, label = "Copy") {
  return html`<tidings-copy .text=${text} .label=${label}></tidings-copy>`;
}

class CopyButton extends HTMLElement {
  text = "";
  label = "Copy";

  connectedCallback() {
    if (this.firstChild) {
      return;
    }
    const button = document.createElement("button");
    button.type = "button";
    button.className = "copy secondary outline";
    button.textContent = this.label;
    const said = document.createElement("span");
    said.className = "hidden";
    said.setAttribute("role", "status");
    button.addEventListener("click", () => this.copy(button, said));
    this.append(button, said);
  }

  async copy(button, said) {
    const done = await copied(this.text);
    button.textContent = done ? "Copied" : "Select and copy it";
    said.textContent = button.textContent;
    setTimeout(() => {
      button.textContent = this.label;
      said.textContent = "";
    }, SHOWN_MS);
  }
}

/** Browsers have a clipboard only for https and this machine; elsewhere the old command still works. */
async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copiedBySelection(text);
  }
}

function copiedBySelection(text) {
  const area = document.createElement("textarea");
  area.value = text;
  area.className = "hidden";
  (document.querySelector("dialog[open]") ?? document.body).append(area);
  area.select();
  const done = document.execCommand("copy");
  area.remove();
  return done;
}

customElements.define("tidings-copy", CopyButton);
