/** The newest dead letters of a subscription. */

import { html } from "/console/lib/lit-html/lit-html.js";
import { path } from "/console/core/api.js";
import { link } from "/console/core/router.js";
import { emptyState } from "/console/parts/empty.js";
import { table } from "/console/parts/table.js";
import { term } from "/console/parts/term.js";
import { time } from "/console/parts/time.js";
import { reasonSentence } from "../event/words.js";

const EVERY_MS = 10_000;
const SHOWN = 5;

/** @param {{topic: string, name: string}} key of the subscription */
export function createDeadLetters(page, { topic, name }) {
  const all = link`/topics/${topic}/subscriptions/${name}/dead-letters`;
  let rows = null;

  page.every(EVERY_MS, async signal => {
    const target = path`/topics/${topic}/eventSubscriptions/${name}/deadLetters`;
    rows = (await page.api.get(target, { query: { $top: SHOWN }, signal })).value;
    page.update();
  });

  return {
    render: properties => html`
      <section aria-labelledby="dead-letters-title">
        <h2 id="dead-letters-title">Dead letters</h2>
        ${table({
          caption: "The newest dead letters",
          quiet: true,
          columns: columns(topic),
          rows,
          key: row => `${row.source} ${row.redriven ?? 0}`,
          empty: emptyState({
            title: "No event was given up in the last seven days.",
            text: properties.deadLetterDestination
              ? undefined
              : "This subscription keeps no dead letters: an event that is given up is dropped.",
          }),
        })}
        ${rows?.length > 0
          ? html`<p><a href=${all}>All dead letters</a></p>`
          : ""}
      </section>`,
  };
}

function eventLink(topic, id) {
  return html`<a href=${link`/topics/${topic}/events/${id}`}>${id}</a>`;
}

function columns(topic) {
  return [
    { head: "Event", cell: row => eventLink(topic, row.eventId) },
    { head: "Given up", cell: row => time(row.deadLettered) },
    { head: "Reason", stays: true, cell: row => term(row.reason, reasonSentence(row.reason) ?? undefined) },
    { head: "Attempts", cell: row => row.attempts, numeric: true },
    { head: "Last outcome", cell: row => [row.lastOutcome, row.lastStatus].filter(Boolean).join(" ") || "–" },
    { head: "Redriven", cell: row => row.broughtBack ? time(row.broughtBack) : "–" },
  ];
}
