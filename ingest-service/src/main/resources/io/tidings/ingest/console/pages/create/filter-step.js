/** The third step: which events the subscription gets, with a trial that the real matcher responds to. */

import { html } from "/console/lib/lit-html/lit-html.js";
import { field } from "/console/parts/field.js";
import { notice } from "/console/parts/notice.js";
import { OPERATORS, VALUE_HELP } from "./conditions.js";
import { ENDPOINT_FIELDS } from "./violations.js";

const MOST_CONDITIONS = 25;

/**
 * @param {{draft: object, check: object, trial: object, set: Function, next: () => void}} options
 *     set(name, value) changes the draft
 */
export function filterStep(options) {
  const { draft, check, trial, next } = options;
  const wrong = Object.keys(check.fields).some(name => !ENDPOINT_FIELDS.includes(name));
  return html`
    <p>Without a filter the subscription gets every event of the topic. All conditions must hold.</p>
    <div class="columns">
      <div>
        ${input(options, "types", "Event types", {
          placeholder: "Order.Placed, Order.Paid",
          help: "Exact names, with commas between them. Empty for every type.",
        })}
        <div class="grid">
          ${input(options, "begins", "Subject begins with", { placeholder: "/orders/" })}
          ${input(options, "ends", "Subject ends with", { placeholder: ".json" })}
        </div>
        ${input(options, "caseSensitive", "Case matters in subjects", { type: "checkbox" })}
        ${conditions(options)}
        ${check.others.map(sentence => notice("error", sentence))}
      </div>
      ${trial.render()}
    </div>
    <div class="actions">
      <button type="button" aria-busy=${check.busy ? "true" : "false"} ?disabled=${wrong} @click=${next}
        >Next: summary</button>
    </div>`;
}

function conditions(options) {
  const { draft, set } = options;
  const add = () => set("conditions", [...draft.conditions, { key: "", operator: "StringIn", value: "" }]);
  return html`
    <fieldset class="conditions">
      <legend>Conditions on members of the event</legend>
      ${draft.conditions.map((condition, i) => row(options, condition, i))}
      ${draft.conditions.length > 0
        ? input(options, "onArrays", "Conditions look into arrays", { type: "checkbox" })
        : html`<p class="muted">None. A condition compares a member such as data.amount with values.</p>`}
      <button type="button" class="secondary outline small" ?disabled=${draft.conditions.length >= MOST_CONDITIONS}
        @click=${add}>Add a condition</button>
    </fieldset>`;
}

function row({ draft, check, trial, set }, condition, i) {
  const change = (member, value) =>
    set("conditions", draft.conditions.map((each, j) => (i === j ? { ...each, [member]: value } : each)));
  const remove = () => set("conditions", draft.conditions.filter((_, j) => i !== j));
  const takes = OPERATORS[condition.operator];
  const error = part => check.of(`condition-${i}-${part}`) || trial.error(`condition-${i}-${part}`);
  return html`
    <fieldset class="condition">
      <legend class="hidden">Condition ${i + 1}</legend>
      ${field({
        label: "Member", name: `key-${i}`, value: condition.key, placeholder: "data.amount", error: error("key"),
        onInput: value => change("key", value),
      })}
      ${field({
        label: "Operator", name: `operator-${i}`, type: "select", value: condition.operator,
        options: Object.keys(OPERATORS).map(value => ({ value, label: value })), error: error("operator"),
        onInput: value => change("operator", value),
      })}
      ${takes === "nothing" ? "" : field({
        label: "Values", name: `value-${i}`, value: condition.value, help: VALUE_HELP[takes], error: error("value"),
        onInput: value => change("value", value),
      })}
      <button type="button" class="secondary outline small" aria-label="Remove condition ${i + 1}"
        @click=${remove}>Remove</button>
    </fieldset>`;
}

function input({ draft, check, trial, set }, name, label, rest) {
  const error = check.of(name) || trial.error(name);
  return field({ label, name, value: draft[name], error, onInput: value => set(name, value), ...rest });
}
