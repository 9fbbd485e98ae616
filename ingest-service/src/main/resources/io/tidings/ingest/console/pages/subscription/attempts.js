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
import { duration, exactTime, time } from "/console/parts/time.js";
import { outcomeSentence } from "../event/words.js";
import { Filters, givenOf, timeFields } from "../lists.js";
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
  const state = {
    outcome: CHOICES.some(each => each.value === wanted) ? wanted : FAILURES,
    filters: new Filters(page, ["status", "from", "to", "eventId"]),
  };
  reset(state);

  const newest = sparing(async signal => {
    const { asked, outcome, size } = state;
    if (state.further) {
      return;
    }
    const { status, ...given } = state.filters.given;
    const query = { ...given, outcome: status ?? (outcome === ALL ? "" : outcome), $top: size };
    const body = await page.api.get(target, { query, signal });
    if (asked === state.asked && !state.further) {
      take(state, body, body.value);
      page.update();
    }
  });
  const look = page.every(EVERY_MS, newest.run);

  function choose(outcome) {
    Object.assign(state, { outcome });
    reset(state);
    page.setQuery({ outcome: outcome === FAILURES ? "" : outcome, ...state.filters.query });
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

  function narrow(given) {
    state.filters.take(given);
    choose(state.outcome);
  }

  const actions = {
    choose,
    resize,
    narrow(event) {
      event.preventDefault();
      const given = givenOf(state.filters.draft);
      if (given) {
        narrow(given);
      }
    },
    anyTime() {
      const { from, to, ...others } = state.filters.given;
      narrow(others);
    },
    more: () => more(page, state),
  };
  return {
    render: () => section(topic, state, actions),
    /** Shows the attempts of a time, and leads there. */
    show({ outcome, from, to }) {
      state.filters.take({ from, to });
      choose(outcome);
      document.getElementById("attempts-title")?.focus();
    },
  };
}

function reset(state) {
  const size = rowsAtOnce(PAGE, MOST);
  Object.assign(state,
    { asked: {}, size, rows: null, next: null, further: false, busy: false, error: null, incomplete: [] });
}

function take(state, body, rows) {
  Object.assign(state, { rows, next: body.nextLink ?? null, incomplete: body.incomplete ?? [], error: null });
}

/** From here on the list stands still, so that nothing moves away under a reader. */
async function more(page, state) {
  const { asked } = state;
  Object.assign(state, { further: true, busy: true });
  page.update();
  try {
    const body = await page.api.next(state.next, { signal: page.signal });
    if (asked === state.asked) {
      take(state, body, [...state.rows, ...body.value]);
    }
  } catch (error) {
    state.error = error;
  }
  state.busy = false;
  page.update();
}

function section(topic, state, { choose, resize, narrow, anyTime, more: onMore }) {
  const { from, to } = state.filters.given;
  return html`
    <section aria-labelledby="attempts-title">
      <h2 id="attempts-title" tabindex="-1">${state.outcome === FAILURES ? "Last failures" : "Last attempts"}</h2>
      ${field({
        label: "Outcome",
        name: "outcome",
        type: "select",
        value: state.outcome,
        options: CHOICES,
        onInput: choose,
      })}
      ${narrowing(state.filters, narrow)}
      ${from || to ? html`
        <p>Only those that ended ${from ? html`from ${exactTime(from)}` : nothing}
          ${to ? html`until ${exactTime(to)}` : nothing}.
          <button type="button" class="secondary outline" @click=${anyTime}>Show any time</button></p>` : nothing}
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

/** One among thousands is found by its time, its status or its event. */
function narrowing({ draft, set, filtered }, narrow) {
  const text = (name, label, help) => field({
    label, name: `attempts-${name}`, value: draft[name] ?? "", onInput: typed => set(name, typed), help,
  });
  return html`
    <details ?open=${filtered}>
      <summary>By time, status and event</summary>
      <form class="filters" aria-label="Attempts" novalidate @submit=${narrow}>
        ${text("status", "Status", "Such as 503, whatever the outcome.")}
        ${timeFields({ id: "attempts", what: "Ended", values: draft, set })}
        ${text("eventId", "Id of the event")}
        <div class="actions"><button type="submit" class="secondary">Show these</button></div>
      </form>
    </details>`;
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

function nothingThere({ outcome, filters }) {
  if (filters.filtered) {
    return emptyState({
      title: "No attempt matches.",
      text: "Successes at the first attempt are recorded only if all attempts are logged.",
    });
  }
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
