/** The groups of fields in the form, and the member of a subscription that each field is for. */

const WEBHOOK = "destination.properties";
const RETRY = "tidings.retry";
const OAUTH2 = "tidings.authentication.oauth2";
const DEAD_LETTERS = { path: "deadLetterDestination", fixed: { endpointType: "StorageBlob" } };
const ISO = "A duration such as PT30S, PT1H30M or P2D.";
const LIST = "Separated by commas.";

/**
 * @typedef {object} Member
 * @property {string} path below `properties`
 * @property {string} label
 * @property {"text" | "number" | "list" | "lines" | "statuses" | "flag" | "choice" | "object" | "conditions" |
 *     "secret"} kind
 * @property {string} [help]
 * @property {string} [byDefault] what holds while nothing is set
 * @property {string[]} [choices] of a choice; an empty one leaves the member out
 * @property {{path: string, fixed: object}} [of] an object that is there as long as a member of it is, and what it
 *     then always has
 * @property {"WebHook" | "EventHub"} [only] the type of the destination that has it
 */

/** @type {{title: string, open?: boolean, headers?: boolean, only?: string, members: Member[]}[]} */
export const GROUPS = [
  {
    title: "Endpoint",
    open: true,
    members: [
      {
        path: `${WEBHOOK}.endpointUrl`,
        label: "Endpoint URL",
        kind: "text",
        help: "The query is not shown here, and stays as long as the URL does.",
        only: "WebHook",
      },
      {
        path: "tidings.secretPath",
        label: "The path of the URL is a secret",
        kind: "flag",
        help: "It is not shown either, and is sealed where it is kept.",
        only: "WebHook",
      },
      {
        path: "tidings.gone",
        label: "When the endpoint is gone (410)",
        kind: "choice",
        choices: ["", "retry", "pause"],
        byDefault: "retry",
        help: "pause: nothing more is sent, and events wait until somebody resumes the subscription.",
        only: "WebHook",
      },
      {
        path: "tidings.whilePaused",
        label: "While it is paused",
        kind: "choice",
        choices: ["", "expire", "hold"],
        byDefault: "expire",
        help: "hold: the time to live of what waits stands still. A change takes effect with the next pause.",
      },
      {
        path: `${WEBHOOK}.resourceId`,
        label: "Resource id of the event hub",
        kind: "text",
        help: "Its last part is the name of a Kafka topic in the settings of Tidings.",
        only: "EventHub",
      },
      { path: "paused", label: "Paused: nothing is sent, and events wait", kind: "flag" },
    ],
  },
  {
    title: "Filter",
    open: true,
    members: [
      {
        path: "filter.includedEventTypes",
        label: "Event types",
        kind: "lines",
        help: "One in a line.",
        byDefault: "every type",
      },
      { path: "filter.subjectBeginsWith", label: "Subject begins with", kind: "text", byDefault: "anything" },
      { path: "filter.subjectEndsWith", label: "Subject ends with", kind: "text", byDefault: "anything" },
      { path: "filter.isSubjectCaseSensitive", label: "Case matters in subjects", kind: "flag" },
      {
        path: "filter.advancedFilters",
        label: "Conditions on members of the event",
        kind: "conditions",
        help: 'All must hold, such as [{"operatorType": "NumberGreaterThan", "key": "data.amount", "value": 100}].',
      },
      { path: "filter.enableAdvancedFilteringOnArrays", label: "Conditions look into arrays", kind: "flag" },
    ],
  },
  {
    title: "Retries",
    open: true,
    members: [
      {
        path: "retryPolicy.maxDeliveryAttempts",
        label: "Attempts at most",
        kind: "number",
        help: "1 to 30.",
        byDefault: "30",
      },
      {
        path: "retryPolicy.eventTimeToLiveInMinutes",
        label: "Time to live of events in minutes",
        kind: "number",
        help: "1 to 1440.",
        byDefault: "1440",
      },
    ],
  },
  {
    title: "Retry profile",
    members: [
      {
        path: `${RETRY}.preset`,
        label: "Preset",
        kind: "choice",
        choices: ["event-grid", "event-grid-edge", "exponential"],
        byDefault: "event-grid",
      },
      {
        path: `${RETRY}.schedule`,
        label: "Waits",
        kind: "list",
        help: `Such as PT15S, PT1M, PT10M; the last one repeats. ${LIST}`,
        byDefault: "those of the preset",
      },
      {
        path: `${RETRY}.jitter`,
        label: "Jitter: the largest random addition to a wait, as a share of it",
        kind: "number",
        help: "0 for none, to 1.",
        byDefault: "0.1",
      },
      {
        path: `${RETRY}.floors`,
        label: "Shortest waits by status",
        kind: "choice",
        choices: ["event-grid", "none"],
        help: "event-grid: 404 5 min, 408 2 min, 503 30 s, others 10 s.",
        byDefault: "event-grid",
      },
      {
        path: `${RETRY}.maxDeliveryAttempts`,
        label: "Attempts at most, up to 100",
        kind: "number",
        byDefault: "as above",
      },
      {
        path: `${RETRY}.timeToLive`,
        label: "Time to live of events, up to seven days",
        kind: "text",
        help: ISO,
        byDefault: "as above",
      },
      { path: `${RETRY}.responseTimeout`, label: "Time to respond", kind: "text", help: ISO, byDefault: "PT30S" },
      { path: `${RETRY}.retryStatuses`, label: "Statuses to retry, too", kind: "statuses", help: LIST },
      { path: `${RETRY}.noRetryStatuses`, label: "Statuses not to retry", kind: "statuses", help: LIST },
    ],
  },
  {
    title: "Dead letters",
    members: [
      {
        path: "deadLetterDestination.properties.resourceId",
        label: "Storage account for dead letters",
        kind: "text",
        help: "A resource id that ends with /storageAccounts/ and the name; without it an event that is given up is " +
          "dropped.",
        of: DEAD_LETTERS,
      },
      {
        path: "deadLetterDestination.properties.blobContainerName",
        label: "Container for dead letters",
        kind: "text",
        of: DEAD_LETTERS,
      },
      {
        path: "tidings.deadLetterTopic",
        label: "Kafka topic for dead letters",
        kind: "text",
        help: "Its name in the settings of Tidings. It gets a copy of each dead letter, beside or instead of the " +
          "container.",
      },
    ],
  },
  {
    title: "Delivery schema",
    members: [
      {
        path: "eventDeliverySchema",
        label: "Schema of delivered events",
        kind: "choice",
        choices: ["EventGridSchema", "CloudEventSchemaV1_0", "CustomInputSchema"],
        byDefault: "that of the topic",
      },
    ],
  },
  { title: "Headers", headers: true, members: [] },
  {
    title: "Authentication",
    only: "WebHook",
    members: [
      { path: OAUTH2, label: "Send an access token (OAuth 2.0)", kind: "object" },
      { path: `${OAUTH2}.tokenUrl`, label: "Token URL", kind: "text" },
      { path: `${OAUTH2}.clientId`, label: "Client id", kind: "text" },
      {
        path: `${OAUTH2}.clientSecret`,
        label: "Client secret",
        kind: "secret",
        help: "It is never shown. Leave it empty to keep it.",
      },
      {
        path: `${OAUTH2}.clientAuthentication`,
        label: "How the client shows who it is",
        kind: "choice",
        choices: ["client_secret_basic", "client_secret_post", "private_key_jwt"],
        byDefault: "client_secret_basic",
      },
      {
        path: `${OAUTH2}.identity`,
        label: "Identity with the key of the client",
        kind: "text",
        help: "With private_key_jwt only, instead of a secret.",
      },
      { path: `${OAUTH2}.scope`, label: "Scope", kind: "text" },
      { path: `${OAUTH2}.audience`, label: "Audience", kind: "text" },
      { path: `${WEBHOOK}.azureActiveDirectoryTenantId`, label: "Tenant of Microsoft Entra", kind: "text" },
      {
        path: `${WEBHOOK}.azureActiveDirectoryApplicationIdOrUri`,
        label: "Application of Microsoft Entra",
        kind: "text",
      },
      {
        path: "tidings.authentication.identity",
        label: "Client certificate",
        kind: "text",
        help: "The name of an identity in the settings of the workers.",
      },
      {
        path: "tidings.authentication.trust",
        label: "Trusted certificates",
        kind: "text",
        help: "The name of a set of certificates in the settings of the workers.",
      },
    ],
  },
  {
    title: "Batches",
    only: "WebHook",
    members: [
      {
        path: `${WEBHOOK}.maxEventsPerBatch`,
        label: "Events in a request at most",
        kind: "number",
        help: "1 to 5000.",
        byDefault: "1",
      },
      {
        path: `${WEBHOOK}.preferredBatchSizeInKilobytes`,
        label: "Size of a request in kilobytes",
        kind: "number",
        help: "1 to 1024.",
        byDefault: "64",
      },
    ],
  },
  {
    title: "Signature, log and recovery",
    members: [
      {
        path: "tidings.signing",
        label: "Sign requests",
        kind: "object",
        help: "Tidings makes a secret. “Rotate signing secret” on the page of the subscription shows a new one.",
        only: "WebHook",
      },
      {
        path: "tidings.attempts",
        label: "Attempts that are logged",
        kind: "choice",
        choices: ["all", "failures"],
        byDefault: "as the workers are set",
      },
      {
        path: "tidings.recovery",
        label: "When the endpoint is back, waiting deliveries are sent",
        kind: "choice",
        choices: ["forward", "schedule"],
        help: "forward: at once; schedule: when each is due.",
        byDefault: "forward",
      },
    ],
  },
  {
    title: "Limits",
    members: [
      {
        path: "tidings.limits.requestsPerSecond",
        label: "Requests a second at most",
        kind: "number",
        help: "0.1 to 10000, from all workers together; what exceeds it waits.",
        byDefault: "unlimited",
      },
      {
        path: "tidings.limits.concurrentRequests",
        label: "Concurrent requests at most",
        kind: "number",
        help: "1 to 1000, from all workers together.",
        byDefault: "unlimited",
      },
    ],
  },
  {
    title: "Several workers",
    members: [
      {
        path: "tidings.lanes",
        label: "Lanes",
        kind: "number",
        help: "1 to 64: over so many partitions, and so workers, its deliveries are spread.",
        byDefault: "1",
      },
    ],
  },
  {
    title: "Labels and expiration",
    members: [
      { path: "labels", label: "Labels", kind: "list", help: LIST },
      {
        path: "expirationTimeUtc",
        label: "Expires",
        kind: "text",
        help: "A time such as 2030-01-02T03:04:05Z.",
        byDefault: "never",
      },
    ],
  },
];
