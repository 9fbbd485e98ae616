/** What a job does and has done, in sentences. Pure. */

import { option, tidings } from "../../core/commands.js";
import { number, plural } from "../../core/format.js";

const ENDS = ["Done", "Cancelled", "Failed"];

export const ended = job => ENDS.includes(job.state);

const VERBS = { redrive: "Redrive", replay: "Replay", start: "Start" };

/** "Redrive", "Replay" or "Start". */
export const verb = job => VERBS[job.kind];

const PARTICIPLES = { redrive: "redriven", replay: "replayed", start: "delivered" };

/** What a job has done to what it was asked for. */
const done = job => PARTICIPLES[job.kind];

const starts = job => job.kind === "start";

/** Such as "12 dead letters would be redriven to orders/billing". */
export const doneTo = (job, count, how = "") => `${things(job, count)} ${how}${done(job)} to ${target(job)}`;

/** What a job takes: dead letters, or events of the past. */
export const things = (job, count) =>
  job.kind === "redrive" ? plural(count, "dead letter") : plural(count, "event");

/** Returns the topic, which may be one of a domain, and the name in the key of a subscription. */
export function parted(key) {
  const slash = key.lastIndexOf("/");
  return [key.slice(0, slash), key.slice(slash + 1)];
}

/** The topics of a job. */
export const topicsOf = ({ topic, subscriptions }) =>
  topic === undefined ? [...new Set(subscriptions.map(name => parted(name)[0]))] : [topic];

/** The subscription that gets the events, or how many do. */
export const target = ({ topic, subscription, subscriptions }) =>
  subscriptions
    ? `${plural(subscriptions.length, "subscription")} of ${topic ?? plural(topicsOf({ subscriptions }).length, "topic")}`
    : `${topic}/${subscription}`;

const progressOf = job => job.progress ?? {};

export const selected = job => progressOf(job).selected ?? 0;

/** @returns {[string, number][]} how many were left, by the word that says why */
export const skipped = job => Object.entries(progressOf(job).skipped ?? {}).filter(([, count]) => count > 0);

/** @returns {{value: number, max: number} | null} null while nobody knows how much there is to do */
export function share(job) {
  const { selected: all, written, left } = progressOf(job);
  if (left === undefined || job.dryRun) {
    return null;
  }
  return { value: written, max: Math.max(1, all) };
}

/** @returns {string} one sentence about the state */
export function sentence(job) {
  const { scanned = 0, written = 0, left } = progressOf(job);
  const so = `${number(written)} of ${things(job, selected(job))} ${done(job)}`;
  switch (job.state) {
    case "Queued":
      return "Waits for its turn. Jobs run in deadletter-exporter; without one they wait.";
    case "Running":
      if (starts(job)) {
        return `${number(scanned)} records read, ${things(job, written)} delivered to ${target(job)}; new ones follow.`;
      }
      return left === undefined || job.dryRun
        ? `Counts: ${number(scanned)} records read, ${things(job, selected(job))} found.`
        : `${so} to ${target(job)}.`;
    case "Paused":
      if (starts(job)) {
        return `Paused: ${things(job, written)} delivered; the rest waits, and new ones as well.`;
      }
      return left === undefined ? "Paused before everything was counted." : `Paused: ${so}; the rest waits.`;
    case "Done":
      return job.dryRun
        ? `${doneTo(job, selected(job), "would be ")}. Nothing was sent.`
        : `${doneTo(job, written)}.`;
    case "Cancelled":
      return `Cancelled: ${things(job, written)} ${done(job)}, nothing else.`;
    case "Failed":
      return `Failed: ${things(job, written)} ${done(job)} before that.`;
    default:
      return job.state;
  }
}

/** What pausing, resuming or cancelling a job means. */
export function consequence(job, action) {
  const { left } = progressOf(job);
  const rest = left === undefined ? "what is still to do" : things(job, left);
  switch (action) {
    case "pause":
      return `The job stops within two seconds. Until somebody resumes it, ${rest} will wait. ` +
        `What it has ${done(job)} stays delivered.`;
    case "resume":
      return `The job goes on where it stopped: ${rest} ` +
        `will be delivered to ${target(job)}, at most ${number(job.rate)} in a second.`;
    default:
      return `The job ends for good: it will not deliver ${rest}; another job can. ` +
        `What it has ${done(job)} stays delivered.`;
  }
}

/** The request of the real run after a dry run: the same selection, so that exactly this is sent again. */
export function requestOf(job) {
  const { kind, topic, subscription, subscriptions, select, from, filter, force, rate } = job;
  return {
    kind,
    ...(topic === undefined ? {} : { topic }),
    ...(subscriptions ? { subscriptions } : { subscription }),
    select,
    from,
    filter,
    force,
    rate,
  };
}

/** The command that creates a job; undefined if no command can: it takes a comma for the end of an id. */
export function commandOf({ kind, topic, subscription, subscriptions, select = {}, from, filter, force, rate }) {
  if (select.eventIds?.some(id => id.includes(","))) {
    return undefined;
  }
  const operands = subscriptions ? [topic].filter(name => name !== undefined) : [`${topic}/${subscription}`];
  return tidings([kind], operands, [
    ...option("--subscription", subscriptions?.join(",")),
    ...option("--event-id", select.eventIds?.join(",")),
    ...option("--reason", select.reasons?.join(",")),
    ...option("--last-status", select.statuses?.join(",")),
    ...option("--from", select.from),
    ...option("--to", select.to),
    ...(from === "blobs" ? ["--from-blobs"] : []),
    ...(filter ? ["--filter"] : []),
    ...(force ? ["--force"] : []),
    ...option("--rate", rate),
    "--wait",
  ]);
}
