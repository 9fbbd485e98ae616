/** What somebody has changed, with the values before and after. */

import { html } from "/console/lib/lit-html/lit-html.js";
import { differences, givenSecrets } from "./draft.js";

/** @param {object} draft see edit/draft.js */
export function changesView(draft) {
  return html`
    <ul>${differences(draft).map(({ path, before, after }) => html`
      <li><code>${path}</code>: ${valueView(before)} → ${valueView(after)}</li>`)}
      ${givenSecrets(draft).map(path => html`<li><code>${path}</code>: a new secret</li>`)}</ul>`;
}

export function valueView(value) {
  return value === undefined ? "not set" : html`<code>${JSON.stringify(value)}</code>`;
}
