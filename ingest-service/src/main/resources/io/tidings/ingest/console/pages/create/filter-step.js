/** The third step: which events the subscription gets, with a trial that the real matcher responds to. */

import { html } from "/console/lib/lit-html/lit-html.js";
import { field } from "/console/parts/field.js";
import { notice } from "/console/parts/notice.js";
import { conditionsForm } from "./conditions-form.js";
import { ENDPOINT_FIELDS } from "./violations.js";

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
  return conditionsForm(draft.conditions, rows => set("conditions", rows),
    (i, part) => errorOf(options, `condition-${i}-${part}`),
    input(options, "onArrays", "Conditions look into arrays", { type: "checkbox" }));
}

function errorOf({ check, trial }, name) {
  return check.of(name) || trial.error(name);
}

function input(options, name, label, rest) {
  const { draft, set } = options;
  return field({
    label, name, value: draft[name], error: errorOf(options, name), onInput: value => set(name, value), ...rest,
  });
}
