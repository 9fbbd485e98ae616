/** Somebody else has changed the subscription meanwhile: shows both versions. */

import { html } from "/console/lib/lit-html/lit-html.js";
import { jsonView } from "/console/parts/json.js";
import { notice } from "/console/parts/notice.js";
import { table } from "/console/parts/table.js";
import { valueView } from "./changes-view.js";
import { differences } from "./draft.js";
import { editable } from "./members.js";
import { leaves, patchOf, valueAt } from "./patch.js";

/**
 * @param {object} draft see edit/draft.js
 * @param {{resource: object}} newer
 * @param {{again: () => void, discard: () => void}} on
 */
export function conflict(draft, { resource }, on) {
  const theirs = editable(resource.properties);
  return html`
    ${notice("warning", html`<p><strong>Somebody else has changed the subscription meanwhile.</strong>
      Nothing of yours is saved yet.</p>`)}
    ${table({
      caption: "What differs",
      columns: [
        { head: "Member", cell: row => html`<code>${row}</code>` },
        { head: "Before", cell: row => valueView(valueAt(draft.base, row)), wide: true },
        { head: "Theirs", cell: row => valueView(valueAt(theirs, row)), wide: true },
        { head: "Yours", cell: row => valueView(valueAt(draft.settings, row)), wide: true },
      ],
      rows: paths(draft, theirs),
      key: row => row,
    })}
    <div class="actions">
      <button type="button" @click=${on.again}>Make my changes to their version</button>
      <button type="button" class="secondary" @click=${on.discard}>Discard my changes</button>
    </div>
    <details>
      <summary>Both versions as JSON</summary>
      <h3>Theirs</h3>${jsonView(theirs, "Their version")}
      <h3>Yours</h3>${jsonView(draft.settings, "Your version")}
    </details>`;
}

/** The members that one of the two has changed. */
function paths(draft, theirs) {
  const both = [...leaves(patchOf(draft.base, theirs)), ...differences(draft)];
  return [...new Set(both.map(each => each.path))].sort();
}
