/** A new topic, as the body of a PUT and as commands. Pure. */

import { path } from "../../core/api.js";
import { curl, option, tidings } from "../../core/commands.js";

const CUSTOM = "CustomEventSchema";

/** @param {{schema: string, partitionBy: string, mapping: Object<string, string>}} form */
export function topicBody({ schema, partitionBy = "", mapping }) {
  const tidings = partitionBy.trim() === "" ? {} : { tidings: { partitionBy: partitionBy.trim() } };
  if (schema !== CUSTOM) {
    return { properties: { inputSchema: schema, ...tidings } };
  }
  const source = name => (mapping[name].trim() === "" ? {} : { sourceField: mapping[name].trim() });
  const byDefault = mapping.defaultType === "" ? {} : { defaultValue: mapping.defaultType };
  const eventType = { ...source("eventType"), ...byDefault };
  const properties = { id: source("id"), eventType, subject: source("subject") };
  const given = Object.fromEntries(Object.entries(properties).filter(([, each]) => Object.keys(each).length > 0));
  return {
    properties: {
      inputSchema: schema, inputSchemaMapping: { inputSchemaMappingType: "Json", properties: given }, ...tidings,
    },
  };
}

/** The commands that create the same topic. */
export function topicCommands(name, state) {
  const body = topicBody(state);
  const mapped = Object.entries(body.properties.inputSchemaMapping?.properties ?? {});
  const fields = mapped.filter(([, each]) => each.sourceField).map(([key, each]) => `${key}=${each.sourceField}`);
  const defaults = mapped.filter(([, each]) => each.defaultValue).map(([key, each]) => `${key}=${each.defaultValue}`);
  return {
    tidings: tidings(["topic", "create"], [name], [
      ...(state.schema === "EventGridSchema" ? [] : ["--input-schema", state.schema]),
      ...option("--input-mapping-fields", ...fields),
      ...option("--input-mapping-default-values", ...defaults),
      ...option("--partition-by", body.properties.tidings?.partitionBy),
    ]),
    curl: curl("PUT", path`/topics/${name}`, body, { "If-None-Match": "*" }),
  };
}
