/** A field for the name of a topic, which offers the topics that the token may see. */

import { html } from "/console/lib/lit-html/lit-html.js";
import { ifDefined } from "/console/lib/lit-html/directives/if-defined.js";
import { live } from "/console/lib/lit-html/directives/live.js";

const OFFERED = 50;
const PAUSE_MS = 250;

/**
 * @param {string} first the name to begin with
 * @param {(name: string) => void} onChange told when the name is that of a topic that was offered, or was left
 */
export function createTopicChooser(page, first, onChange = () => {}) {
  const state = { name: first, told: first, offered: [], failure: undefined };
  let timer;

  /** The server searches, so that any number of topics is fine. */
  async function search() {
    const text = state.name.trim();
    const late = () => page.signal.aborted || state.name.trim() !== text;
    const filter = text === "" ? undefined : `contains(name,'${text.replaceAll("'", "''")}')`;
    try {
      const found = await page.api.get("/topics", {
        query: { $top: OFFERED, $filter: filter },
        signal: page.signal,
      });
      if (!late()) {
        state.offered = found.value.map(each => each.name);
        state.failure = undefined;
      }
    } catch (error) {
      if (!late()) {
        state.failure = error.message;
      }
    }
    page.update();
  }

  function tell(name) {
    if (name !== state.told) {
      state.told = name;
      onChange(name);
    }
  }

  function typed(text) {
    state.name = text;
    clearTimeout(timer);
    timer = setTimeout(search, PAUSE_MS);
    if (state.offered.includes(text.trim())) {
      tell(text.trim());
    }
    page.update();
  }

  search();
  return {
    get name() {
      return state.name.trim();
    },
    render: id => html`
      <div class="field">
        <label for=${id}>Topic</label>
        <input id=${id} name=${id} list="${id}-list" autocomplete="off" spellcheck="false"
          .value=${live(state.name)}
          aria-invalid=${ifDefined(state.failure ? "true" : undefined)}
          aria-describedby=${ifDefined(state.failure ? `${id}-error` : undefined)}
          @input=${event => typed(event.target.value)}
          @change=${event => tell(event.target.value.trim())}>
        <datalist id="${id}-list">${state.offered.map(name => html`<option value=${name}></option>`)}</datalist>
        ${state.failure ? html`<small id="${id}-error" class="error">${state.failure}</small>` : ""}
      </div>`,
  };
}
