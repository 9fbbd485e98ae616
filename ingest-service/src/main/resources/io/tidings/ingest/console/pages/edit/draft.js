/**
 * What somebody has typed into the form, and what the server says of it. Pure: each change makes a new draft.
 */

import { secretsWithRows, withRows } from "./headers.js";
import { editable, withTyped } from "./members.js";
import { isEmpty, leaves, patchOf, patched, valueAt, withValue } from "./patch.js";

/**
 * @typedef {object} Draft
 * @property {object} base the settings as the server has them
 * @property {string} etag of that version
 * @property {object} settings with the changes
 * @property {Object<string, any>} typed what fields show as it was typed, by path
 * @property {Object<string, string>} malformed why what was typed is no JSON, by path
 * @property {Object<string, string>} secrets that were typed, by path; never shown
 * @property {string} json the settings as text
 * @property {string | null} jsonError why that text is none
 * @property {{target?: string, message: string}[]} violations of the server
 */

/** @returns {Draft} without changes */
export function draftOf({ properties }, etag) {
  const base = editable(properties);
  const text = { typed: {}, malformed: {}, secrets: {}, json: textOf(base), jsonError: null };
  return { base, etag, settings: base, ...text, violations: [] };
}

/** The draft after something was typed into a field. */
export function afterTyping(draft, member, value) {
  const typed = { ...draft.typed, [member.path]: value };
  const { [member.path]: _, ...malformed } = draft.malformed;
  try {
    const settings = withTyped(draft.settings, member, value, draft.base);
    return { ...draft, typed, malformed, settings, json: textOf(settings), jsonError: null };
  } catch (error) {
    return { ...draft, typed, malformed: { ...malformed, [member.path]: `This is no JSON: ${error.message}.` } };
  }
}

/** The draft after the text was changed. The fields show what it says. */
export function afterJson(draft, json) {
  try {
    const settings = JSON.parse(json);
    if (typeof settings !== "object" || settings === null || Array.isArray(settings)) {
      return { ...draft, json, jsonError: "The properties are an object in braces." };
    }
    return { ...draft, json, jsonError: null, settings, typed: {}, malformed: {} };
  } catch (error) {
    return { ...draft, json, jsonError: `This is no JSON: ${error.message}.` };
  }
}

/** The draft with other headers. */
export function withHeaders(draft, rows) {
  const settings = withRows(draft.settings, rows);
  const secrets = secretsWithRows(draft.secrets, rows);
  return { ...draft, settings, secrets, json: textOf(settings), jsonError: null };
}

export function withSecret(draft, path, value) {
  return { ...draft, secrets: { ...draft.secrets, [path]: value } };
}

/** Whether all that was typed can be sent to the server. */
export function readable({ malformed, jsonError }) {
  return isEmpty(malformed) && jsonError === null;
}

/** The changes as a PATCH says them, without secrets. */
export function changes({ base, settings }) {
  return patchOf(base, settings);
}

/**
 * The members that are changed, without secrets.
 *
 * @returns {{path: string, before: unknown, after: unknown}[]} undefined stands for a member that is not there
 */
export function differences(draft) {
  return leaves(changes(draft)).map(({ path }) =>
    ({ path, before: valueAt(draft.base, path), after: valueAt(draft.settings, path) }));
}

export function changed(draft) {
  return !isEmpty(bodyOf(draft).properties);
}

/** The paths of the secrets that were typed. */
export function givenSecrets({ secrets }) {
  return Object.keys(secrets).filter(path => secrets[path] !== "");
}

/** The body of the PATCH. */
export function bodyOf(draft) {
  const complete = givenSecrets(draft)
    .reduce((settings, path) => withValue(settings, path, draft.secrets[path]), draft.settings);
  return { properties: patchOf(draft.base, complete) };
}

/** The same changes to a newer version. */
export function rebased(draft, resource, etag) {
  const fresh = draftOf(resource, etag);
  const settings = patched(fresh.base, changes(draft));
  return { ...fresh, settings, secrets: draft.secrets, json: textOf(settings) };
}

function textOf(settings) {
  return JSON.stringify(settings, null, 2);
}
