/** The rows of headers in the form. */

import { html } from "/console/lib/lit-html/lit-html.js";
import { field } from "/console/parts/field.js";
import { KINDS, pathsOf, rowsOf } from "./headers.js";

const NEW = { name: "", kind: "text", value: "" };

const HELP = {
  text: undefined,
  secret: "It is never shown. Leave it empty to keep it.",
  field: "Such as data.customer.",
};

/**
 * @param {object} draft see edit/draft.js
 * @param {(rows: import("./headers.js").Row[]) => void} onRows told of each change
 * @param {(path: string) => string | undefined} errorAt says which rule a member breaks
 */
export function headersForm(draft, onRows, errorAt) {
  const rows = rowsOf(draft.settings, draft.secrets);
  const change = (index, part) => onRows(rows.map((row, i) => i === index ? { ...row, ...part } : row));
  return html`
    ${rows.map((row, i) => rowForm(row, i, errorAt, {
      change: part => change(i, part),
      remove: () => onRows(rows.filter((_, at) => at !== i)),
    }))}
    <button type="button" class="secondary outline" @click=${() => onRows([...rows, NEW])}>Add a header</button>`;
}

function rowForm({ name, kind, value }, index, errorAt, { change, remove }) {
  const paths = pathsOf(index, kind);
  const number = index + 1;
  return html`
    <div class="header-row" role="group" aria-label="Header ${number}">
      ${field({
        label: `Name of header ${number}`, name: `header-${index}-name`, value: name,
        error: errorAt(paths.name), onInput: typed => change({ name: typed }),
      })}
      ${field({
        label: `What header ${number} holds`, name: `header-${index}-kind`, type: "select", options: KINDS, value: kind,
        error: errorAt(paths.kind), onInput: chosen => change({ kind: chosen, value: "" }),
      })}
      ${field({
        label: kind === "field" ? `Member for header ${number}` : `Value of header ${number}`,
        name: `header-${index}-value`,
        type: kind === "secret" ? "password" : "text",
        autocomplete: kind === "secret" ? "new-password" : "off",
        value,
        help: HELP[kind],
        error: errorAt(paths.value),
        onInput: typed => change({ value: typed }),
      })}
      <button type="button" class="secondary outline" @click=${remove}>Remove header ${number}</button>
    </div>`;
}
