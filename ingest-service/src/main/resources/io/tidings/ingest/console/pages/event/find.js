/** Finds an event by its id, in one topic or in all that the token may see. */

import { html } from "/console/lib/lit-html/lit-html.js";
import { path } from "../../core/api.js";
import { visible } from "../../core/commands.js";
import { plural } from "../../core/format.js";
import { findAddress, link, linkQuery } from "../../core/router.js";
import { field } from "../../parts/field.js";
import { notice, problem } from "../../parts/notice.js";
import { time } from "../../parts/time.js";
import { createTopicChooser } from "../topics.js";
import { unaskable } from "./absent.js";
import { summary } from "./story.js";

const MOST_TOPIC_PAGES = 10;
const AT_ONCE = 4;

export function findEventPage(page) {
  page.title("Find an event");
  const topics = createTopicChooser(page, page.query.get("topic") ?? "");
  const asked = page.query.get("topic") ? "" : page.query.get("id") ?? "";
  const search = asked === "" ? null : searchAll(page, asked);
  let id = page.query.get("id") ?? "";

  const find = event => {
    event.preventDefault();
    page.go(findAddress(topics.name, id.trim()));
  };

  return {
    render: () => html`
      <h1 tabindex="-1">Find an event</h1>
      <p>Shows which subscriptions an event matched, each attempt, where it waits and how it ended.</p>
      <form novalidate @submit=${find}>
        ${topics.render("event-topic")}
        ${field({
          label: "Event id",
          name: "event-id",
          value: id,
          onInput: text => {
            id = text;
            page.update();
          },
          help: "The id that the publisher gave the event. It is in the body of each delivery, too. Without a topic " +
            "all topics are searched; without an id the latest events of the topic are shown.",
        })}
        <button type="submit" ?disabled=${topics.name === "" && id.trim() === ""}>Find</button>
      </form>
      ${search === null ? "" : results(asked, search)}`,
    close() {},
  };
}

/** Asks for the timeline of the event in one topic after the other, as long as the page is shown. */
function searchAll(page, id) {
  const state = { topics: null, looked: 0, found: [], failed: [], error: unaskable(id) };

  async function topicNames() {
    const names = [];
    let body = await page.api.get("/topics", { query: { $top: 100 }, signal: page.signal });
    for (let read = 1; body; read++) {
      names.push(...body.value.map(each => each.name));
      body = body.nextLink && read < MOST_TOPIC_PAGES
        ? await page.api.next(body.nextLink, { signal: page.signal })
        : null;
    }
    return names;
  }

  async function ask(topic) {
    try {
      const timeline = await page.api.get(path`/topics/${topic}/events/${id}`, { signal: page.signal });
      state.found.push({ topic, record: timeline.records[0] });
    } catch (error) {
      if (error.status !== 404) {
        state.failed.push(topic);
      }
    }
    state.looked += 1;
    page.update();
  }

  async function run() {
    try {
      state.topics = await topicNames();
      page.update();
      const waiting = [...state.topics];
      const turn = async () => {
        while (waiting.length > 0 && !page.signal.aborted) {
          await ask(waiting.shift());
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, turn));
    } catch (error) {
      state.error = error;
      page.update();
    }
  }

  if (state.error === null) {
    run();
  }
  return state;
}

function results(id, { topics, looked, found, failed, error }) {
  if (error) {
    return problem(error);
  }
  if (topics === null) {
    return html`<p aria-busy="true">Looking for event ${visible(id)}…</p>`;
  }
  return html`
    <section aria-labelledby="found">
      <h2 id="found">Event ${visible(id)}</h2>
      <p role="status">${looked} of ${plural(topics.length, "topic")} looked at.</p>
      ${failed.length > 0 ? notice("warning", `These could not be asked: ${failed.join(", ")}.`) : ""}
      <ul>${found.map(({ topic, record }) => html`
        <li><a href=${link`/topics/${topic}/events/${id}`}>${topic}</a>: ${summary(record)}
          ${record.published ? time(record.published) : ""}</li>`)}</ul>
      ${looked === topics.length && found.length === 0
        ? html`
          <p>Nothing is recorded of it. An event that was delivered at once, or matched nothing, leaves no record: look
            for it in the log of a topic, as long as Kafka keeps it.</p>
          <ul>${topics.slice(0, 50).map(topic => html`
            <li><a href=${linkQuery(link`/topics/${topic}/events`, { eventId: id })}>${topic}</a></li>`)}</ul>`
        : ""}
    </section>`;
}
