/** The attempts of a subscription that are logged, the newest first, as the server pages them. */

import { html, nothing } from "/console/lib/lit-html/lit-html.js";
import { path } from "/console/core/api.js";
import { link, linkQuery } from "/console/core/router.js";
import { emptyState } from "/console/parts/empty.js";
import { field } from "/console/parts/field.js";
import { notice, problem } from "/console/parts/notice.js";
import { rowsAtOnce, rowsField } from "/console/parts/rows.js";
import { table } from "/console/parts/table.js";
import { term } from "/console/parts/term.js";
import { duration, time } from "/console/parts/time.js";
import { outcomeSentence } from "../event/words.js";
import { sparing } from "./sparing.js";

const EVERY_MS = 5000;
const PAGE = 20;
const MOST = 1000;
const FAILURES = "Failed";
const ALL = "all";
const CHOICES = [
  { value: FAILURES, label: "Every failure" },
  { value: ALL, label: "Everything that is logged" },
  ...["Busy", "TimedOut", "SocketError", "ResolutionError", "NotFound", "Unauthorized", "Forbidden", "BadRequest",
    "PayloadTooLarge", "GenericError", "Delivered"].map(value => ({ value, label: value })),
];

/** @param {{topic: string, name: string}} key of the subscription */
export function createAttempts(page, { topic, name }) {
  const target = path`/topics/${topic}/eventSubscriptions/${name}/attempts`;
  const wanted = page.query.get("outcome");
  const state = { outcome: CHOICES.some(each => each.value === wanted) ? wanted : FAILURES };
  reset(state);

  const newest = sparing(async signal => {
    const { outcome, size } = state;
    if (state.further) {
      return;
    }
    const query = { outcome: outcome === ALL ? "" : outcome, $top: size };
    const body = await page.api.get(target, { query, signal });
    if (outcome === state.outcome && size === state.size && !state.further) {
      take(state, body, body.value);
      page.update();
    }
  });
  const look = page.every(EVERY_MS, newest.run);

  function choose(outcome) {
    Object.assign(state, { outcome });
    reset(state);
    page.setQuery({ outcome: outcome === FAILURES ? "" : outcome });
    anew();
  }

  function anew() {
    page.update();
    newest.hurry();
    look();
  }

  function resize() {
    reset(state);
    anew();
  }

  return { render: () => section(topic, state, { choose, resize, more: () => more(page, state) }) };
}

function reset(state) {
  const size = rowsAtOnce(PAGE, MOST);
  Object.assign(state, { size, rows: null, next: null, further: false, busy: false, error: null, incomplete: [] });
}

function take(state, body, rows) {
  Object.assign(state, { rows, next: body.nextLink ?? null, incomplete: body.incomplete ?? [], error: null });
}

/** From here on the list stands still, so that nothing moves away under a reader. */
async function more(page, state) {
  const { rows } = state;
  Object.assign(state, { further: true, busy: true });
  page.update();
  try {
    const body = await page.api.next(state.next, { signal: page.signal });
    if (rows === state.rows) {
      take(state, body, [...rows, ...body.value]);
    }
  } catch (error) {
    state.error = error;
  }
  state.busy = false;
  page.update();
}

function section(topic, state, { choose, resize, more: onMore }) {
  return html`
    <section aria-labelledby="attempts-title">
      <h2 id="attempts-title">${state.outcome === FAILURES ? "Last failures" : "Last attempts"}</h2>
      ${field({
        label: "Outcome",
        name: "outcome",
        type: "select",
        value: state.outcome,
        options: CHOICES,
        onInput: choose,
      })}
      ${state.error ? problem(state.error) : nothing}
      ${state.incomplete.length > 0
        ? notice("warning", `This may not be all: ${state.incomplete.join("; ")}.`)
        : nothing}
      ${table({
        caption: "Attempts, the newest first",
        quiet: true,
        columns: columns(topic),
        rows: state.rows,
        key: row => `${row.source} ${row.number} ${row.ended}`,
        empty: nothingThere(state),
        more: state.next ? { onMore, busy: state.busy } : null,
      })}
      ${rowsField({ shown: state.rows?.length ?? 0, more: state.next !== null }, PAGE, MOST, resize)}
    </section>`;
}

function columns(topic) {
  return [
    { head: "Event", cell: row => eventLink(topic, row.eventId) },
    { head: "When", cell: row => time(row.ended) },
    { head: term("Attempt"), cell: row => row.number, numeric: true },
    { head: term("Outcome"), stays: true, cell: row => term(row.outcome, outcomeSentence(row.outcome) ?? undefined) },
    { head: "Status", cell: row => row.status ?? "–", numeric: true },
    { head: "Took", cell: row => duration(row.durationMs), numeric: true },
    { head: "What the endpoint said", cell: said, wide: true },
    { head: "Then", cell: next },
  ];
}

function eventLink(topic, id) {
  return html`<a href=${link`/topics/${topic}/events/${id}`}>${id}</a>`;
}

function said(row) {
  return html`
    ${row.error ? html`<div>${row.error}</div>` : nothing}
    ${row.excerpt ? html`
      <details>
        <summary>Response</summary>
        <pre tabindex="0" role="region" aria-label="Beginning of the response"><code>${row.excerpt}</code></pre>
      </details>` : nothing}
    ${row.error || row.excerpt ? nothing : "–"}`;
}

function next(row) {
  switch (row.verdict) {
    case "Retry": return html`retry, due ${time(row.due)}`;
    case "Delivered": return "delivered";
    case "DeadLetter": return html`${term("dead letter")}: ${row.reason}`;
    case "Drop": return html`${term("dropped")}: ${row.reason}`;
    case "Defer": return html`${term("deferred")} (${row.reason}), due ${time(row.due)}`;
    default: return row.verdict ?? "–";
  }
}

function nothingThere({ outcome }) {
  switch (outcome) {
    case FAILURES: return emptyState({
      title: "No failed attempt is recorded.",
      text: "The attempts of the last seven days are kept.",
    });
    case ALL: return emptyState({
      title: "No attempt is recorded.",
      text: "Successes at the first attempt are recorded only if all attempts are logged: see “Attempts that are " +
        "logged” in the form that edits the subscription.",
    });
    default: return emptyState({
      title: `No attempt with the outcome ${outcome} is recorded.`,
      text: html`<a href=${linkQuery(location.hash, {})}>Show every failure</a>`,
    });
  }
}
