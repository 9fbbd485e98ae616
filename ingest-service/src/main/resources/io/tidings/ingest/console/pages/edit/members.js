/** The members of a subscription that the form has fields for, and how a field shows them. Pure. */

import { valueAt, withValue } from "./patch.js";

const WEBHOOK = "destination.properties";
const RETRY = "tidings.retry";
const ISO = "A duration such as PT30S, PT1H30M or P2D.";
const LIST = "Separated by commas.";

/**
 * @typedef {object} Member
 * @property {string} path below `properties`
 * @property {string} label
 * @property {"text" | "number" | "list" | "lines" | "statuses" | "flag" | "choice" | "object" | "json"} kind
 * @property {string} [help]
 * @property {string[]} [choices] of a choice; an empty one leaves the member out
 */

/** @type {{title: string, open?: boolean, members: Member[]}[]} */
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
        help: "One in a line; none for every type.",
      },
      { path: "filter.subjectBeginsWith", label: "Subject begins with", kind: "text" },
      { path: "filter.subjectEndsWith", label: "Subject ends with", kind: "text" },
      { path: "filter.isSubjectCaseSensitive", label: "Upper and lower case differ in subjects", kind: "flag" },
      {
        path: "filter.advancedFilters",
        label: "Advanced filters",
        kind: "json",
        help: 'All must hold, such as [{"operatorType": "NumberGreaterThan", "key": "data.amount", "value": 100}].',
      },
      { path: "filter.enableAdvancedFilteringOnArrays", label: "Advanced filters look into arrays", kind: "flag" },
    ],
  },
  {
    title: "Retries",
    open: true,
    members: [
      { path: "retryPolicy.maxDeliveryAttempts", label: "Attempts at most", kind: "number", help: "1 to 30." },
      {
        path: "retryPolicy.eventTimeToLiveInMinutes",
        label: "Time to live of events in minutes",
        kind: "number",
        help: "1 to 1440.",
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
      },
      {
        path: `${RETRY}.schedule`,
        label: "Waits",
        kind: "list",
        help: `Such as PT15S, PT1M, PT10M; the last one repeats. ${LIST}`,
      },
      { path: `${RETRY}.maxDeliveryAttempts`, label: "Attempts at most, up to 100", kind: "number" },
      { path: `${RETRY}.timeToLive`, label: "Time to live of events, up to seven days", kind: "text", help: ISO },
      { path: `${RETRY}.responseTimeout`, label: "Time to respond", kind: "text", help: ISO },
      { path: `${RETRY}.retryStatuses`, label: "Statuses to retry, too", kind: "statuses", help: LIST },
      { path: `${RETRY}.noRetryStatuses`, label: "Statuses not to retry", kind: "statuses", help: LIST },
    ],
  },
  {
    title: "Batches",
    members: [
      { path: `${WEBHOOK}.maxEventsPerBatch`, label: "Events in a request at most", kind: "number", help: "1 to 5000." },
      {
        path: `${WEBHOOK}.preferredBatchSizeInKilobytes`,
        label: "Size of a request in kilobytes",
        kind: "number",
        help: "1 to 1024.",
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
      },
      { path: "tidings.attempts", label: "Attempts that are logged", kind: "choice", choices: ["all", "failures"] },
      {
        path: "tidings.recovery",
        label: "When the endpoint is back, waiting deliveries are sent",
        kind: "choice",
        choices: ["forward", "schedule"],
        help: "forward: at once; schedule: when each is due.",
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
        help: "A time such as 2030-01-02T03:04:05Z; empty for never.",
      },
    ],
  },
];

export const MEMBERS = GROUPS.flatMap(group => group.members);

/** Returns what a GET shows and a PATCH may say: the members that managers decide. */
export function editable({ topic, provisioningState, provisioningError, warnings, status, ...settings }) {
  const { endpointBaseUrl, ...webhook } = settings.destination.properties;
  return {
    ...settings,
    destination: { ...settings.destination, properties: { endpointUrl: endpointBaseUrl, ...webhook } },
  };
}

/** Returns how a field shows the member: a text, or true or false. */
export function shownIn(document, { path, kind }) {
  const value = valueAt(document, path);
  switch (kind) {
    case "flag": return value === true;
    case "object": return value !== undefined;
    case "lines": return Array.isArray(value) ? value.join("\n") : textOf(value);
    case "list":
    case "statuses": return Array.isArray(value) ? value.join(", ") : textOf(value);
    case "json": return value === undefined ? "" : JSON.stringify(value, null, 2);
    default: return textOf(value);
  }
}

function textOf(value) {
  if (value === undefined || value === null) {
    return "";
  }
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/**
 * Returns the document with what was typed. What is not of the member's kind is taken as it is, for the server to say
 * what the member must be.
 *
 * @param {object} base the document before all changes: what is typed back to it is no change
 * @throws {SyntaxError} for JSON that is none
 */
export function withTyped(document, { path, kind }, typed, base) {
  return withValue(document, path, valueOf(kind, typed, valueAt(base, path)));
}

function valueOf(kind, typed, before) {
  switch (kind) {
    case "flag": return typed;
    case "object": return typed ? before ?? {} : undefined;
    case "number": return typed.trim() === "" ? undefined : numberOf(typed.trim());
    case "lines": return listOf(typed.split("\n"));
    case "list": return listOf(typed.split(","));
    case "statuses": return listOf(typed.split(","))?.map(numberOf);
    case "json": return typed.trim() === "" ? undefined : JSON.parse(typed);
    default: return typed.trim() === "" ? (before === "" ? "" : undefined) : typed.trim();
  }
}

function listOf(parts) {
  const given = parts.map(part => part.trim()).filter(part => part !== "");
  return given.length === 0 ? undefined : given;
}

function numberOf(text) {
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
}
