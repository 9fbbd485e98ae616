/** The schemas of events. */

export const INPUT_SCHEMAS = [
  { value: "EventGridSchema", label: "Event Grid events" },
  { value: "CloudEventSchemaV1_0", label: "CloudEvents 1.0" },
  { value: "CustomEventSchema", label: "JSON objects of your own" },
];

const DELIVERY_SCHEMAS = {
  EventGridSchema: ["EventGridSchema", "CloudEventSchemaV1_0"],
  CloudEventSchemaV1_0: ["CloudEventSchemaV1_0"],
  CustomEventSchema: ["EventGridSchema", "CloudEventSchemaV1_0", "CustomInputSchema"],
};

const LABELS = {
  EventGridSchema: "Event Grid events",
  CloudEventSchemaV1_0: "CloudEvents 1.0",
  CustomEventSchema: "JSON objects of your own",
  CustomInputSchema: "as they were published",
};

export function schemaText(schema) {
  return LABELS[schema] ?? schema;
}

/** The schemas in which events of a topic can be delivered; the first one is the default. */
export function deliverySchemas(inputSchema) {
  return DELIVERY_SCHEMAS[inputSchema] ?? DELIVERY_SCHEMAS.EventGridSchema;
}
