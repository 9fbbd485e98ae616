/** An example of an event in the schema that a topic takes. Pure. */

const DATA = { customer: "c-42", amount: 42 };
const SAMPLES = {
  id: "order-7",
  eventType: "Order.Placed",
  subject: "/orders/7",
  dataVersion: "1.0",
};

/**
 * @param {{name: string, properties: object}} topic as a GET shows it
 * @param {string} now an instant
 * @returns {object}
 */
export function exampleEvent(topic, now) {
  const { inputSchema, inputSchemaMapping } = topic.properties ?? {};
  switch (inputSchema) {
    case "CloudEventSchemaV1_0":
      return cloudEvent(now);
    case "CustomEventSchema":
      return { ...mapped(inputSchemaMapping?.properties ?? {}, topic.name, now), ...DATA };
    default:
      return { ...SAMPLES, eventTime: now, data: DATA };
  }
}

function cloudEvent(now) {
  return {
    specversion: "1.0",
    id: SAMPLES.id,
    source: "/shop",
    type: SAMPLES.eventType,
    subject: SAMPLES.subject,
    time: now,
    datacontenttype: "application/json",
    data: DATA,
  };
}

/** The members that the mapping of the topic names. */
function mapped(mapping, topic, now) {
  const samples = { ...SAMPLES, topic, eventTime: now };
  const named = Object.entries(mapping).filter(([key, { sourceField }]) => sourceField && key in samples);
  return Object.fromEntries(named.map(([key, { sourceField }]) => [sourceField, samples[key]]));
}
