/** What became of an event. */

import { html } from "/console/lib/lit-html/lit-html.js";
import { path, withQuery } from "../core/api.js";
import { durationText } from "../core/format.js";
import { link, linkQuery } from "../core/router.js";
import { action } from "../parts/action.js";
import { commands, curl, tidings } from "../parts/commands.js";
import { field } from "../parts/field.js";
import { notice } from "../parts/notice.js";
import { absent, unaskable } from "./event/absent.js";
import { deadLettersLink } from "./event/delivery.js";
import { createPayloads } from "./event/payload.js";
import { recordView } from "./event/record.js";
import { askedSubscriptions, mostUrgent, redriveOf, replayOf, subscriptionsOf, waits } from "./event/story.js";
import { createJobRun } from "./jobs/run.js";
import { isRefusal } from "./lists.js";

export { findEventPage } from "./event/find.js";

const POLL_MS = 2000;
/** The most subscriptions that are asked why they send nothing. */
const MOST_STANDINGS = 10;
/** An event that was published or redriven a moment ago may get its first entry any time. */
const ATTENTIVE_MS = 60_000;

export function eventPage(page) {
  const { topic, id } = page.params;
  /** The record that a list showed, which is there although nothing may be recorded of the event. */
  const source = page.query.get("source");
  const target = withQuery(path`/topics/${topic}/events/${id}`, { source });
  const state = {
    timeline: null,
    missing: unaskable(id),
    until: Date.now() + ATTENTIVE_MS,
    /** The properties of the subscriptions that may say why nothing is sent, by name. */
    standings: new Map(),
    /** The lists of which everything is shown. */
    unfolded: new Set(),
    /** The subscriptions that are typed, by the record. */
    replay: {},
    payloads: createPayloads(page, topic),
  };
  const run = createJobRun(page);
  page.title(`Event ${id}`);

  page.every(POLL_MS, async signal => {
    if (!unaskable(id) && (run.active || mayChange(state))) {
      await look(page, state, target, signal);
    }
  });

  const begin = start => {
    state.until = Date.now() + ATTENTIVE_MS;
    start();
  };
  const on = {
    redrive: delivery => begin(() => run.startOne({
      request: redriveOf(topic, id, delivery),
      title: `Redrive event ${id} to ${topic}/${delivery.subscription}`,
    })),
    replay: (record, name) => begin(() => run.start({
      request: replayOf(topic, id, record, name),
      title: `Replay event ${id} to ${topic}/${name}`,
    })),
  };

  return {
    render: () => html`
      <h1 tabindex="-1">Event ${id}</h1>
      <p>Topic <a href=${link`/topics/${topic}`}>${topic}</a></p>
      ${run.render()}
      ${state.timeline
        ? content(page, state, on)
        : state.missing
          ? html`
            ${absent(page, topic, id, state.missing)}
            ${source ? state.payloads.render(source, id) : ""}`
          : html`<p aria-busy="true">Loading the event…</p>`}
      ${commands({ tidings: tidings(["event", "show"], [topic, id], ["--watch"]), curl: curl("GET", target) })}`,
    close() {},
  };
}

function mayChange({ timeline, missing, until }) {
  const known = timeline !== null || missing !== null;
  return !known || Date.now() < until || (timeline !== null && waits(timeline));
}

async function look(page, state, target, signal) {
  try {
    state.timeline = await page.api.get(target, { signal });
    state.missing = null;
    state.payloads.show(state.timeline.records[0].source, page.params.id);
    state.standings = await standings(page, state.timeline, signal);
  } catch (error) {
    if (!isRefusal(error)) {
      throw error;
    }
    state.missing = error;
  }
  page.update();
}

async function standings(page, timeline, signal) {
  const names = askedSubscriptions(timeline, Date.now()).slice(0, MOST_STANDINGS);
  const all = await Promise.all(names.map(name => standing(page, name, signal)));
  return new Map(all.filter(each => each !== null));
}

