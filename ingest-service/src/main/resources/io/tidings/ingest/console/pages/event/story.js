/** What became of an event, made of its timeline. Pure: the present is an argument. */

import { plural } from "../../core/format.js";

/**
 * A delivery as it is drawn: times are milliseconds since 1970.
 *
 * @typedef {object} Lane
 * @property {number} from when it was published or redriven
 * @property {number} to its end, or the time of its next attempt, or now
 * @property {number | null} due of the next attempt
 * @property {{number: number, from: number, to: number, kind: "success" | "failure" | "end"}[]} points
 */

const millis = text => Date.parse(text);

/** @returns {"success" | "failure" | "end"} an end is no attempt: nothing was sent */
export function kindOf(attempt) {
  if (attempt.outcome === "Delivered") {
    return "success";
  }
  return attempt.outcome === "Canceled" ? "end" : "failure";
}

/** @returns {Lane} */
export function lane(record, delivery, now) {
  const points = delivery.attempts.map(attempt => {
    const to = millis(attempt.ended);
    return { number: attempt.number, from: to - attempt.durationMs, to, kind: kindOf(attempt) };
  });
  const waiting = delivery.state === "Waiting";
  const due = waiting && delivery.due ? millis(delivery.due) : null;
  const begin = millis(delivery.published ?? record.published);
  const from = Math.min(...[begin, ...points.map(point => point.from)].filter(Number.isFinite));
  const ends = [...points.map(point => point.to), due ?? NaN, waiting ? now : NaN].filter(Number.isFinite);
  return {
    from: Number.isFinite(from) ? from : now,
    to: ends.length > 0 ? Math.max(...ends) : now,
    due,
    points,
  };
}

/** The time that all lanes of a record together take. */
export function extent(lanes) {
  const from = Math.min(...lanes.map(each => each.from));
  return { from, to: Math.max(from + 1, ...lanes.map(each => each.to)) };
}

/** @returns {(at: number) => number} percent of the width; the ends leave room for the points */
export const scale = ({ from, to }) => at => 2 + (96 * (at - from)) / (to - from);

/** Whether something may still happen to the event. */
export const waits = timeline =>
  timeline.records.some(record => record.deliveries.some(delivery => delivery.state === "Waiting"));

/** The subscriptions whose delivery is overdue or not recorded, so that their state may say why. @returns {string[]} */
export function askedSubscriptions(timeline, now) {
  const late = timeline.records.flatMap(record => record.deliveries)
    .filter(({ state, due }) => state === "Waiting" && due && millis(due) <= now);
  const unrecorded = timeline.records.flatMap(record => record.matchedWithoutRecord ?? []);
  return [...new Set([...late.map(delivery => delivery.subscription), ...unrecorded])];
}

/**
 * The attempts to show at first: the oldest, and the newest.
 *
 * @returns {{first: object[], hidden: object[], last: object[]}}
 */
export function folded(attempts, most = 12) {
  if (attempts.length <= most) {
    return { first: attempts, hidden: [], last: [] };
  }
  return { first: attempts.slice(0, 2), hidden: attempts.slice(2, -6), last: attempts.slice(-6) };
}

const URGENCY = ["DeadLettered", "Dropped", "Waiting", "Delivered"];

/** Whether the event was redriven to the same subscription after this delivery. */
export const superseded = (delivery, deliveries) =>
  deliveries.some(other =>
    other.subscription === delivery.subscription && millis(other.published) > millis(delivery.published));

/** The deliveries that need a person come first; what was redriven since then comes last. */
export function ordered(deliveries) {
  const rank = each => URGENCY.indexOf(each.state) + (superseded(each, deliveries) ? URGENCY.length : 0);
  return [...deliveries].sort((a, b) => rank(a) - rank(b));
}

/** The dead letter that the page is about first; undefined if there is none. */
export const mostUrgent = timeline => timeline.records
  .flatMap(({ deliveries }) => ordered(deliveries).filter(each => !superseded(each, deliveries)))
  .find(each => each.state === "DeadLettered");

const nouns = {
  Delivered: ["was delivered", "were delivered"],
  Waiting: ["waits for its next attempt", "wait for their next attempt"],
  DeadLettered: ["became a dead letter", "became dead letters"],
  Dropped: ["was dropped", "were dropped"],
};

/** @returns {string} one sentence about all deliveries of a record */
export function summary(record) {
  if (record.rejected) {
    return "The event was rejected: no subscription was asked for it.";
  }
  if (record.deliveries.length === 0) {
    return "No delivery of the event is recorded.";
  }
  if (record.deliveries.length === 1) {
    return summaryOfOne(record.deliveries[0]);
  }
  const parts = Object.entries(nouns)
    .map(([state, [one, many]]) => {
      const count = record.deliveries.filter(delivery => delivery.state === state).length;
      return count === 0 ? "" : `${count} ${count === 1 ? one : many}`;
    })
    .filter(part => part !== "");
  return `Of ${plural(record.deliveries.length, "recorded delivery", "recorded deliveries")}, ${list(parts)}.`;
}

function summaryOfOne({ state, subscription }) {
  if (state === "Delivered") {
    return `The event was delivered to ${subscription}.`;
  }
  return `The delivery to ${subscription} ${nouns[state][0]}.`;
}

const list = parts =>
  parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} and ${parts[parts.length - 1]}`;

/** The names of all subscriptions that the timeline speaks of. */
export function subscriptionsOf(timeline) {
  const names = timeline.records.flatMap(record => [
    ...record.deliveries.map(each => each.subscription),
    ...(record.notMatched ?? []).map(each => each.subscription),
    ...(record.matchedWithoutRecord ?? []),
  ]);
  return [...new Set(names)].sort();
}

const MINUTE = 60_000;
const iso = at => new Date(at).toISOString();

/** The body of the job that redrives one dead letter; the runner need not read those given up before. */
export function redriveOf(topic, id, delivery) {
  const select = { eventIds: [id] };
  const last = delivery.attempts[delivery.attempts.length - 1];
  if (last) {
    select.from = iso(millis(last.ended) - 5 * MINUTE);
  }
  return { kind: "redrive", topic, subscription: delivery.subscription, select };
}

/**
 * When the record was appended, if the timeline tells: `published` of a record may be the time at which the event was
 * redriven.
 */
function appended(record) {
  if (record.deliveries.length === 0) {
    return record.published;
  }
  return record.deliveries.find(delivery => !delivery.redriven)?.published;
}

/** The body of the job that delivers one event of the past to a subscription. */
export function replayOf(topic, id, record, subscription) {
  const select = { eventIds: [id] };
  const published = appended(record);
  if (published) {
    select.from = iso(millis(published) - MINUTE);
    select.to = iso(millis(published) + MINUTE);
  }
  return { kind: "replay", topic, subscription, select };
}
