/** How a subscription is retried, in words. Pure. */

import { durationText, plural } from "../../core/format.js";

const PRESETS = {
  "event-grid": "after 10 s, 30 s, 1 min, 5 min, 10 min, 30 min, 1 h, 3 h, 6 h, then every 12 h",
  "event-grid-edge": "after 1 min, then every 10 min",
  exponential: "after 10 s, 20 s, 40 s and so on, at most 12 h",
};
const DAY = 86_400_000;

/** @returns {string[]} one line for each aspect */
export function retryWords({ retryPolicy = {}, tidings = {} }) {
  const retry = tidings.retry ?? {};
  const attempts = retry.maxDeliveryAttempts ?? retryPolicy.maxDeliveryAttempts;
  return [
    schedule(retry),
    attempts ? `at most ${plural(attempts, "attempt")}` : "as many attempts as the worker is set to",
    timeToLive(retry, retryPolicy),
    ...(retry.responseTimeout ? [`the endpoint has ${isoWords(retry.responseTimeout)} to respond`] : []),
    ...(retry.jitter === undefined ? [] : [`a wait is up to ${Math.round(1000 * retry.jitter) / 10} % longer, at random`]),
    ...statuses("are retried, too", retry.retryStatuses),
    ...statuses("are not retried", retry.noRetryStatuses),
    ...(retry.floors === "none" ? ["no status has a shortest wait"] : []),
  ];
}

function schedule({ preset, schedule: steps }) {
  if (!steps) {
    return PRESETS[preset ?? "event-grid"] ?? preset;
  }
  const words = steps.map(isoWords);
  return words.length === 1
    ? `every ${words[0]}`
    : `after ${words.slice(0, -1).join(", ")}, then every ${words.at(-1)}`;
}

function timeToLive(retry, { eventTimeToLiveInMinutes }) {
  if (retry.timeToLive) {
    return `for ${isoWords(retry.timeToLive)} after the publication`;
  }
  if (eventTimeToLiveInMinutes) {
    return `for ${durationText(eventTimeToLiveInMinutes * 60_000)} after the publication`;
  }
  return retry.preset === "event-grid-edge"
    ? "for 2 h after the publication"
    : "for as long as the worker is set to";
}

function statuses(what, list) {
  return list?.length > 0 ? [`the statuses ${list.join(", ")} ${what}`] : [];
}

/** An ISO 8601 duration such as `PT1H30M` in words; any other text as it is. */
export function isoWords(text) {
  const match = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/.exec(text);
  if (!match) {
    return text;
  }
  const [days, hours, minutes, seconds] = match.slice(1).map(part => Number(part ?? 0));
  return durationText(days * DAY + hours * 3_600_000 + minutes * 60_000 + seconds * 1000);
}
