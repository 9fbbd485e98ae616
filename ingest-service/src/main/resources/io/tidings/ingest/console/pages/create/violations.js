/** Which field of the create page a violation of the server belongs to. Pure. */

const WEBHOOK = "properties.destination.properties.";
const FIELDS = [
  ["name", "name"],
  [`${WEBHOOK}endpointUrl`, "endpoint"],
  [`${WEBHOOK}maxEventsPerBatch`, "maxEvents"],
  [`${WEBHOOK}preferredBatchSizeInKilobytes`, "batchSize"],
  ["properties.eventDeliverySchema", "deliverySchema"],
  ["properties.retryPolicy.maxDeliveryAttempts", "maxAttempts"],
  ["properties.retryPolicy.eventTimeToLiveInMinutes", "timeToLive"],
  ["properties.deadLetterDestination", "deadLetter"],
  ["properties.expirationTimeUtc", "expiration"],
  ["properties.labels", "labels"],
  ["properties.filter.includedEventTypes", "types"],
  ["properties.filter.subjectBeginsWith", "begins"],
  ["properties.filter.subjectEndsWith", "ends"],
];
const CONDITION = /^properties\.filter\.advancedFilters\[(\d+)\]/;

/** The fields of the second step; those of the third are about the filter. */
export const ENDPOINT_FIELDS = FIELDS.map(([, field]) => field).slice(0, 10);

/**
 * @param {{target?: string, message: string}[]} details
 * @returns {{fields: Object<string, string>, others: string[]}} a sentence for each field, and all that belongs to none
 */
export function placed(details) {
  const result = { fields: {}, others: [] };
  for (const { target = "", message } of details) {
    const path = target.startsWith("filter.") ? `properties.${target}` : target;
    const field = fieldOf(path);
    const sentence = sentenceOf(target, message);
    if (field === null) {
      result.others.push(target === "" ? sentence : message);
    } else {
      result.fields[field] = result.fields[field] ? `${result.fields[field]} ${sentence}` : sentence;
    }
  }
  return result;
}

function fieldOf(path) {
  const condition = CONDITION.exec(path);
  if (condition) {
    return `condition-${condition[1]}`;
  }
  const found = FIELDS.find(([target]) => path.startsWith(target) && /^([.[]|$)/.test(path.slice(target.length)));
  return found ? found[1] : null;
}

/** Says the rule alone where the field itself says what it is about. */
function sentenceOf(target, message) {
  const rule = target !== "" && message.startsWith(`${target}: `) ? message.slice(target.length + 2) : message;
  const condition = CONDITION.exec(target.startsWith("filter.") ? `properties.${target}` : target);
  const member = condition ? target.slice(target.lastIndexOf("]") + 2) : "";
  const text = member === "" ? rule : `${member} ${rule}`;
  const sentence = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
}
