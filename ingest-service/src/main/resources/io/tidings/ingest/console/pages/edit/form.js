/** The form that edits a subscription, and what its fields say. */

import { html, nothing } from "/console/lib/lit-html/lit-html.js";
import { field } from "/console/parts/field.js";
import { GROUPS, MEMBERS, shownIn } from "./members.js";

const PREFIX = "properties.";

/**
 * @param {object} draft see edit/draft.js
 * @param {{typed: (member: object, value: any) => void, json: (text: string) => void,
 *     secret: (path: string, value: string) => void}} on
 */
export function form(draft, on) {
  return html`
    ${GROUPS.map(group => fields(group, draft, on))}
    ${secrets(draft, on)}
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

function fields({ title, open, members }, draft, on) {
  const wrong = members.some(member => errorOf(member, draft) !== undefined);
  const content = members.map(member => memberField(member, draft, on));
  return open
    ? html`<fieldset><legend>${title}</legend>${content}</fieldset>`
    : html`<details ?open=${wrong}><summary>${title}</summary>${content}</details>`;
}

function memberField(member, draft, on) {
  return field({
    label: member.label,
    name: nameOf(member.path),
    help: member.help,
    value: draft.typed[member.path] ?? shownIn(draft.settings, member),
    error: errorOf(member, draft),
    onInput: value => on.typed(member, value),
    ...controls(member),
  });
}

function controls({ kind, choices }) {
  switch (kind) {
    case "flag":
    case "object": return { type: "checkbox" };
    case "lines": return { type: "textarea", rows: 3 };
    case "json": return { type: "textarea", rows: 6 };
    case "choice": return {
      type: "select",
      options: [{ value: "", label: "not set" }, ...choices.map(value => ({ value, label: value }))],
    };
    default: return {};
  }
}

/** What was typed and is no JSON, or the rules of the server that the member breaks. */
function errorOf({ path }, draft) {
  const broken = draft.violations.filter(each => isAt(each.target, PREFIX + path)).map(sentence);
  return draft.malformed[path] ?? (broken.length > 0 ? broken.join(" ") : undefined);
}

function isAt(target, path) {
  return target === path || target?.startsWith(`${path}.`) || target?.startsWith(`${path}[`);
}

/** Returns the rule without the path in front, which the field stands for; a path within the member stays. */
function sentence({ target, message }) {
  const rule = message.startsWith(`${target}: `) ? message.slice(target.length + 2) : message;
  return `${rule.charAt(0).toUpperCase()}${rule.slice(1)}${/[.!?]$/.test(rule) ? "" : "."}`;
}

/** The violations that no field of the form shows. */
export function others(draft) {
  const shown = [...MEMBERS.map(({ path }) => PREFIX + path), ...asked(draft).map(({ path }) => PREFIX + path)];
  return draft.violations.filter(each => !shown.some(path => isAt(each.target, path)));
}

/** The secrets that the server wants again, because they would go to another origin. */
function asked({ violations, secrets: given }) {
  const again = violations
    .filter(({ target, message }) => target && message.includes("must be given again"))
    .map(each => ({ path: each.target.slice(PREFIX.length), rule: sentence(each) }));
  const kept = Object.keys(given).filter(path => !again.some(each => each.path === path));
  return [...again, ...kept.map(path => ({ path, rule: undefined }))];
}

function secrets(draft, on) {
  const wanted = asked(draft);
  return wanted.length === 0 ? nothing : html`
    <fieldset>
      <legend>Secrets to give again</legend>
      ${wanted.map(({ path, rule }) => field({
        label: labelOf(path, draft.settings),
        name: nameOf(path),
        type: "password",
        autocomplete: "new-password",
        value: draft.secrets[path] ?? "",
        error: draft.secrets[path] ? undefined : rule,
        onInput: value => on.secret(path, value),
      }))}
    </fieldset>`;
}

function labelOf(path, settings) {
  const header = /deliveryAttributeMappings\[(\d+)\]/.exec(path);
  const mappings = settings.destination?.properties?.deliveryAttributeMappings ?? [];
  return header
    ? `Value of the header ${mappings[Number(header[1])]?.name ?? header[1]}`
    : "Client secret of the access tokens";
}

function nameOf(path) {
  return `member-${path.replaceAll(/[^A-Za-z0-9]+/g, "-")}`;
}
