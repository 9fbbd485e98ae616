import { html } from "/console/lib/lit-html/lit-html.js";
import { meaning } from "../core/terms.js";

/** A word with a tooltip that explains it; opens on hover, focus and touch, and closes with Escape. */
export function term(word, text = meaning(word)) {
  return text ? html`<tidings-term .word=${word} .text=${text}></tidings-term>` : html`${word}`;
}

let count = 0;

class Term extends HTMLElement {
  #word = "";
  #text = "";
  #button;
  #tip;

  set word(word) {
    this.#word = String(word);
    this.#show();
  }

  set text(text) {
    this.#text = String(text);
    this.#show();
  }

  connectedCallback() {
    if (this.#button) {
      return;
    }
    this.#button = document.createElement("button");
    this.#button.type = "button";
    this.#button.className = "term";
    this.#tip = document.createElement("span");
    this.#tip.id = `term-${++count}`;
    this.#tip.className = "tip";
    this.#tip.setAttribute("role", "tooltip");
    this.#tip.popover = "manual";
    this.#button.setAttribute("aria-describedby", this.#tip.id);
    this.append(this.#button, this.#tip);
    this.#show();
    this.#listen();
  }

  #show() {
    if (this.#button) {
      this.#button.textContent = this.#word;
      this.#tip.textContent = this.#text;
    }
  }

  #listen() {
    for (const opening of ["mouseenter", "focusin", "click"]) {
      this.addEventListener(opening, () => this.#open());
    }
    for (const closing of ["mouseleave", "focusout"]) {
      this.addEventListener(closing, () => this.#close());
    }
    this.addEventListener("keydown", event => {
      if (event.key === "Escape" && this.#tip.matches(":popover-open")) {
        event.preventDefault(); // a dialog around it stays open
        this.#close();
      }
    });
  }

  /** Below the word, or above it where there is no room, and never beyond the edge of the window. */
  #open() {
    if (this.#tip.matches(":popover-open")) {
      return;
    }
    this.#tip.showPopover();
    const word = this.#button.getBoundingClientRect();
    const tip = this.#tip.getBoundingClientRect();
    const below = word.bottom + tip.height + 8 < innerHeight;
    this.#tip.style.top = `${below ? word.bottom + 4 : Math.max(4, word.top - tip.height - 4)}px`;
    this.#tip.style.left = `${Math.max(4, Math.min(word.left, innerWidth - tip.width - 4))}px`;
  }

  #close() {
    if (this.#tip.matches(":popover-open")) {
      this.#tip.hidePopover();
    }
  }
}

customElements.define("tidings-term", Term);
