/** A new topic or domain, as the body of a PUT and as commands. Pure. */

import { path } from "../../core/api.js";
import { curl, option, tidings } from "../../core/commands.js";
import { schemaOf, sourceDraft, sourceOf } from "../topic/source-draft.js";

const CUSTOM = "CustomEventSchema";

/**
 * @param {{schema: string, partitionBy: string, deduplicateBy: string, deduplicateWindow: string,
 *     disableLocalAuth: boolean, domain: boolean, mapping: Object<string, string>, source: object}} form
 */
export function topicBody(form) {
  const {
    schema, partitionBy = "", deduplicateBy = "", deduplicateWindow = "", disableLocalAuth = false, mapping,
    source: typed = sourceDraft(),
  } = form.domain ? { schema: form.schema, mapping: form.mapping } : form;
  const read = sourceOf(typed);
  const given = (name, text) => (text.trim() === "" ? {} : { [name]: text.trim() });
  const deduplicate = { ...given("by", deduplicateBy), ...given("window", deduplicateWindow) };
  const members = {
    ...(read ? { source: read } : {}), ...given("partitionBy", partitionBy),
    ...(deduplicate.by ? { deduplicate } : {}),
  };
  const others = {
    ...(disableLocalAuth ? { disableLocalAuth } : {}),
    ...(Object.keys(members).length === 0 ? {} : { tidings: members }),
  };
  if (read || schema !== CUSTOM) {
    return { properties: { inputSchema: read ? schemaOf(typed) : schema, ...others } };
  }
  const source = name => (mapping[name].trim() === "" ? {} : { sourceField: mapping[name].trim() });
  const byDefault = mapping.defaultType === "" ? {} : { defaultValue: mapping.defaultType };
  const eventType = { ...source("eventType"), ...byDefault };
  const topic = form.domain ? source("topic") : {};
  const properties = { topic, id: source("id"), eventType, subject: source("subject") };
  const mapped = Object.fromEntries(Object.entries(properties).filter(([, each]) => Object.keys(each).length > 0));
  return {
    properties: {
      inputSchema: schema, inputSchemaMapping: { inputSchemaMappingType: "Json", properties: mapped }, ...others,
    },
  };
}

/** The path of the PUT. */
export const placeOfNew = (name, { domain }) => (domain ? path`/domains/${name}` : path`/topics/${name}`);

/** The commands that create the same. */
export function topicCommands(name, state) {
  const body = topicBody(state);
  const { inputSchema, inputSchemaMapping, disableLocalAuth, tidings: members } = body.properties;
  const mapped = Object.entries(members?.source?.mapping ?? inputSchemaMapping?.properties ?? {});
  const fields = mapped.filter(([, each]) => each?.sourceField).map(([key, each]) => `${key}=${each.sourceField}`);
  const defaults = mapped.filter(([, each]) => each?.defaultValue).map(([key, each]) => `${key}=${each.defaultValue}`);
  return {
    tidings: tidings([state.domain ? "domain" : "topic", "create"], [name], [
      ...(inputSchema === "EventGridSchema" ? [] : ["--input-schema", inputSchema]),
      ...option("--source-kafka-topic", members?.source?.kafkaTopic),
      ...option("--source-format", members?.source?.format),
      ...option("--source-start", members?.source?.start),
      ...option("--input-mapping-fields", ...fields),
      ...option("--input-mapping-default-values", ...defaults),
      ...option("--partition-by", members?.partitionBy),
      ...option("--deduplicate-by", members?.deduplicate?.by),
      ...option("--deduplicate-window", members?.deduplicate?.window),
      ...(disableLocalAuth ? ["--disable-local-auth"] : []),
    ]),
    curl: curl("PUT", placeOfNew(name, state), body, { "If-None-Match": "*" }),
  };
}
