/** The numbers of the overview. */

import { html, nothing } from "/console/lib/lit-html/lit-html.js";
import { durationText, number, percent } from "/console/core/format.js";
import { badge } from "/console/parts/badge.js";
import { chart } from "/console/parts/chart.js";
import { term } from "/console/parts/term.js";
import { retryWords } from "./pending.js";

const BEHIND_MS = 60_000;

/** @param {object} overview as GET /overview shows it */
export function figures(overview) {
  const { topics, subscriptions, jobs } = overview;
  return html`
    <div class="cards">
      ${card("Topics", number(topics))}
      ${card(term("Subscriptions", SUBSCRIPTIONS), number(subscriptions.total), counts(subscriptions))}
      ${deliveries(overview)}
      ${pending(overview)}
      ${card(html`<a href="#/jobs">Jobs</a>`, number(jobs.running), html`running, ${number(jobs.queued)} queued`)}
    </div>
    ${lastHour(overview)}`;
}

const SUBSCRIPTIONS = "Which events of a topic go to which endpoint. Those that have not succeeded in their " +
  "handshake, or whose endpoint is not healthy, are counted below.";

function card(head, figure, below = nothing) {
  return html`
    <article>
      <div class="muted">${head}</div>
      <div class="figure">${figure}</div>
      <div>${below}</div>
    </article>`;
}

function counts({ byState = {}, byHealth = {} }) {
  const wanting = Object.entries({ ...byHealth, ...byState })
    .filter(([state, count]) => count > 0 && state !== "Succeeded" && state !== "Healthy");
  return wanting.length === 0
    ? "all healthy"
    : html`<ul class="counts">${wanting.map(([state, count]) => html`
        <li>${number(count)} ${badge(state)}</li>`)}</ul>`;
}

function deliveries({ minutes }) {
  if (!minutes) {
    return nothing;
  }
  const { delivered, failed, deadLettered } = total(minutes);
  return html`
    ${card("Delivered in the last hour", number(delivered), html`${term("success rate", SUCCESS_RATE)}
      ${percent(delivered, delivered + failed)}`)}
    ${card("Failed attempts in the last hour", number(failed), html`${number(deadLettered)} dead-lettered`)}`;
}

function pending({ pending: waiting }) {
  if (!waiting) {
    return nothing;
  }
  return card(term("Waiting"), number(waiting.total), retryWords(waiting));
}

const SUCCESS_RATE = "Delivered events, compared with delivered events and failed attempts together. An event is " +
  "tried again after a failure, so several failed attempts may belong to one event.";

/** Sums the minutes. */
export function total(minutes) {
  const sum = name => minutes.reduce((all, minute) => all + (minute[name] ?? 0), 0);
  return { delivered: sum("delivered"), failed: sum("failed"), deadLettered: sum("deadLettered") };
}

function lastHour({ minutes, timeline }) {
  if (!minutes) {
    return html`<p class="muted">${timeline?.available === false
      ? "The timeline is switched off or does not respond, so there are no figures of deliveries."
      : "The figures of the last hour are not known at the moment."}</p>`;
  }
  return html`
    <section aria-labelledby="last-hour">
      <h2 id="last-hour">The last hour</h2>
      ${chart({
        label: "Deliveries and failed attempts in each minute of the last hour",
        kind: "bar",
        stacked: true,
        series: [series("Delivered", "good", minutes, "delivered"), series("Failed", "bad", minutes, "failed")],
      })}
      ${timeline?.behindMs > BEHIND_MS
        ? html`<p class="muted">The newest ${durationText(timeline.behindMs)} may be missing.</p>`
        : nothing}
    </section>`;
}

function series(name, tone, minutes, member) {
  return { name, tone, points: minutes.map(minute => ({ x: minute.minute, y: minute[member] ?? 0 })) };
}
