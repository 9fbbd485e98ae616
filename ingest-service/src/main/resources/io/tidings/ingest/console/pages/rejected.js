/** The events of a topic that were matched with no subscription, because they break a rule. */

import { html } from "/console/lib/lit-html/lit-html.js";
import { path } from "../core/api.js";
import { link } from "../core/router.js";
import { commands, curl, option, tidings } from "../parts/commands.js";
import { emptyState } from "../parts/empty.js";
import { term } from "../parts/term.js";
import { time } from "../parts/time.js";
import { createPayloads } from "./event/payload.js";
import { REJECTION_REASONS, rejectionSentence } from "./event/words.js";
import { createList, filterForm, listTable, lookButton, timeAndIdFields } from "./lists.js";

const POLL_MS = 5000;
const PAGE = 50;
const MOST = 1000;

export function rejectedPage(page) {
  const { topic } = page.params;
  const title = `Rejected events of ${topic}`;
  const address = link`/topics/${topic}/rejected`;
  const payloads = createPayloads(page, topic);
  const state = { looked: null, onLook: row => payloads.show(row.source, row.eventId) };
  const list = createList(page, path`/topics/${topic}/rejected`, {
    names: ["reason", "from", "to", "eventId"],
    usual: PAGE,
    most: MOST,
    ms: POLL_MS,
    still: () => state.looked !== null,
  });
  page.title(title);

  return {
    render: () => html`
      <h1 tabindex="-1">${title}</h1>
      <p>Events that were written to Kafka for the topic <a href=${link`/topics/${topic}`}>${topic}</a> and break a
        rule, so no subscription got them, the newest first. The publisher has to mend them and publish them again.
        What breaks a rule over HTTP is not here: its publisher got the response 400.</p>
      ${filterForm(page, address, list, (values, set) =>
        timeAndIdFields({ id: "rejected", what: "Rejected", values, set, reasons: REJECTION_REASONS }))}
      ${looked(state, payloads)}
      ${listTable(list, {
        caption: title,
        columns: columns(page, state),
        key: keyOf,
        empty: list.filtered
          ? emptyState({ title: "No rejected event matches.", action: html`<a href=${address}>Show all</a>` })
          : emptyState({ title: "No event was rejected.", text: "Of the last days, everything could be matched." }),
      })}
      ${commands({
        tidings: tidings(["rejected"], [topic], optionsOf(list.given)),
        curl: curl("GET", list.target),
      })}`,
    close() {},
  };
}

const keyOf = row => `${row.source} ${row.eventId}`;

const columns = (page, state) => [
  { head: "Event", cell: row => event(page.params.topic, row.eventId) },
  { head: "Rejected", cell: row => time(row.time) },
  { head: "Reason", stays: true, cell: row => term(row.reason, rejectionSentence(row.reason)) },
  { head: "What to mend", cell: row => row.error ?? "–", wide: true },
  { head: "Record", cell: row => html`<code>${row.source}</code>` },
  { head: "Look", cell: row => lookButton(page, state, keyOf, row, `the rejected record ${row.source}`) },
];

function looked({ looked: row }, payloads) {
  return row === null
    ? ""
    : html`
      <section class="looked">
        <h2 id="looked" tabindex="-1">Rejected record <code>${row.source}</code></h2>
        ${payloads.render(row.source, row.eventId)}
      </section>`;
}

const event = (topic, id) => id ? html`<a href=${link`/topics/${topic}/events/${id}`}>${id}</a>` : "without an id";

function optionsOf({ reason, from, to, eventId }) {
  return [
    ...option("--reason", reason),
    ...option("--event-id", eventId),
    ...option("--from", from),
    ...option("--to", to),
  ];
}
