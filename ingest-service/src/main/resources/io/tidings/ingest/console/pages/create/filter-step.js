/** The third step: which events the subscription gets, with a trial that the real matcher responds to. */

import { html, nothing } from "/console/lib/lit-html/lit-html.js";
import { field } from "/console/parts/field.js";
import { notice } from "/console/parts/notice.js";
import { toggled } from "../topic/event-type-draft.js";
import { split } from "./conditions.js";
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
        ${typeButtons(options)}
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

/** The types that the topic declares, or that were published lately. */
function typeButtons({ draft, types, set }) {
  const chosen = split(draft.types);
  return types.length === 0 ? nothing : html`
    <p class="actions" role="group" aria-label="Event types of the topic">
      ${types.map(type => html`
        <button type="button" class="secondary outline small" aria-pressed=${chosen.includes(type) ? "true" : "false"}
          @click=${() => set("types", toggled(draft.types, type))}>${type}</button>`)}
    </p>`;
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
