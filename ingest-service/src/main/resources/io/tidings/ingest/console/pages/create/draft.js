/** What the create page has been told, as a subscription and as commands. Pure. */

import { curl, option, tidings } from "../../core/commands.js";
import { advancedFilter, conditionArgs, split } from "./conditions.js";

const ACCOUNT = "/subscriptions/00000000-0000-0000-0000-000000000000/resourceGroups/tidings/providers/" +
  "Microsoft.Storage/storageAccounts/";
const EVENT_HUB = "/subscriptions/00000000-0000-0000-0000-000000000000/resourceGroups/tidings/providers/" +
  "Microsoft.EventHub/namespaces/tidings/eventhubs/";
/** A topic, or one of a domain. */
const TOPIC = /^[a-zA-Z0-9-]{3,50}(\/[a-zA-Z0-9-]{3,50})?$/;
const NAME = /^[a-zA-Z0-9-]{3,64}$/;

export const WEBHOOK = "WebHook";
export const KAFKA = "EventHub";
export const QUEUE = "Queue";

/** Whether the events are to be written to a Kafka topic. */
export function toKafka({ destination }) {
  return destination === KAFKA;
}

/** Whether the events wait for receivers. */
export function isQueue({ destination }) {
  return destination === QUEUE;
}

export function newDraft(topic = "") {
  return {
    topic, name: "", destination: WEBHOOK, endpoint: "", hub: "", lock: "", maxCount: "", deliverySchema: "",
    maxAttempts: "", timeToLive: "", maxEvents: "", batchSize: "", deadLetter: "", expiration: "", labels: "",
    lanes: "", requestsPerSecond: "", concurrentRequests: "", orderBy: "", signed: false, pauseGone: false, hold: false,
    start: "",
    logAll: false,
    types: "", begins: "", ends: "", caseSensitive: false, onArrays: false, conditions: [],
  };
}

/** What is wrong with a name or URL at first sight; the server knows all other rules. */
export function localErrors(draft) {
  const { topic, name, endpoint, hub } = draft;
  return Object.fromEntries(Object.entries({
    topic: TOPIC.test(topic.trim()) ? "" : "A name has 3 to 50 letters, digits and -.",
    name: NAME.test(name.trim()) ? "" : "A name has 3 to 64 letters, digits and -.",
    ...(isQueue(draft) ? {} : toKafka(draft)
      ? { hub: hub.trim() !== "" ? "" : "A Kafka topic has the name that the settings of Tidings give it." }
      : { endpoint: isWebUrl(endpoint) ? "" : "An endpoint is a URL such as https://example.com/hook." }),
  }).filter(([, error]) => error !== ""));
}

function isWebUrl(text) {
  return /^https?:\/\/[^/\s]/i.test(text.trim()) && URL.canParse(text.trim());
}

export function filterOf(draft) {
  return withoutEmpty({
    includedEventTypes: split(draft.types),
    subjectBeginsWith: draft.begins,
    subjectEndsWith: draft.ends,
    isSubjectCaseSensitive: draft.caseSensitive,
    enableAdvancedFilteringOnArrays: draft.onArrays,
    advancedFilters: draft.conditions.map(advancedFilter),
  });
}

/** The body of the PUT. */
export function bodyOf(draft) {
  const properties = withoutEmpty({
    filter: filterOf(draft),
    eventDeliverySchema: draft.deliverySchema,
    retryPolicy: isQueue(draft) ? undefined : withoutEmpty({
      maxDeliveryAttempts: whole(draft.maxAttempts),
      eventTimeToLiveInMinutes: whole(draft.timeToLive),
    }),
    deadLetterDestination: deadLetterOf(draft.deadLetter.trim()),
    expirationTimeUtc: draft.expiration.trim() && `${draft.expiration.trim()}T00:00:00Z`,
    labels: split(draft.labels),
    tidings: withoutEmpty({
      lanes: isQueue(draft) ? "" : whole(draft.lanes),
      orderBy: draft.orderBy.trim(),
      limits: isQueue(draft) ? undefined : withoutEmpty({
        requestsPerSecond: decimal(draft.requestsPerSecond),
        concurrentRequests: whole(draft.concurrentRequests),
      }),
      signing: draft.signed && toWebhook(draft) ? { secret: null } : undefined, // the server makes one
      gone: draft.pauseGone && toWebhook(draft) ? "pause" : "",
      whilePaused: draft.hold ? "hold" : "",
      start: draft.start.trim(),
      attempts: draft.logAll ? "all" : "",
    }),
  });
  return { properties: { ...(isQueue(draft)
    ? { deliveryConfiguration: { deliveryMode: QUEUE, queue: queueOf(draft) } }
    : { destination: { endpointType: draft.destination, properties: ofDestination(draft) } }), ...properties } };
}

