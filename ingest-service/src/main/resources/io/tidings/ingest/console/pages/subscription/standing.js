import { number, plural, relative, until } from "../../core/format.js";
import { wordOf } from "../../core/terms.js";
import { outcomeSentence } from "../event/words.js";

/** What a subscription does now and why, in sentences. Pure: the present is an argument. */

/**
 * The lines that say how a subscription is, the most important first.
 *
 * @param {object} properties of the subscription
 * @returns {{state: string, word: string, text: string, why?: string, error?: string, todo?: string}[]} `state`
 *     colours the `word`; `why` explains the last outcome; `error` is what the server says
 */
export function standing(properties, now) {
  const lines = [
    expired(properties, now),
    provisioning(properties),
    health(properties, now),
    recovery(properties.status.recovery, now),
    expiring(properties, now),
  ].filter(line => line !== null);
  const wrong = lines.filter(line => !isWell(line));
  return [...wrong, ...lines.filter(isWell)];
}

function isWell({ state }) {
  return state === "Delivering" || state === "NoTraffic";
}

/** Null if the subscription is in force and nothing is wrong with its record. */
function provisioning({ provisioningState, provisioningError }) {
  const known = {
    Creating: { text: "The endpoint is asked to agree; until it does, no event is matched." },
    Updating: { text: "The endpoint has changed and is asked to agree; until it does, events wait for it." },
    AwaitingManualAction: {
      text: "The endpoint has responded to the handshake, but it has neither agreed nor refused. Nothing is sent.",
      todo: "Open the validation URL that the endpoint was sent: its logs have it. It works for 10 minutes; after " +
        "that use “Ask the endpoint again”.",
    },
    Failed: {
      text: "The endpoint has not agreed, so nothing is sent to it.",
      todo: "Repair what the reason says, then use “Ask the endpoint again”, or edit the subscription.",
    },
  }[provisioningState] ?? { text: "" };
  if (provisioningState === "Succeeded") {
    return provisioningError ? { state: "Failing", word: "Invalid", ...known, error: provisioningError } : null;
  }
  return { state: "NotValidated", word: wordOf("NotValidated"), ...known, error: provisioningError };
}

/** Null if another line says it. */
function health({ status }, now) {
  switch (status.health) {
    case "NotValidated": return null;
    case "Paused": return paused(status);
    case "OnProbation": return Date.parse(status.probationUntil) <= now ? probing(status) : onProbation(status, now);
    case "Failing": return failing(status);
    case "NoTraffic": return quiet(status, now);
    default: return delivering(status, now);
  }
}

function paused(status) {
  return {
    state: "Paused",
    word: "Paused",
    text: `${status.reason ? `Tidings has paused this subscription (${status.reason})` :
      "Somebody has paused this subscription"}, so nothing is sent. ${waiting(status.waiting)} ` +
      (status.heldSince ? "Their time to live stands still." : "Their time to live goes on."),
    todo: "Resume it when the endpoint may get events again.",
  };
}

function onProbation(status, now) {
  return {
    state: "OnProbation",
    word: "On probation",
    text: `Nothing is sent ${until(status.probationUntil, now)}: ${failures(status)}. Then one delivery is sent as a probe; if it succeeds, the ` +
      `rest follows. ${waiting(status.waiting)}`,
    ...cause(status),
    todo: "Repair the endpoint, or edit the subscription if its URL is wrong. “Retry now” sends a probe at once.",
  };
}

function probing(status) {
  return {
    state: "OnProbation",
    word: "Probing",
    text: "The probation is over. One delivery is sent as a probe, and everything else waits for its outcome. " +
      waiting(status.waiting),
    ...cause(status),
  };
}

function failing(status) {
  return {
    state: "Failing",
    word: "Failing",
    text: sentence(status.reason),
    why: status.consecutiveFailures > 0 ? outcomeSentence(status.lastDeliveryOutcome) ?? undefined : undefined,
    todo: "See the failures below. Repair the endpoint, or edit the subscription if its URL is wrong.",
  };
}

function delivering({ lastDelivered, recent }, now) {
  const last = lastDelivered
    ? `The last event was delivered ${relative(lastDelivered, now).replace("now", "just now")}.`
    : "No event has been delivered yet.";
  const failed = recent?.failed > 0
    ? ` ${number(recent.failed)} of ${plural(recent.delivered + recent.failed, "attempt")} failed in the last ` +
      `${recent.minutes} minutes.`
    : "";
  return { state: "Delivering", word: "Delivering", text: `${last}${failed}` };
}

function quiet({ lastMatched }, now) {
  const last = lastMatched
    ? `Nothing waits, and the last event came ${relative(lastMatched, now)}.`
    : "No event has come yet.";
  return { state: "NoTraffic", word: wordOf("NoTraffic"), text: last };
}

/** Such as "the last 10 attempts have failed; the last outcome was Busy". */
function failures({ consecutiveFailures, lastDeliveryOutcome }) {
  const attempts = consecutiveFailures === 1
    ? "the last attempt has failed"
    : `the last ${number(consecutiveFailures)} attempts have failed`;
  return lastDeliveryOutcome ? `${attempts}; the last outcome was ${lastDeliveryOutcome}` : attempts;
}

function cause({ lastDeliveryOutcome, lastDeliveryError }) {
  return { why: outcomeSentence(lastDeliveryOutcome) ?? undefined, error: lastDeliveryError };
}

function waiting(count) {
  return count === 0
    ? "No delivery waits for that."
    : `${plural(count, "delivery waits", "deliveries wait")} for that.`;
}

function recovery(progress, now) {
  if (!progress || progress.state === "Completed") {
    return null;
  }
  const moved = plural(progress.moved, "delivery was", "deliveries were");
  return progress.state === "Moving"
    ? { state: "Running", word: "Recovering", text: `Waiting deliveries are sent now: ${moved} taken so far.` }
    : {
      state: "Failing",
      word: "Recovery stopped",
      text: `Waiting deliveries were being sent, and an attempt failed: ${moved} taken. It goes on ` +
        `${progress.until ? relative(progress.until, now) : "later"} if the endpoint is well.`,
    };
}

function expired({ expirationTimeUtc }, now) {
  return expirationTimeUtc && Date.parse(expirationTimeUtc) <= now
    ? {
      state: "Failed",
      word: "Expired",
      text: `The subscription expired ${relative(expirationTimeUtc, now)}: nothing is matched or sent.`,
      todo: "Edit it and choose a later expiration, or delete it.",
    }
    : null;
}

function expiring({ expirationTimeUtc }, now) {
  const left = expirationTimeUtc ? Date.parse(expirationTimeUtc) - now : NaN;
  return left > 0 && left < 7 * 24 * 3_600_000
    ? { state: "Expiring", word: "Expiring", text: `The subscription expires ${relative(expirationTimeUtc, now)}.` }
    : null;
}

function sentence(text) {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
