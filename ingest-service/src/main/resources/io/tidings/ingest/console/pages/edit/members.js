/** The members of a subscription that the form has fields for, and how a field shows them. Pure. */

import { OPERATORS, advancedFilter, conditionOf } from "../create/conditions.js";
import { GROUPS } from "./groups.js";
import { isObject, same, valueAt, withValue } from "./patch.js";

export const MEMBERS = GROUPS.flatMap(group => group.members);

/** Returns the groups of fields for a subscription, by the type of its destination. */
export function groupsOf(properties) {
  const fits = ({ only }) => only === undefined || only.toLowerCase() === typeOf(properties).toLowerCase();
  return GROUPS.filter(fits).map(group => ({ ...group, members: group.members.filter(fits) }));
}

function typeOf({ destination, deliveryConfiguration }) {
  return deliveryConfiguration ? "Queue" : String(destination?.endpointType ?? "WebHook");
}

/** Returns what a GET shows and a PATCH may say: the members that managers decide. */
export function editable({ topic, provisioningState, provisioningError, warnings, status, ...settings }) {
  if (!settings.destination) {
    return settings;
  }
  const { endpointBaseUrl, ...properties } = settings.destination.properties;
  const url = endpointBaseUrl === undefined ? {} : { endpointUrl: endpointBaseUrl };
  return { ...settings, destination: { ...settings.destination, properties: { ...url, ...properties } } };
}

/**
 * Returns the conditions that the advanced filters are; null if they are more than conditions can say, so that only
 * JSON shows them.
 */
export function conditionsIn(document, { path }) {
  const filters = valueAt(document, path) ?? [];
  const exact = each => isObject(each) && Object.hasOwn(OPERATORS, each.operatorType)
    && same(advancedFilter(conditionOf(each)), each);
  return Array.isArray(filters) && filters.every(exact) ? filters.map(conditionOf) : null;
}

/** Returns how a field shows the member: a text, or true or false. */
export function shownIn(document, { path, kind }) {
  const value = valueAt(document, path);
  switch (kind) {
    case "flag": return value === true;
    case "object": return value !== undefined;
    case "lines": return Array.isArray(value) ? value.join("\n") : textOf(value);
    case "list":
    case "statuses": return Array.isArray(value) ? value.join(", ") : textOf(value);
    case "conditions":
    case "json": return value === undefined ? "" : JSON.stringify(value, null, 2);
    default: return textOf(value);
  }
}

function textOf(value) {
  if (value === undefined || value === null) {
    return "";
  }
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/**
 * Returns the document with what was typed. What is not of the member's kind is taken as it is, for the server to say
 * what the member must be.
 *
 * @param {object} base the document before all changes: what is typed back to it is no change
 * @throws {SyntaxError} for JSON that is none
 */
export function withTyped(document, { path, kind, of }, typed, base) {
  const value = valueOf(kind, typed, valueAt(base, path));
  const placed = withValue(document, path, value);
  const whole = of ? completed(placed, of) : placed;
  return value === undefined ? withoutHollow(whole, path, base) : whole;
}

/** Returns the document with an object that has what it must have, or without one that has nothing else. */
function completed(document, { path, fixed }) {
  const object = valueAt(document, path) ?? {};
  const own = Object.fromEntries(Object.entries(object).filter(([name]) => !(name in fixed)));
  return withValue(document, path, hollow(own) ? undefined : { ...fixed, ...object });
}

/** Returns the document without empty objects around a path that the one before all changes lacks. */
function withoutHollow(document, path, base) {
  const around = path.split(".").slice(0, -1).join(".");
  if (around === "") {
    return document;
  }
  const cleared = hollow(valueAt(document, around)) && valueAt(base, around) === undefined
    ? withValue(document, around, undefined)
    : document;
  return withoutHollow(cleared, around, base);
}

function hollow(value) {
  return value === undefined || (isObject(value) && Object.values(value).every(hollow));
}

function valueOf(kind, typed, before) {
  switch (kind) {
    case "flag": return typed;
    case "object": return typed ? before ?? {} : undefined;
    case "number": return typed.trim() === "" ? undefined : numberOf(typed.trim());
    case "lines": return listOf(typed.split("\n"));
    case "list": return listOf(typed.split(","));
    case "statuses": return listOf(typed.split(","))?.map(numberOf);
    case "conditions": return Array.isArray(typed)
      ? (typed.length === 0 ? undefined : typed.map(advancedFilter))
      : valueOf("json", typed, before);
    case "json": return typed.trim() === "" ? undefined : JSON.parse(typed);
    default: return typed.trim() === "" ? (before === "" ? "" : undefined) : typed.trim();
  }
}

function listOf(parts) {
  const given = parts.map(part => part.trim()).filter(part => part !== "");
  return given.length === 0 ? undefined : given;
}

function numberOf(text) {
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
}
