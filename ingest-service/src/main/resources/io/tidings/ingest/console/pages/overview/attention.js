/** What needs a person now: one line each, with where it is made right. */

import { html, nothing } from "/console/lib/lit-html/lit-html.js";
import { exact, number, plural } from "/console/core/format.js";
import { linkQuery } from "/console/core/router.js";
import { badge } from "/console/parts/badge.js";
import { notice } from "/console/parts/notice.js";
import { time } from "/console/parts/time.js";
import { byHost, remedyOf } from "./remedy.js";

const WORDS = {
  MatchingStalled: "Matching is stalled",
  StorageUnavailable: "Storage unavailable",
  HoldsMuch: "Hold is filling up",
  OnProbation: "On probation",
  ValidationWaits: "Waits for consent",
  ValidationFailed: "Not validated",
  DeadLetters: "Dead letters",
  Failing: "Failing",
  Rejected: "Rejected events",
  Expiring: "Expires soon",
  Paused: "Paused",
};

const INSTANT = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g;

/** What to do about it where no page of the console can. */
const HINTS = {
  MatchingStalled: "Events are safe in Kafka and wait. See if retry-topology runs, and its log and /health/ready.",
  StorageUnavailable: "Dead letters are safe in Kafka. See the log of deadletter-exporter, and its credentials.",
};

/** @param {{attention: object[], attentionTotal: number}} overview */
export function attention({ attention: items, attentionTotal }) {
  return html`
    <section aria-labelledby="attention">
      <h2 id="attention">Needs you now</h2>
      ${items.length === 0
        ? notice("success", "Nothing needs you now.")
        : html`<ul class="attention">${byHost(items).map(group)}</ul>`}
      ${attentionTotal > items.length
        ? html`<p class="muted">and ${number(attentionTotal - items.length)} more, which are less urgent</p>`
        : nothing}
    </section>`;
}

function group(items) {
  const [{ host }] = items;
  return items.length === 1 ? line(items[0]) : html`
    <li class="host">
      <div class="what">
        <strong>${host}</strong>
        <span class="muted">${plural(items.length, "condition")}</span>
        <a href=${linkQuery("#/subscriptions", { host })} aria-label="All subscriptions at ${host}">All subscriptions there</a>
      </div>
      <ul class="attention">${items.map(line)}</ul>
    </li>`;
}

function line(item) {
  const remedy = remedyOf(item);
  const hint = HINTS[item.kind];
  return html`
    <li>
      <div class="what">
        ${badge(item.kind, WORDS[item.kind] ?? item.kind)}
        <strong>${placeOf(item)}</strong>
        <span class="muted">${when(item)}</span>
      </div>
      <p>${sentence(item)} ${hint ?? nothing}</p>
      ${remedy ? html`<a href=${remedy.to} aria-label="${remedy.text}: ${placeOf(item)}">${remedy.text}</a>` : nothing}
    </li>`;
}

function when({ since, until }) {
  const ends = until ? html`ends ${time(until)}` : nothing;
  return since ? html`began ${time(since)}${until ? ", " : nothing}${ends}` : ends;
}

function sentence({ sentence: said = "" }) {
  const timed = said.replace(INSTANT, instant => exact(instant));
  const text = timed.charAt(0).toUpperCase() + timed.slice(1);
  return text === "" || /[.!?]$/.test(text) ? text : `${text}.`;
}

function placeOf({ topic, subscription, kind, detail }) {
  if (subscription) {
    return `${topic}/${subscription}`;
  }
  return topic ?? (kind === "StorageUnavailable" && detail ? detail : "All topics");
}
