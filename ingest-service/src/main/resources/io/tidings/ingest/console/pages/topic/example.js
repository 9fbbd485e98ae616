/** Events in the schema of a topic: examples, and how they are published. */

const CLOUD = "CloudEventSchemaV1_0";
const CUSTOM = "CustomEventSchema";

/** Returns a random id; also where a browser has no randomUUID, which it has for https and this machine only. */
export function newId() {
  return [...crypto.getRandomValues(new Uint8Array(8))].map(byte => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * @param {{name: string, properties: object}} topic as the server shows it
 * @param {{id?: string, now?: Date, type?: string, subject?: string, data?: object}} [given]
 */
export function exampleEvent(topic, given = {}) {
  const { id = newId(), now = new Date(), type = "Tidings.Example", subject = "/example" } = given;
  const { data = { text: "Hello" } } = given;
  const time = now.toISOString();
  switch (topic.properties.inputSchema) {
    case CLOUD:
      return {
        specversion: "1.0", id, source: "/tidings/console", type, subject, time,
        datacontenttype: "application/json", data,
      };
    case CUSTOM:
      return {
        ...mapped(topic, { id, topic: topic.name, eventTime: time, eventType: type, subject, dataVersion: "1" }),
        ...data,
      };
    default:
      return { id, eventType: type, subject, eventTime: time, data, dataVersion: "1" };
  }
}

/** Puts each value where the mapping of the topic looks for it. */
function mapped(topic, values) {
  const mapping = mappingOf(topic);
  return Object.fromEntries(Object.entries(values)
    .filter(([name]) => mapping[name]?.sourceField)
    .map(([name, value]) => [mapping[name].sourceField, value]));
}

function mappingOf(topic) {
  return topic.properties.inputSchemaMapping?.properties ?? {};
}

/** Returns the id under which an event is found; null if Tidings makes one. */
export function eventId(topic, event) {
  if (topic.properties.inputSchema !== CUSTOM) {
    return typeof event?.id === "string" ? event.id : null;
  }
  const member = mappingOf(topic).id?.sourceField;
  const value = member === undefined ? undefined : event?.[member];
  return value === undefined || value === null ? null : String(value);
}

/**
 * Returns the body and its content type; the text of the events is sent as it was typed, so that numbers keep their
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

/** Reads JSON: {value} or {error}, a sentence. */
export function readJson(text) {
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    return { error: `This is not JSON${placeOf(error.message, text)}.` };
  }
}

/** Browsers say where in words of their own; all but the offset is left out. */
function placeOf(message, text) {
  const position = /position (\d+)/.exec(message)?.[1];
  if (position === undefined) {
    return "";
  }
  const before = text.slice(0, Number(position)).split("\n");
  return `, see line ${before.length}, column ${before.at(-1).length + 1}`;
}
