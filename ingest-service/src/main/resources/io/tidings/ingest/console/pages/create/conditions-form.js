/** The rows of conditions, for the forms that create and edit a subscription. */

import { html, nothing } from "/console/lib/lit-html/lit-html.js";
import { field } from "/console/parts/field.js";
import { OPERATORS, VALUE_HELP } from "./conditions.js";

const MOST = 25;
const NEW = { key: "", operator: "StringIn", value: "" };

/**
 * @param {import("./conditions.js").Condition[]} conditions
 * @param {(conditions: object[]) => void} onChange told of each change
 * @param {(i: number, part: "key" | "operator" | "value") => string | undefined} error what is wrong with a part of one
 * @param {unknown} [below] stands under the rows, if there are any
 */
export function conditionsForm(conditions, onChange, error, below = nothing) {
  const change = (i, part) => onChange(conditions.map((each, j) => (i === j ? { ...each, ...part } : each)));
  return html`
    <fieldset class="conditions">
      <legend>Conditions on members of the event</legend>
      ${conditions.map((condition, i) => row(condition, i, part => error(i, part), {
        change: part => change(i, part),
        remove: () => onChange(conditions.filter((_, j) => i !== j)),
      }))}
      ${conditions.length > 0
        ? below
        : html`<p class="muted">None. A condition compares a member such as data.amount with values.</p>`}
      <button type="button" class="secondary outline small" ?disabled=${conditions.length >= MOST}
        @click=${() => onChange([...conditions, NEW])}>Add a condition</button>
    </fieldset>`;
}

function row({ key, operator, value }, i, error, { change, remove }) {
  const takes = OPERATORS[operator];
  return html`
    <fieldset class="condition">
      <legend class="hidden">Condition ${i + 1}</legend>
      ${field({
        label: "Member", name: `key-${i}`, value: key, placeholder: "data.amount", error: error("key"),
        onInput: typed => change({ key: typed }),
      })}
      ${field({
        label: "Operator", name: `operator-${i}`, type: "select", value: operator,
        options: Object.keys(OPERATORS).map(each => ({ value: each, label: each })), error: error("operator"),
        onInput: chosen => change({ operator: chosen }),
      })}
      ${takes === "nothing" ? "" : field({
        label: "Values", name: `value-${i}`, value, help: VALUE_HELP[takes], error: error("value"),
        onInput: typed => change({ value: typed }),
      })}
      <button type="button" class="secondary outline small" aria-label="Remove condition ${i + 1}"
        @click=${remove}>Remove</button>
    </fieldset>`;
}