function toWebhook(draft) {
  return !toKafka(draft) && !isQueue(draft);
}

function queueOf(draft) {
  return withoutEmpty({
    receiveLockDurationInSeconds: whole(draft.lock),
    maxDeliveryCount: whole(draft.maxCount),
  });
}

function ofDestination(draft) {
  return toKafka(draft) ? { resourceId: resourceIdOf(draft.hub.trim()) } : withoutEmpty({
    endpointUrl: draft.endpoint.trim(),
    maxEventsPerBatch: whole(draft.maxEvents),
    preferredBatchSizeInKilobytes: whole(draft.batchSize),
  });
}

/** Of an event hub: only the last part counts. */
function resourceIdOf(text) {
  return text.includes("/") ? text : EVENT_HUB + text;
}

/** Without members that say nothing: texts, lists and objects without content, and false. */
function withoutEmpty(members) {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => !saysNothing(value)));
}

function saysNothing(value) {
  return value === undefined || value === "" || value === false
    || (typeof value === "object" && Object.keys(value).length === 0);
}

/** Leaves what is no whole number to the server, which says what it must be. */
function whole(text) {
  const trimmed = String(text).trim();
  return /^\d{1,9}$/.test(trimmed) ? Number(trimmed) : trimmed;
}

function decimal(text) {
  const trimmed = String(text).trim();
  return /^\d{1,9}(\.\d{1,9})?$/.test(trimmed) ? Number(trimmed) : trimmed;
}

function deadLetterOf(text) {
  const [, account, container] = /^([A-Za-z0-9]+)\/([^/]+)$/.exec(text) ?? [];
  if (text === "") {
    return undefined;
  }
  return {
    endpointType: "StorageBlob",
    properties: account
      ? { resourceId: ACCOUNT + account, blobContainerName: container }
      : { resourceId: text },
  };
}

/** The commands that create the same subscription. */
export function commandsOf(draft, target) {
  const { tidings: extensions } = bodyOf(draft).properties;
  return {
    tidings: tidings(["subscription", "create"], [`${draft.topic.trim()}/${draft.name.trim()}`], [
      ...(isQueue(draft)
        ? ["--queue", ...trimmed("--receive-lock", draft.lock), ...trimmed("--max-delivery-count", draft.maxCount)]
        : toKafka(draft)
        ? ["--endpoint-type", "eventhub", "--endpoint", resourceIdOf(draft.hub.trim())]
        : ["--endpoint", draft.endpoint.trim()]),
      ...trimmed("--event-delivery-schema", draft.deliverySchema),
      ...(isQueue(draft) ? [] : [
        ...trimmed("--max-delivery-attempts", draft.maxAttempts),
        ...trimmed("--event-ttl", draft.timeToLive),
      ]),
      ...(!toWebhook(draft) ? [] : [
        ...trimmed("--max-events-per-batch", draft.maxEvents),
        ...trimmed("--preferred-batch-size-in-kilobytes", draft.batchSize),
      ]),
      ...trimmed("--deadletter-endpoint", draft.deadLetter),
      ...trimmed("--expiration-date", draft.expiration),
      ...trimmed("--labels", ...split(draft.labels)),
      ...filterArgs(draft),
      ...trimmed("--tidings", extensions ? JSON.stringify(extensions) : ""),
    ]),
    curl: curl("PUT", target, bodyOf(draft), { "If-None-Match": "*" }),
  };
}

function filterArgs(draft) {
  return [
    ...trimmed("--included-event-types", ...split(draft.types)),
    ...trimmed("--subject-begins-with", draft.begins),
    ...trimmed("--subject-ends-with", draft.ends),
    ...(draft.caseSensitive ? ["--subject-case-sensitive"] : []),
    ...(draft.onArrays ? ["--enable-advanced-filtering-on-arrays"] : []),
    ...draft.conditions.flatMap(condition => ["--advanced-filter", ...conditionArgs(condition)]),
  ];
}

const trimmed = (name, ...values) => option(name, ...values.map(value => String(value).trim()));
