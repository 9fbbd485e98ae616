/** A declared event type, as the form holds it and as the body of a PUT. Pure. */

import { split, written } from "../create/conditions.js";
import { jsonProblem } from "./publication.js";

/** @param {object} [type] as the server shows it; without it the draft is empty, but for a name */
export function typeDraft(type, name = "") {
  const { description = "", deprecated = false, dataSchema } = type?.properties ?? {};
  return {
    name: type?.name ?? name, description, deprecated,
    schema: dataSchema === undefined ? "" : JSON.stringify(dataSchema, null, 2),
  };
}

/** A sentence about a schema that is not JSON; empty for one that is, or for none. */
export const schemaProblem = ({ schema }) => (schema.trim() === "" ? "" : jsonProblem(schema));

/** @param {object} [type] before, whose other members stay */
export function typeBody(draft, type) {
  const { description, deprecated, dataSchema, ...others } = type?.properties ?? {};
  return {
    properties: {
      ...others,
      ...(draft.description.trim() === "" ? {} : { description: draft.description.trim() }),
      ...(draft.deprecated ? { deprecated: true } : {}),
      ...(draft.schema.trim() === "" ? {} : { dataSchema: JSON.parse(draft.schema) }),
    },
  };
}

/** The types that a form offers: the declared ones that are not deprecated, and those that are only published. */
export function offeredTypes(declared, seen) {
  const names = declared.filter(each => !each.properties.deprecated).map(each => each.name);
  return [...new Set([...names, ...seen.map(each => each.type)])].sort();
}

/** Adds a type to a list with commas between its names, or takes it out. */
export function toggled(text, type) {
  const names = split(text);
  return (names.includes(type) ? names.filter(each => each !== type) : [...names, type]).map(written).join(", ");
}
