/** The latest events of a topic, without an id: filtered, followed as they come, and searched further back. */

import { html, nothing } from "/console/lib/lit-html/lit-html.js";
import { path } from "../core/api.js";
import { visible } from "../core/commands.js";
import { number, plural } from "../core/format.js";
import { link, linkQuery } from "../core/router.js";
import { commands, curl, option, tidings } from "../parts/commands.js";
import { emptyState } from "../parts/empty.js";
import { field } from "../parts/field.js";
import { table } from "../parts/table.js";
import { term } from "../parts/term.js";
import { exactTime, time } from "../parts/time.js";
import { createPayloads } from "./event/payload.js";
import { rejectionSentence } from "./event/words.js";
import { filterForm, lacks, lookButton, timeFields } from "./lists.js";
import { createLatest } from "./latest/list.js";

export function latestPage(page) {
  const { topic } = page.params;
  const title = `Events of ${topic}`;
  const payloads = createPayloads(page, topic);
  const state = { looked: null, onLook: row => payloads.show(row.source, row.eventId) };
  const list = createLatest(page, path`/topics/${topic}/events`);
  page.title(title);

  return {
    render: () => html`
      <h1 tabindex="-1">${title}</h1>
      <p>What Kafka still keeps of the topic <a href=${link`/topics/${topic}`}>${topic}</a>, the newest first.</p>
      ${filterForm(page, addressOf(topic), list, (values, set) => fields(page, values, set))}
      ${lacks(list)}
      ${list.failed ? "" : content(page, list, state, payloads)}
      ${commands({
        tidings: tidings(["event", "list"], [topic], optionsOf(list.given)),
        curl: curl("GET", list.target),
      })}`,
    close() {},
  };
}

const addressOf = topic => link`/topics/${topic}/events`;

function fields(page, values, set) {
  const text = (name, label, help) => field({
    label,
    name: `latest-${name}`,
    value: values[name] ?? "",
    onInput: typed => set(name, typed),
    help,
  });
  return html`
    ${text("type", "Type", "A part of it.")}
    ${text("subject", "Subject", "A part of it.")}
    ${text("subscription", "Subscription", "Only what its present filter lets through.")}
    ${text("outcome", "Outcome there", "Only what it had such an attempt of: Failed, Busy, 503. Its filter is not asked.")}
    ${text("eventId", "Id of the event")}
    ${page.access.can("payloads", page.params.topic)
      ? text("text", "Text in the event", "As in JSON without spaces: \"sum\":42. The audit log records each look.")
      : ""}
    ${timeFields({ id: "latest", what: "Published", values, set })}`;
}

function content(page, list, state, payloads) {
  return html`
    ${following(list)}
    ${looked(page, state, payloads)}
    ${table({
      caption: "Events, the newest first",
      quiet: true,
      columns: columns(page, state),
      rows: list.rows,
      key: keyOf,
      empty: nothingThere(page, list),
    })}
    ${list.rows ? further(list) : ""}
    ${list.size}`;
}

const keyOf = row => row.source;

function following(list) {
  return html`
    <div class="actions">
      ${list.standing
        ? html`<button type="button" class="secondary outline" @click=${list.again}>Show the latest</button>`
        : html`<button type="button" class="secondary outline" aria-pressed=${list.live ? "true" : "false"}
            @click=${list.toggle}>${list.live ? "Pause" : "Follow new events"}</button>`}
      <span class="muted">${list.standing
        ? "New events are not shown while you look further back."
        : list.live ? "New events appear by themselves." : "New events do not appear."}</span>
    </div>`;
}

/** How far back the list goes, and the way further. */
function further(list) {
  const { records, back, more, busy } = list;
  return html`
    <p role=${list.standing ? "status" : nothing}>${plural(records, "record")} looked at${more
      ? back ? html`, back to ${exactTime(back)}.` : "."
      : ". This is the beginning of what Kafka keeps, or of the time that you chose."}</p>
    ${more
      ? html`<div class="actions">
          <button type="button" class="secondary outline" aria-busy=${busy ? "true" : "false"} ?disabled=${busy}
            @click=${list.lookFurther}>Look further back</button>
          ${busy ? html`<button type="button" class="secondary outline" @click=${list.stop}>Stop</button>` : ""}
        </div>`
      : ""}`;
}

const columns = (page, state) => [
  { head: "Event", cell: row => event(page.params.topic, row) },
  { head: "Published", cell: row => time(row.published) },
  { head: "Type", cell: row => type(page.params.topic, row) },
  { head: "Subject", cell: row => row.subject ? visible(row.subject) : "–", wide: true },
  { head: "Bytes", cell: row => number(row.bytes), numeric: true },
  { head: "Record", cell: row => html`<code>${row.source}</code>` },
  { head: "Look", cell: row => lookButton(page, state, keyOf, row, `the event of record ${row.source}`) },
];

function event(topic, { eventId, source }) {
  return eventId === undefined
    ? "without an id"
    : html`<a href=${linkQuery(link`/topics/${topic}/events/${eventId}`, { source })}>${visible(eventId)}</a>`;
}

function type(topic, row) {
  return row.invalid
    ? html`no event: ${term(row.invalid, rejectionSentence(row.invalid))},
        see <a href=${link`/topics/${topic}/rejected`}>rejected events</a>`
    : visible(row.type);
}

function looked(page, { looked: row }, payloads) {
  return row === null
    ? ""
    : html`
      <section class="looked">
        <h2 id="looked" tabindex="-1">Record <code>${row.source}</code></h2>
        ${row.eventId === undefined
          ? ""
          : html`<p>${event(page.params.topic, row)}: what happened to it</p>`}
        ${payloads.render(row.source, row.eventId)}
      </section>`;
}

function nothingThere(page, list) {
  if (list.more) {
    return emptyState({ title: "Nothing found so far.", text: "The log goes further back." });
  }
  return list.filtered
    ? emptyState({
      title: "No event matches.",
      action: html`<a href=${addressOf(page.params.topic)}>Show all</a>`,
    })
    : emptyState({
      title: "No event is kept.",
      text: "Nothing was published within the retention of Kafka, or it named no topic.",
    });
}

function optionsOf({ type, subject, subscription, outcome, text, eventId, from, to }) {
  return [
    ...option("--type", type),
    ...option("--subject", subject),
    ...option("--subscription", subscription),
    ...option("--outcome", outcome),
    ...option("--text", text),
    ...option("--event-id", eventId),
    ...option("--from", from),
    ...option("--to", to),
  ];
}
