/** Where the events of a subscription go, in words. Pure. */

/** @param {{endpointType?: string}} [destination] a queue has none */
export function isEventHub({ endpointType = "WebHook" } = {}) {
  return endpointType.toLowerCase() === "eventhub";
}

/** The URL of the endpoint, or the name that the settings of Tidings give a Kafka topic. */
export function destinationText(destination) {
  if (!destination) {
    return "receivers (a queue)";
  }
  const { endpointBaseUrl, resourceId = "" } = destination.properties;
  return isEventHub(destination) ? `event hub ${resourceId.split("/").at(-1)}` : endpointBaseUrl;
}
