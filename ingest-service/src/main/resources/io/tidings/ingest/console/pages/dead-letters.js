/** The dead letters of a subscription: look, select, and bring them back. */

import { html } from "/console/lib/lit-html/lit-html.js";
import { path } from "../core/api.js";
import { plural } from "../core/format.js";
import { link, linkQuery } from "../core/router.js";
import { action } from "../parts/action.js";
import { commands, curl, option, tidings } from "../parts/commands.js";
import { emptyState } from "../parts/empty.js";
import { jsonView } from "../parts/json.js";
import { term } from "../parts/term.js";
import { time } from "../parts/time.js";
import { trail } from "../parts/trail.js";
import { createJobRun } from "./jobs/run.js";
import { blob, outcomeTerm, reason } from "./event/delivery.js";
import { createPayloads } from "./event/payload.js";
import { DEAD_LETTER_REASONS } from "./event/words.js";
import { createList, filterForm, listTable, lookButton, timeAndIdFields } from "./lists.js";

const FILTERS = ["reason", "from", "to", "eventId"];
const POLL_MS = 5000;
const PAGE = 50;
const MOST = 1000;
/** The most ids that one job takes. */
const MOST_SELECTED = 1000;

export function deadLettersPage(page) {
  const { topic, subscription } = page.params;
  const title = `Dead letters of ${topic}/${subscription}`;
  const payloads = createPayloads(page, topic);
  const state = { selected: new Set(), looked: null, onLook: row => payloads.show(row.source, row.eventId) };
  const run = createJobRun(page);
  const list = createList(page, path`/topics/${topic}/eventSubscriptions/${subscription}/deadLetters`, {
    names: FILTERS,
    usual: PAGE,
    most: MOST,
    ms: POLL_MS,
    still: () => state.selected.size > 0 || state.looked !== null,
  });
  page.title(title);

  const of = { page, list, state, run, payloads, topic, subscription };
  return {
    render: () => html`
      ${trail(page, true)}
      <h1 tabindex="-1">${title}</h1>
      <p>Events that were given up for
        <a href=${link`/topics/${topic}/subscriptions/${subscription}`}>${topic}/${subscription}</a>, newest first.
        A ${term("redrive")} delivers them again.</p>
      ${run.render()}
      ${filterForm(page, addressOf(of), list, fields)}
      ${redriveActions(of)}
      ${looked(of)}
      ${listTable(list, {
        caption: title,
        columns: columns(of),
        key: keyOf,
        empty: nothingThere(of),
      })}
      ${commands({
        tidings: tidings(["dead-letters", "list"], [`${of.topic}/${of.subscription}`], optionsOf(list.given)),
        curl: curl("GET", list.target),
      })}`,
    close() {},
  };
}

const addressOf = ({ topic, subscription }) =>
  link`/topics/${topic}/subscriptions/${subscription}/dead-letters`;

const keyOf = row => `${row.source} ${row.redriven ?? 0} ${row.deadLettered}`;

function fields(values, set) {
  const words = values.reason && !DEAD_LETTER_REASONS.includes(values.reason)
    ? [...DEAD_LETTER_REASONS, values.reason]
    : DEAD_LETTER_REASONS;
  return timeAndIdFields({ id: "letters", what: "Given up", values, set, reasons: words });
}

function optionsOf({ reason: word, from, to, eventId }) {
  return [
    ...option("--reason", word),
    ...option("--event-id", eventId),
    ...option("--from", from),
    ...option("--to", to),
  ];
}

function columns(of) {
  const { page, topic } = of;
  return [
    { head: "Event", cell: row => event(topic, row.eventId) },
    ...(page.access.can("operator", topic) ? [{ head: "Select", cell: row => checkbox(of, row) }] : []),
    { head: "Given up", cell: row => time(row.deadLettered) },
    { head: "Reason", stays: true, cell: row => reason(row.reason) },
    { head: "Attempts", cell: row => row.attempts, numeric: true },
    { head: "Last outcome", cell: row => row.lastOutcome ? outcomeTerm(row.lastOutcome, row.lastStatus) : "–" },
    { head: "Redriven", cell: row => row.broughtBack ? time(row.broughtBack) : "–" },
    { head: "Kept", cell: row => kept(row.blob) },
    { head: "Look", cell: row => lookButton(page, of.state, keyOf, row, `the dead letter of event ${row.eventId}`) },
  ];
}

