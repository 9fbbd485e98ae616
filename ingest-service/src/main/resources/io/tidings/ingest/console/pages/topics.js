/** A field for the name of a topic, which offers the topics that the token may see. */

import { html } from "/console/lib/lit-html/lit-html.js";
import { ifDefined } from "/console/lib/lit-html/directives/if-defined.js";
import { live } from "/console/lib/lit-html/directives/live.js";
import { untilDone } from "../core/poll.js";
import { nameFilter } from "./topic/name-search.js";

const OFFERED = 50;
const PAUSE_MS = 250;
const RETRY_MS = 2000;

/**
 * @param {string} first the name to begin with
 * @param {(name: string) => void} onChange told when the name is that of a topic that was offered, or was left
 */
export function createTopicChooser(page, first, onChange = () => {}) {
  const chooser = new TopicChooser(page, first, onChange);
  chooser.search();
  return chooser;
}

class TopicChooser {
  #page;
  #onChange;
  #typed;
  #told;
  #offered = [];
  #failure;
  #timer;
  #search = new AbortController();

  constructor(page, first, onChange) {
    this.#page = page;
    this.#onChange = onChange;
    this.#typed = first;
    this.#told = first;
  }

  get name() {
    return this.#typed.trim();
  }

  /** The server searches, so that any number of topics is fine. */
  search() {
    this.#search.abort();
    this.#search = new AbortController();
    const signal = AbortSignal.any([this.#page.signal, this.#search.signal]);
    const query = { $top: OFFERED, $filter: nameFilter(this.name) };
    untilDone(RETRY_MS, async () => {
      const found = await this.#page.api.get("/topics", { query, signal });
      this.#offered = found.value.map(each => each.name);
      this.#show(undefined);
    }, signal, error => this.#show(error.message));
  }

  #show(failure) {
    this.#failure = failure;
    this.#page.update();
  }

  #type(text) {
    this.#typed = text;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.search(), PAUSE_MS);
    if (this.#offered.includes(this.name)) {
      this.#tell();
    }
    this.#page.update();
  }

  #tell() {
    if (this.name !== this.#told) {
      this.#told = this.name;
      this.#onChange(this.name);
    }
  }

  render(id) {
    const error = `${id}-error`;
    return html`
      <div class="field">
        <label for=${id}>Topic</label>
        <input id=${id} name=${id} list="${id}-list" autocomplete="off" spellcheck="false"
          .value=${live(this.#typed)}
          aria-invalid=${ifDefined(this.#failure ? "true" : undefined)}
          aria-describedby=${ifDefined(this.#failure ? error : undefined)}
          @input=${event => this.#type(event.target.value)}
          @change=${() => this.#tell()}>
        <datalist id="${id}-list">${this.#offered.map(name => html`<option value=${name}></option>`)}</datalist>
        ${this.#failure ? html`<small id=${error} class="error">${this.#failure}</small>` : ""}
      </div>`;
  }
}
