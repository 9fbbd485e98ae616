/** The form that edits a subscription, and what its fields say. */

import { html } from "/console/lib/lit-html/lit-html.js";
import { field } from "/console/parts/field.js";
import { notice } from "/console/parts/notice.js";
import { conditionsForm } from "../create/conditions-form.js";
import { errorAt, errorOf } from "./errors.js";
import { headersForm } from "./headers-form.js";
import { MAPPINGS } from "./headers.js";
import { conditionsIn, groupsOf, shownIn } from "./members.js";
import { same, valueAt } from "./patch.js";

/**
 * @param {object} draft see edit/draft.js
 * @param {{typed: (member: object, value: any) => void, json: (text: string) => void,
 *     secret: (path: string, value: string) => void, headers: (rows: object[]) => void}} on
 */
export function form(draft, on) {
  return html`
    ${groupsOf(draft.settings).map(group => fields(group, draft, on))}
    <details ?open=${draft.jsonError !== null}>
      <summary>The whole subscription as JSON</summary>
      ${field({
        label: "Properties",
        name: "json",
        type: "textarea",
        rows: 24,
        value: draft.json,
        error: draft.jsonError ?? undefined,
        help: "The fields above and this text show the same. Secrets are null, and stay as they are.",
        onInput: on.json,
      })}
    </details>`;
}

function fields({ title, open, headers, members }, draft, on) {
  const content = headers
    ? headersForm(draft, on.headers, path => errorAt(path, draft))
    : members.map(member => memberField(member, draft, on));
  const needed = headers
    ? errorAt(MAPPINGS, draft) !== undefined || touched(MAPPINGS, draft)
    : members.some(member => errorOf(member, draft) !== undefined || touched(member.path, draft));
  return open
    ? html`<fieldset><legend>${title}</legend>${content}</fieldset>`
    : html`<details ?open=${needed}><summary>${title}</summary>${content}</details>`;
}

/** What somebody has changed stays open. */
function touched(path, { base, settings, typed, secrets }) {
  return path in typed || path in secrets || !same(valueAt(settings, path), valueAt(base, path));
}

/** @type {Object<string, string[]>} the members of an advanced filter that a part of a condition stands for */
const PARTS = { key: ["key"], operator: ["operatorType"], value: ["value", "values"] };

function conditionsField(member, rows, draft, on) {
  const error = (i, part) => PARTS[part]
    .map(name => errorAt(`${member.path}[${i}].${name}`, draft))
    .find(each => each !== undefined);
  const placed = rows.some((_, i) => Object.keys(PARTS).some(part => error(i, part) !== undefined));
  const whole = placed ? undefined : errorOf(member, draft);
  return html`
    ${conditionsForm(rows, changed => on.typed(member, changed), error)}
    ${whole ? notice("error", whole) : ""}`;
}

/** The conditions that are typed, or those of the subscription; null if JSON shows them. */
function conditionRows(member, { typed, settings }) {
  const rows = typed[member.path] ?? conditionsIn(settings, member);
  return Array.isArray(rows) ? rows : null;
}

function memberField(member, draft, on) {
  const rows = member.kind === "conditions" ? conditionRows(member, draft) : null;
  return rows === null ? plainField(member, draft, on) : conditionsField(member, rows, draft, on);
}

function plainField(member, draft, on) {
  return field({
    label: member.label,
    name: nameOf(member.path),
    help: member.help,
    placeholder: member.byDefault,
    error: errorOf(member, draft),
    ...(member.kind === "secret" ? secretControl(member, draft, on) : control(member, draft, on)),
  });
}

function secretControl({ path }, draft, on) {
  return {
    type: "password",
    autocomplete: "new-password",
    value: draft.secrets[path] ?? "",
    onInput: value => on.secret(path, value),
  };
}

function control(member, draft, on) {
  return {
    value: draft.typed[member.path] ?? shownIn(draft.settings, member),
    onInput: value => on.typed(member, value),
    ...controls(member),
  };
}

function controls({ kind, choices, byDefault }) {
  switch (kind) {
    case "flag":
    case "object": return { type: "checkbox" };
    case "lines": return { type: "textarea", rows: 3 };
    case "conditions":
    case "json": return { type: "textarea", rows: 6 };
    case "choice": return {
      type: "select",
      options: [
        { value: "", label: byDefault ? `not set: ${byDefault}` : "not set" },
        ...choices.map(value => ({ value, label: value })),
      ],
    };
    default: return {};
  }
}

function nameOf(path) {
  return `member-${path.replaceAll(/[^A-Za-z0-9]+/g, "-")}`;
}
