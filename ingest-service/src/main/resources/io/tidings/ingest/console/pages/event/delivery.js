/** One delivery of an event: its state, and what happened in order. */

import { html } from "/console/lib/lit-html/lit-html.js";
import { durationText, plural } from "../../core/format.js";
import { link, linkQuery } from "../../core/router.js";
import { badge } from "../../parts/badge.js";
import { term } from "../../parts/term.js";
import { exactTime, time } from "../../parts/time.js";
import { lateWords } from "./late.js";
import { folded, kindOf, superseded } from "./story.js";
import { outcomeSentence, reasonSentence } from "./words.js";

/**
 * @param {object} of the subscription, and what the page lets do: {now, standings, unfolded, onUnfold, actions,
 *     subscriptionLink}
 */
export function deliveryView(of, record, delivery) {
  const { now } = of;
  const past = superseded(delivery, record.deliveries);
  const linked = html`<a href=${of.subscriptionLink(delivery.subscription)}>${delivery.subscription}</a>`;
  const sentence = stateSentence(delivery, now, of.standings.get(delivery.subscription));
  if (delivery.state === "Delivered" && record.deliveries.length > 1) {
    return html`
      <details class="delivery">
        <summary>${title(delivery, delivery.subscription)}</summary>
        <p>To ${linked}: ${sentence}</p>
        ${timeline(of, record, delivery)}
      </details>`;
  }
  return html`
    <section class="delivery">
      ${title(delivery, linked)}
      <p>
        ${sentence}
        ${past ? html`<strong>The event was redriven to ${delivery.subscription} after this.</strong>` : ""}
      </p>
      ${past ? "" : of.actions(delivery)}
      ${timeline(of, record, delivery)}
    </section>`;
}

function title({ state, redriven }, name) {
  return html`<h3>${name} ${badge(state)} ${redriven ? html`<small>${times(redriven)}</small>` : ""}</h3>`;
}

const times = count => count === 1 ? "redriven once" : `redriven ${plural(count, "time")}`;

function timeline(of, record, delivery) {
  return html`
    <ol class="timeline" role="list">
      <li class="step">
        <strong>${delivery.redriven ? "Redriven" : "Published"}</strong>
        ${exactTime(delivery.published ?? (delivery.redriven ? undefined : record.published))}
      </li>
      ${steps(of, deliveryKey(record, delivery), delivery.attempts)}
      ${delivery.state === "Waiting" ? waitingStep(delivery, of.now) : ""}
      ${delivery.blob ? html`<li class="step">${blob(delivery.blob)}</li>` : ""}
    </ol>`;
}

/** A redrive and a replay of the same event may have the same number, but not the same time. */
export const deliveryKey = (record, delivery) =>
  [record.source, delivery.subscription, delivery.uid, delivery.redriven ?? 0, delivery.published].join(" ");

function steps(of, key, attempts) {
  const { first, hidden, last } = folded(attempts);
  if (hidden.length === 0 || of.unfolded.has(key)) {
    return attempts.map(attemptStep);
  }
  return html`
    ${first.map(attemptStep)}
    <li class="step step-folded">
      <button class="secondary outline" @click=${() => of.onUnfold(key)}>
        Show ${plural(hidden.length, "more attempt")}
      </button>
    </li>
    ${last.map(attemptStep)}`;
}

function attemptStep(attempt) {
  const kind = kindOf(attempt);
  return html`
    <li class=${`step step-${kind}`}>
      <strong>${kind === "end" ? `Before attempt ${attempt.number}` : `Attempt ${attempt.number}`}</strong>
      ${exactTime(attempt.ended)}${kind === "end" ? "" : `, took ${durationText(attempt.durationMs)}`}
      ${attempt.url ? html`<div>POST <code>${attempt.url}</code></div>` : ""}
      <div>${outcome(attempt)}${attempt.error ? html`: <span class="error">${attempt.error}</span>` : ""}</div>
      ${excerpt(attempt)}
      <div>${consequence(attempt)}</div>
    </li>`;
}