const event = (topic, id) => html`<a href=${link`/topics/${topic}/events/${id}`}>${id}</a>`;

function kept(place) {
  if (!place) {
    return "in no blob so far";
  }
  return place.dropped ? html`dropped: ${reason(place.dropped)}` : html`written ${time(place.written)}`;
}

function checkbox({ page, state }, row) {
  const change = event => {
    if (event.target.checked) {
      state.selected.add(row.eventId);
    } else {
      state.selected.delete(row.eventId);
    }
    page.update();
  };
  return html`<input type="checkbox" aria-label=${`Select event ${row.eventId}`}
    .checked=${state.selected.has(row.eventId)} @change=${change}>`;
}

function looked({ state, payloads, topic }) {
  const row = state.looked;
  return row === null
    ? ""
    : html`
      <section class="looked">
        <h2 id="looked" tabindex="-1">Dead letter of event ${row.eventId}</h2>
        <p><a href=${link`/topics/${topic}/events/${row.eventId}`}>What happened to event ${row.eventId}</a></p>
        <p>${row.blob ? blob(row.blob) : "Not written to storage yet, which may take some minutes."}</p>
        ${payloads.render(row.source, row.eventId)}
        ${jsonView(row, `Dead letter of event ${row.eventId}`)}
      </section>`;
}

function nothingThere(of) {
  const { list } = of;
  return list.filtered
    ? emptyState({ title: "No dead letter matches.", action: html`<a href=${addressOf(of)}>Show all</a>` })
    : emptyState({
      title: "There are no dead letters.",
      text: "None were recorded in the last days. A redrive from blobs reaches further back, see docs/replay.md.",
    });
}

/** The buttons above the list; nothing is to redrive in an empty one. */
function redriveActions(of) {
  const { page, list, state, topic } = of;
  if (!list.rows?.length || of.run.active) {
    return "";
  }
  const chosen = state.selected.size;
  const operator = { access: page.access, role: "operator", topic };
  const all = action({
    ...operator,
    label: list.filtered ? "Redrive all that match…" : "Redrive all…",
    kind: chosen > 0 ? "secondary" : "",
    onClick: () =>
      start(of, selectionOf(list.given), list.filtered ? "Redrive matching dead letters" : "Redrive dead letters"),
  });
  const some = chosen === 0
    ? ""
    : action({
      ...operator,
      label: `Redrive ${plural(chosen, "selected event")}…`,
      onClick: () => startSelected(of),
    });
  return html`
    <div class="actions">
      ${some} ${all}
      <a class="action-link" href=${linkQuery("#/jobs", { topic, subscription: of.subscription })}
        >Jobs of this subscription</a>
    </div>
    ${chosen > MOST_SELECTED ? html`<p>One job takes ${MOST_SELECTED} ids: the first ${MOST_SELECTED} go.</p>` : ""}`;
}

/** The same filters as those of the list. */
function selectionOf({ reason: word, from, to, eventId }) {
  return {
    ...(eventId ? { eventIds: [eventId] } : {}),
    ...(word ? { reasons: [word] } : {}),
    ...(from ? { from } : {}),
    ...(to ? { to } : {}),
  };
}

async function startSelected(of) {
  const { run, state, topic, subscription } = of;
  const eventIds = [...state.selected].slice(0, MOST_SELECTED);
  if (eventIds.length > 1) {
    state.selected.clear();
    start(of, { eventIds }, "Redrive selected events");
    return;
  }
  await run.startOne({
    request: { kind: "redrive", topic, subscription, select: { eventIds } },
    title: `Redrive event ${eventIds[0]} to ${topic}/${subscription}`,
  });
  if (run.active) {
    state.selected.clear();
    of.page.update();
  }
}

function start({ run, topic, subscription }, select, title) {
  run.start({
    request: { kind: "redrive", topic, subscription, select },
    title: `${title} of ${topic}/${subscription}`,
  });
}
