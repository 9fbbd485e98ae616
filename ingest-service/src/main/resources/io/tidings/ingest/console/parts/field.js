import { html, nothing } from "/console/lib/lit-html/lit-html.js";
import { live } from "/console/lib/lit-html/directives/live.js";
import { ifDefined } from "/console/lib/lit-html/directives/if-defined.js";

/**
 * A labelled input with its help and its error.
 *
 * @param {object} options
 * @param {string} options.label
 * @param {string} options.name unique on the page
 * @param {string} [options.type] of the input; also "select", "textarea" and "checkbox"
 * @param {string | boolean} options.value
 * @param {(value: any) => void} options.onInput told of each change: a text, or for a checkbox true or false
 * @param {unknown} [options.help]
 * @param {string} [options.error] why the value cannot stay
 * @param {{value: string, label: string}[]} [options.options] of a select
 * @param {boolean} [options.hideLabel] leaves the label to screen readers
 */
export function field(options) {
  const { label, name, type = "text", help, error, hideLabel } = options;
  const described = [error ? `${name}-error` : "", help ? `${name}-help` : ""].join(" ").trim() || undefined;
  const labelled = html`<label for=${name} class=${hideLabel ? "hidden" : ""}>${label}</label>`;
  const control = controlOf(type, { ...options, described, invalid: error ? "true" : undefined });
  return html`
    <div class="field">
      ${type === "checkbox" ? html`${control} ${labelled}` : html`${labelled} ${control}`}
      ${error ? html`<small id="${name}-error" class="error">${error}</small>` : nothing}
      ${help ? html`<small id="${name}-help">${help}</small>` : nothing}
    </div>`;
}

function controlOf(type, options) {
  switch (type) {
    case "select": return selectOf(options);
    case "textarea": return areaOf(options);
    case "checkbox": return checkboxOf(options);
    default: return inputOf(type, options);
  }
}

function inputOf(type, options) {
  const { name, value, onInput, placeholder, required, disabled, autocomplete = "off", min, max, step } = options;
  return html`<input id=${name} name=${name} type=${type} .value=${live(value ?? "")}
    placeholder=${ifDefined(placeholder)} autocomplete=${autocomplete} spellcheck="false"
    min=${ifDefined(min)} max=${ifDefined(max)} step=${ifDefined(step)}
    ?required=${required} ?disabled=${disabled}
    aria-invalid=${ifDefined(options.invalid)} aria-describedby=${ifDefined(options.described)}
    @input=${event => onInput?.(event.target.value)}>`;
}

function selectOf({ name, value, onInput, options, disabled, invalid, described }) {
  return html`<select id=${name} name=${name} ?disabled=${disabled}
    aria-invalid=${ifDefined(invalid)} aria-describedby=${ifDefined(described)}
    @change=${event => onInput?.(event.target.value)}>
    ${options.map(each => html`<option value=${each.value} .selected=${live(each.value === value)}
      >${each.label}</option>`)}
  </select>`;
}

function areaOf({ name, value, onInput, rows = 8, placeholder, disabled, invalid, described }) {
  return html`<textarea id=${name} name=${name} rows=${rows} .value=${live(value ?? "")} spellcheck="false"
    placeholder=${ifDefined(placeholder)} ?disabled=${disabled}
    aria-invalid=${ifDefined(invalid)} aria-describedby=${ifDefined(described)}
    @input=${event => onInput?.(event.target.value)}></textarea>`;
}

function checkboxOf({ name, value, onInput, disabled, described }) {
  return html`<input id=${name} name=${name} type="checkbox" .checked=${live(Boolean(value))}
    ?disabled=${disabled} aria-describedby=${ifDefined(described)}
    @change=${event => onInput?.(event.target.checked)}>`;
}
