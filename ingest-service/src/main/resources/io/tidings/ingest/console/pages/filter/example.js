/** An example of an event in the schema that a topic takes. Pure. */

const SAMPLES = {
  id: "order-7",
  eventType: "Order.Placed",
  subject: "/orders/7",
  dataVersion: "1.0",
  data: { customer: "c-42", amount: 42 },
};

/**
 * @param {{name: string, properties: object}} topic as a GET shows it, also a domain
 * @param {string} now an instant
 * @param {{id?: string, eventType?: string, subject?: string, data?: object}} [given] in place of the samples
 * @returns {object}
 */
export function exampleEvent(topic, now, given = {}) {
  const { inputSchema, inputSchemaMapping } = topic.properties ?? {};
  const { data, ...samples } = { ...SAMPLES, ...given };
  switch (inputSchema) {
    case "CloudEventSchemaV1_0":
      return cloudEvent(samples, data, now, tenantOf(topic));
    case "CustomEventSchema":
      return {
        ...mapped(inputSchemaMapping?.properties ?? {}, { ...samples, topic: tenantOf(topic) ?? topic.name, eventTime: now }),
        ...data,
      };
    default:
      return { ...(tenantOf(topic) ? { topic: tenantOf(topic) } : {}), ...samples, eventTime: now, data };
  }
}

/** Each event of a domain names its topic. */
const tenantOf = topic =>
  (topic.properties?.autoCreateTopicWithFirstSubscription === undefined ? undefined : "example");

function cloudEvent(samples, data, now, source = "/shop") {
  return {
    specversion: "1.0",
    id: samples.id,
    source,
    type: samples.eventType,
    subject: samples.subject,
    time: now,
    datacontenttype: "application/json",
    data,
  };
}

/** The members that the mapping of the topic names. */
function mapped(mapping, samples) {
  const named = Object.entries(mapping).filter(([key, { sourceField }]) => sourceField && key in samples);
  return Object.fromEntries(named.map(([key, { sourceField }]) => [sourceField, samples[key]]));
}