async function standing(page, name, signal) {
  try {
    const target = path`/topics/${page.params.topic}/eventSubscriptions/${name}`;
    return [name, (await page.api.get(target, { signal })).properties];
  } catch (error) {
    if (!isRefusal(error)) {
      throw error;
    }
    return null;
  }
}

function content(page, state, on) {
  const { timeline } = state;
  const urgent = mostUrgent(timeline);
  const { topic, id } = page.params;
  const of = {
    topic,
    now: Date.now(),
    standings: state.standings,
    several: timeline.records.length > 1,
    unfolded: state.unfolded,
    onUnfold(key) {
      state.unfolded.add(key);
      page.update();
    },
    payload: record => state.payloads.render(record.source, id),
    subscriptionLink: name => linkQuery(link`/topics/${topic}/subscriptions/${name}`, { event: id }),
    actions: delivery => deliveryActions(page, delivery, delivery === urgent ? "" : "secondary", on),
    recordActions: record => record.rejected ? "" : replayForm(page, state, record, on),
  };
  return html`
    ${lacks(timeline)}
    ${of.several
      ? notice("info", `${timeline.records.length} records have this id: it was published several times.`)
      : ""}
    ${timeline.records.map(record => recordView(of, record))}
    <p class="muted">Recorded is what failed, waited or was given up; a delivery that succeeds at once only if its
      subscription asks for it.</p>`;
}

/** What the timeline may not have. */
function lacks(timeline) {
  return html`
    ${timeline.incomplete?.length > 0
      ? notice("warning", html`This may not be all: ${timeline.incomplete.join("; ")}.`)
      : ""}
    ${timeline.behindMs > 10_000
      ? notice("warning", `What happened in the last ${durationText(timeline.behindMs)} is not shown yet.`)
      : ""}`;
}

/** What mends a delivery that has not succeeded: the subscription is changed, and the dead letter sent again. */
function deliveryActions(page, delivery, kind, on) {
  const { state, subscription } = delivery;
  if (state === "Delivered") {
    return "";
  }
  const { topic, id } = page.params;
  const letter = state === "DeadLettered";
  return html`
    <div class="actions">
      ${letter
        ? action({
          label: `Redrive to ${subscription}…`,
          access: page.access,
          role: "operator",
          topic,
          kind,
          onClick: () => on.redrive(delivery),
        })
        : ""}
      ${page.access.can("admin", topic)
        ? html`<a href=${linkQuery(link`/topics/${topic}/subscriptions/${subscription}/edit`, { event: id })}
            >Edit ${subscription}</a>`
        : ""}
      ${letter
        ? html`<a href=${deadLettersLink(topic, subscription, id)}
            >Dead letters of ${topic}/${subscription} with this id</a>`
        : ""}
    </div>`;
}

function replayForm(page, state, record, on) {
  const { topic, id } = page.params;
  const names = subscriptionsOf({ records: [record] });
  const key = record.source;
  const chosen = state.replay[key] ?? "";
  if (!page.access.can("operator", topic)) {
    return action({ label: "Replay to…", access: page.access, role: "operator", topic, kind: "secondary" });
  }
  const replay = event => {
    event.preventDefault();
    on.replay(record, chosen.trim());
  };
  return html`
    <details class="replay">
      <summary>Replay to…</summary>
      <form novalidate @submit=${replay}>
        ${field({
          label: "Subscription",
          name: `replay-${key}`,
          value: chosen,
          onInput: text => {
            state.replay[key] = text;
            page.update();
          },
          help: "Delivers this event once more, to this subscription alone, while Kafka keeps it. The filter is not " +
            `asked.${names.length > 0 ? ` Subscriptions here: ${names.slice(0, 20).join(", ")}.` : ""}`,
        })}
        <button type="submit" class="secondary" ?disabled=${chosen.trim() === ""}>Count first</button>
      </form>
    </details>`;
}
