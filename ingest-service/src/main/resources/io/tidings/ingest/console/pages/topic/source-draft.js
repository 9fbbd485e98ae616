/** The Kafka topic whose records are events of a topic, as it is typed. Pure. */

import { patchOf } from "../edit/patch.js";

const CLOUD = "CloudEventSchemaV1_0";
const EVENT_GRID = "EventGridSchema";
const FORMATS = { json: EVENT_GRID, avro: EVENT_GRID, "event-grid": EVENT_GRID, cloudevents: CLOUD };

/** The schema that the topic takes then. */
export const schemaOf = ({ format }) => FORMATS[format];

/** The formats of records whose events a topic of this schema takes; all of them for a topic that is not there yet. */
export const formatsOf = schema =>
  Object.keys(FORMATS).filter(format => schema === undefined || FORMATS[format] === schema);

/** Whether the records hold the attributes of the event where a mapping says. */
export const isMapped = ({ format }) => format === "json" || format === "avro";

/** @param {object} [source] of the topic; undefined if it has none */
export function sourceDraft({ kafkaTopic = "", format, start = "latest", mapping } = {}, schema = undefined) {
  return {
    kafkaTopic,
    format: format ?? formatsOf(schema)[0],
    start,
    mapping: mapping ? JSON.stringify(mapping, null, 2) : "",
  };
}

/** The source; undefined without a Kafka topic. @throws {SyntaxError} for a mapping that is no JSON */
export function sourceOf(draft) {
  const { kafkaTopic, format, start, mapping } = draft;
  if (kafkaTopic.trim() === "") {
    return undefined;
  }
  return {
    kafkaTopic: kafkaTopic.trim(),
    format,
    ...(start === "latest" ? {} : { start }),
    ...(isMapped(draft) && mapping.trim() !== "" ? { mapping: JSON.parse(mapping) } : {}),
  };
}

/** The body of the PATCH that makes the source of a topic that of the draft. */
export function sourcePatch(before, draft) {
  const source = sourceOf(draft);
  return { properties: { tidings: patchOf(before ? { source: before } : {}, source ? { source } : {}) } };
}
