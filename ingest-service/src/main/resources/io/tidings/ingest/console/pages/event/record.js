/** One record of an event: why it was rejected, or what each subscription got. */

import { html } from "/console/lib/lit-html/lit-html.js";
import { repeat } from "/console/lib/lit-html/directives/repeat.js";
import { plural } from "../../core/format.js";
import { link, linkQuery } from "../../core/router.js";
import { notice } from "../../parts/notice.js";
import { table } from "../../parts/table.js";
import { term } from "../../parts/term.js";
import { time } from "../../parts/time.js";
import { deliveryKey, deliveryView } from "./delivery.js";
import { unrecordedWords } from "./late.js";
import { picture } from "./picture.js";
import { ordered, summary } from "./story.js";
import { rejectionSentence } from "./words.js";

const MOST_DELIVERIES = 30;
const MOST_NOT_MATCHED = 10;

/** @param {object} of as for a delivery, and {several} whether the event has other records */
export function recordView(of, record) {
  const all = ordered(record.deliveries);
  const shown = of.unfolded.has(deliveriesKey(record)) ? all : all.slice(0, MOST_DELIVERIES);
  return html`
    <section class="record">
      <h2>${of.several ? html`Record ${record.source}` : "What happened"}</h2>
      <p>
        <strong>${summary(record)}</strong>
        ${record.published ? html`Published ${time(record.published)}.` : ""}
        ${term(record.source, "The record of the event: Kafka topic, partition and offset.")}
      </p>
      ${record.schemaMismatch
        ? notice("warning", html`Its type is declared otherwise: ${record.schemaMismatch}. The topic only warns.`)
        : ""}
      ${record.rejected ? rejected(of.topic, record.rejected) : ""}
      ${of.payload(record)}
      ${shown.length > 0 ? picture(record, shown, of.now) : ""}
      ${repeat(shown, each => deliveryKey(record, each), each => deliveryView(of, record, each))}
      ${moreDeliveries(of, record, all.length - shown.length)}
      ${withoutRecord(of, record.matchedWithoutRecord ?? [])}
      ${notMatched(of, record)}
      ${of.recordActions(record)}
    </section>`;
}

const deliveriesKey = record => `${record.source} deliveries`;
const notMatchedKey = record => `${record.source} not matched`;

function moreDeliveries(of, record, count) {
  return count === 0
    ? ""
    : html`
      <button type="button" class="secondary outline" @click=${() => of.onUnfold(deliveriesKey(record))}>
        Show ${plural(count, "more delivery", "more deliveries")}
      </button>`;
}

function rejected(topic, { reason, error, time: at }) {
  return html`
    <div class="rejected">
      <p>
        Rejected ${time(at)}: ${term(reason, rejectionSentence(reason))}. <span class="error">${error}</span>
      </p>
      <p>
        The publisher has to mend this and publish the event again.
        <a href=${link`/topics/${topic}/rejected`}>Rejected events of ${topic}</a>
      </p>
    </div>`;
}

function withoutRecord({ topic, standings }, names) {
  return names.length === 0
    ? ""
    : html`
      <h3>Matched, nothing recorded</h3>
      <p>These subscriptions match now, and no attempt for them is recorded.</p>
      <ul>${names.map(name => html`
        <li>${subscription(topic, name)}: ${unrecordedWords(standings.get(name))}</li>`)}</ul>`;
}

function notMatched(of, record) {
  const { topic } = of;
  if (!record.notMatched) {
    return record.rejected || record.matchedWithoutRecord
      ? ""
      : html`<p>Kafka no longer keeps the event, so the filters of other subscriptions cannot be asked.</p>`;
  }
  const all = record.notMatched;
  const shown = of.unfolded.has(notMatchedKey(record)) ? all : all.slice(0, MOST_NOT_MATCHED);
  return all.length === 0
    ? ""
    : html`
      <h3>Not matched</h3>
      ${table({
        caption: "Subscriptions that did not get the event, and the first condition of their filter that says no",
        columns: [
          { head: "Subscription", cell: row => subscription(topic, row.subscription) },
          { head: "Why", cell: row => row.why, wide: true },
        ],
        rows: shown,
        key: row => row.subscription,
        more: shown.length < all.length ? { onMore: () => of.onUnfold(notMatchedKey(record)) } : null,
      })}
      <p><a href=${linkQuery("#/filter", { topic })}>Try a filter</a> with another event.</p>`;
}

const subscription = (topic, name) => html`<a href=${link`/topics/${topic}/subscriptions/${name}`}>${name}</a>`;
