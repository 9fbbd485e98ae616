/** The numbers of the overview. */

import { html, nothing } from "/console/lib/lit-html/lit-html.js";
import { number, percent } from "/console/core/format.js";
import { linkQuery } from "/console/core/router.js";
import { badge } from "/console/parts/badge.js";
import { term } from "/console/parts/term.js";
import { retryWords } from "./pending.js";

/** @param {object} overview as GET /overview shows it */
export function figures(overview) {
  const { topics, subscriptions, jobs } = overview;
  return html`
    <div class="cards">
      ${card("Topics", number(topics))}
      ${card(html`<a href="#/subscriptions">Subscriptions</a>`, number(subscriptions.total), counts(subscriptions))}
      ${deliveries(overview)}
      ${pending(overview)}
      ${card(html`<a href="#/jobs">Jobs</a>`, number(jobs.running), html`running, ${number(jobs.queued)} queued`)}
    </div>`;
}

function card(head, figure, below = nothing) {
  return html`
    <article>
      <div class="muted">${head}</div>
      <div class="figure">${figure}</div>
      <div>${below}</div>
    </article>`;
}

function counts({ byHealth = {} }) {
  return html`<ul class="counts">${Object.entries(byHealth).map(([health, count]) => html`
    <li><a href=${linkQuery("#/subscriptions", { health })}>${number(count)} ${badge(health)}</a></li>`)}</ul>`;
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