function outcome(attempt) {
  const word = outcomeTerm(attempt.outcome);
  return attempt.status ? html`The endpoint responded ${attempt.status} (${word})` : word;
}

/** @param {number} [status] of the response, if there was one */
export const outcomeTerm = (word, status) =>
  html`${term(word, outcomeSentence(word))}${status ? ` (${status})` : ""}`;

function excerpt(attempt) {
  return attempt.excerpt
    ? html`<pre class="excerpt" tabindex="0" role="group" aria-label="Beginning of the response"
        >${attempt.excerpt}</pre>`
    : "";
}

function consequence(attempt) {
  const why = attempt.reason ? html` (${reason(attempt.reason)})` : "";
  switch (attempt.verdict) {
    case undefined:
      return "Nothing followed from it: an earlier attempt had decided already.";
    case "Delivered":
      return html`Delivered${why}.`;
    case "Retry":
      return html`Retried${why}${attempt.due ? html`: next attempt due ${exactTime(attempt.due)}` : ""}.`;
    case "DeadLetter":
      return "Given up.";
    case "Drop":
      return "Dropped.";
    default:
      return html`${attempt.verdict}${why}.`;
  }
}

export const reason = word => term(word, reasonSentence(word));

const RETRY_TIER = "Waits are spent in one of several Kafka topics, each for waits up to a certain length.";

function waitingStep(delivery, now) {
  const late = delivery.due && Date.parse(delivery.due) <= now;
  return html`
    <li class="step step-waiting">
      <strong>${late ? "Due" : "Waits"}</strong>
      ${delivery.due ? html`${late ? "since" : "until"} ${exactTime(delivery.due)}` : ""}
      ${delivery.tier ? html`in the ${term("retry tier", RETRY_TIER)} ${delivery.tier}` : ""}
    </li>`;
}

function stateSentence(delivery, now, standing) {
  const attempts = delivery.attempts.filter(attempt => kindOf(attempt) !== "end");
  const last = attempts[attempts.length - 1];
  switch (delivery.state) {
    case "Delivered":
      return html`The endpoint accepted the event${last ? ` at attempt ${last.number}` : ""}.`;
    case "Waiting":
      return waitingSentence(delivery, last, now, standing);
    case "DeadLettered":
      return html`Given up${after(last)}: ${delivery.reason ? reason(delivery.reason) : "the reason is not recorded"}.
        ${deadLetterPlace(delivery)}`;
    case "Dropped":
      return html`Dropped${after(last)}: ${delivery.reason ? reason(delivery.reason) : "the reason is not recorded"}.
        Nothing is kept of it, because the subscription has no place for dead letters, or no longer exists.
        While Kafka keeps the event, a replay can deliver it again.`;
    default:
      return "";
  }
}

const after = last => last ? ` after ${plural(last.number, "attempt")}` : "";

function waitingSentence(delivery, last, now, standing) {
  const failed = last && kindOf(last) === "failure" ? html` The last one failed: ${last.error ?? last.outcome}.` : "";
  if (!delivery.due) {
    return html`Waits for its next attempt.${failed}`;
  }
  return Date.parse(delivery.due) > now
    ? html`The next attempt is ${time(delivery.due)}.${failed}`
    : html`The next attempt was due ${time(delivery.due)}. ${lateWords(standing, now)}${failed}`;
}

function deadLetterPlace(delivery) {
  if (!delivery.blob) {
    return "It is not written to storage yet, which may take some minutes.";
  }
  return delivery.blob.dropped
    ? html`It could not be kept: ${reason(delivery.blob.dropped)}.`
    : "";
}

/** Where a dead letter is. */
export function blob(of) {
  return of.dropped
    ? html`Dead letter dropped: ${reason(of.dropped)} ${time(of.written)}`
    : html`Dead letter written ${time(of.written)} to account ${of.account}, container ${of.container}:
        <code class="path">${of.path}</code>`;
}

/** The list of attempts that failed, of this event alone. */
export const deadLettersLink = (topic, subscription, id) =>
  linkQuery(link`/topics/${topic}/subscriptions/${subscription}/dead-letters`, { eventId: id, event: id });
