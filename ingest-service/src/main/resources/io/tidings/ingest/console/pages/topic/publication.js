/** How the events of a topic are published. Pure, but for new ids. */

import { jsonError } from "../filter/json-error.js";

const CLOUD = "CloudEventSchemaV1_0";
const CUSTOM = "CustomEventSchema";

/** Returns a random id; a browser has no randomUUID for plain http to another machine. */
export function newId() {
  return [...crypto.getRandomValues(new Uint8Array(8))].map(byte => byte.toString(16).padStart(2, "0")).join("");
}

/** Returns the id under which an event is found; null if Tidings makes one. */
export function eventId(topic, event) {
  if (topic.properties.inputSchema !== CUSTOM) {
    return typeof event?.id === "string" ? event.id : null;
  }
  const member = topic.properties.inputSchemaMapping?.properties?.id?.sourceField;
  const value = member === undefined ? undefined : event?.[member];
  return value === undefined || value === null ? null : String(value);
}

/**
 * Returns the body and its content type. The text of the events is sent as it was typed, so that numbers keep their
 * digits.
 *
 * @param {unknown} parsed the same as an object or an array
 */
export function publication(topic, text, parsed) {
  const several = Array.isArray(parsed);
  if (topic.properties.inputSchema === CLOUD) {
    return { body: text, type: several ? "application/cloudevents-batch+json" : "application/cloudevents+json" };
  }
  return { body: several ? text : `[${text}]`, type: "application/json" };
}

/** A sentence about a text that is not JSON; empty for one that is. */
export function jsonProblem(text) {
  const wrong = jsonError(text);
  return wrong ? `Line ${wrong.line}, column ${wrong.column}: ${wrong.message}.` : "";
}
