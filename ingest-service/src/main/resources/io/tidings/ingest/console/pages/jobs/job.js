/** Parts that show a job: its state with the progress, what it left, and the samples of a dry run. */

import { html } from "/console/lib/lit-html/lit-html.js";
import { number } from "../../core/format.js";
import { link } from "../../core/router.js";
import { badge } from "../../parts/badge.js";
import { notice } from "../../parts/notice.js";
import { table } from "../../parts/table.js";
import { term } from "../../parts/term.js";
import { time } from "../../parts/time.js";
import { reasonSentence, skippedSentence } from "../event/words.js";
import { ended, parted, sentence, share, skipped } from "./story.js";

/** State, sentence and progress. */
export function jobState(job) {
  return html`
    <p role="status">${badge(job.state)} ${sentence(job)}</p>
    ${job.error ? notice("error", job.error) : ""}
    ${warnings(job)}
    ${progress(job)}`;
}

/** What the service says about the request, such as that events may come back again. */
export const warnings = job => (job.warnings ?? []).map(text => notice("warning", text));

/** A bar while something is to do; nobody knows how long counting takes. */
export function progress(job) {
  if (ended(job)) {
    return "";
  }
  const done = share(job);
  if (done) {
    return html`<progress value=${done.value} max=${done.max} aria-label="Sent again"></progress>`;
  }
  return job.state === "Running" ? html`<progress aria-label="Counting"></progress>` : "";
}

/** Why a job leaves events. */
export function skippedTable(job) {
  const rows = skipped(job);
  return rows.length === 0
    ? ""
    : table({
      caption: "Left out",
      columns: [
        { head: "Reason", cell: ([word]) => word },
        { head: "Count", cell: ([, count]) => number(count), numeric: true },
        { head: "What it means", cell: ([word]) => skippedSentence(word) ?? "–", wide: true },
      ],
      rows,
      key: ([word]) => word,
    });
}

const event = (topic, id) => html`<a href=${link`/topics/${topic}/events/${id}`}>${id}</a>`;

const OF_LETTERS = [
  { head: "Reason", cell: row => (row.reason ? term(row.reason, reasonSentence(row.reason)) : "–") },
  { head: "Last status", cell: row => row.status ?? "–", numeric: true },
];

/** The topic and the name of a subscription as the job has it: with the topic if these are several. */
const keyOf = (topic, text) => (topic === undefined ? parted(text) : [topic, text]);

/** Links to the subscriptions that get the events. */
export const targets = ({ topic, subscription, subscriptions = [subscription] }) => subscriptions.map((each, i) => {
  const [ofTopic, name] = keyOf(topic, each);
  return html`${i > 0 ? ", " : ""}<a href=${link`/topics/${ofTopic}/subscriptions/${name}`}>${ofTopic}/${name}</a>`;
});

/** Up to ten of what a dry run has found. */
export function samples(job) {
  const rows = job.examples ?? [];
  const letters = job.kind === "redrive";
  return rows.length === 0
    ? ""
    : table({
      caption: rows.length === 1 ? "What was found" : `${rows.length} of what was found`,
      columns: [
        { head: "Event", cell: row => event(keyOf(job.topic, row.subscription)[0], row.eventId) },
        ...(job.subscriptions ? [{ head: "Subscription", cell: row => row.subscription }] : []),
        { head: letters ? "Given up" : "Published", cell: row => time(row.time) },
        ...(letters ? OF_LETTERS : []),
        { head: "Record", cell: row => html`<code>${row.source}</code>` },
      ],
      rows,
      key: row => `${row.subscription} ${row.source}`,
    });
}
