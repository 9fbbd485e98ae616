/** Which field of the create page a violation of the server belongs to. Pure. */

const DESTINATION = "properties.destination.properties.";
const FIELDS = [
  ["name", "name"],
  [`${DESTINATION}endpointUrl`, "endpoint"],
  [`${DESTINATION}resourceId`, "hub"],
  ["properties.deliveryConfiguration.queue.receiveLockDurationInSeconds", "lock"],
  ["properties.deliveryConfiguration.queue.maxDeliveryCount", "maxCount"],
  [`${DESTINATION}maxEventsPerBatch`, "maxEvents"],
  [`${DESTINATION}preferredBatchSizeInKilobytes`, "batchSize"],
  ["properties.eventDeliverySchema", "deliverySchema"],
  ["properties.retryPolicy.maxDeliveryAttempts", "maxAttempts"],
  ["properties.retryPolicy.eventTimeToLiveInMinutes", "timeToLive"],
  ["properties.deadLetterDestination", "deadLetter"],
  ["properties.expirationTimeUtc", "expiration"],
  ["properties.labels", "labels"],
  ["properties.tidings.lanes", "lanes"],
  ["properties.tidings.limits.requestsPerSecond", "requestsPerSecond"],
  ["properties.tidings.limits.concurrentRequests", "concurrentRequests"],
  ["properties.tidings.orderBy", "orderBy"],
  ["properties.filter.includedEventTypes", "types"],
  ["properties.filter.subjectBeginsWith", "begins"],
  ["properties.filter.subjectEndsWith", "ends"],
];
const CONDITION = /^properties\.filter\.advancedFilters\[(\d+)\]/;

/** The fields of the second step; those of the third are about the filter. */
export const ENDPOINT_FIELDS = FIELDS.map(([, field]) => field).slice(0, 17);

/**
 * @param {{target?: string, message: string}[]} details
 * @returns {{fields: Object<string, string>, others: string[]}} a sentence for each field, and what belongs to none
 */
export function placed(details) {
  const result = { fields: {}, others: [] };
  for (const { target = "", message } of details) {
    const rule = target !== "" && message.startsWith(`${target}: `) ? message.slice(target.length + 2) : message;
    const place = placeOf(target.startsWith("filter.") ? `properties.${target}` : target);
    if (place === null) {
      result.others.push(target === "" ? sentence(rule) : message);
    } else {
      const said = sentence(`${place.member} ${rule}`.trim());
      result.fields[place.field] = result.fields[place.field] ? `${result.fields[place.field]} ${said}` : said;
    }
  }
  return result;
}

/** Returns the field, and which of several values is meant; null if no field shows it. */
function placeOf(path) {
  const condition = CONDITION.exec(path);
  if (condition) {
    const member = path.slice(condition[0].length + 1);
    const part = /^(key|operator)/.exec(member)?.[1] ?? "value";
    return { field: `condition-${condition[1]}-${part}`, member: part === "value" ? member : "" };
  }
  const found = FIELDS.find(([target]) => path.startsWith(target) && /^([.[]|$)/.test(path.slice(target.length)));
  return found ? { field: found[1], member: "" } : null;
}

function sentence(text) {
  const begun = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(begun) ? begun : `${begun}.`;
}
