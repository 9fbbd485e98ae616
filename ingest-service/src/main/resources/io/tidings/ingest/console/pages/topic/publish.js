/** Publishes events from the page, with a key that is read for this one request and not kept. */

import { html, nothing } from "/console/lib/lit-html/lit-html.js";
import { quote, tidings } from "/console/core/commands.js";
import { link } from "/console/core/router.js";
import { action } from "/console/parts/action.js";
import { commands } from "/console/parts/commands.js";
import { field } from "/console/parts/field.js";
import { notice, problem } from "/console/parts/notice.js";
import { exampleEvent } from "../filter/example.js";
import { isDomain, placeOf } from "./find.js";
import { readKeys } from "./keys.js";
import { eventId, jsonProblem, newId, publication } from "./publication.js";

/** @param {{name: string, properties: object}} topic @param {string} text one event, or an array of them */
export async function publishEvents(api, topic, text) {
  const { body, type } = publication(topic, text, JSON.parse(text));
  const { key1 } = await readKeys(api, topic);
  const headers = { authorization: null, "aeg-sas-key": key1, "content-type": type };
  await api.send("POST", `${placeOf(topic)}/api/events`, body, { headers });
}

/** @param {() => object | null} topic as the server shows it; null while it is not known */
export function createPublishForm(page, topic) {
  const state = { open: false, text: "", error: "", busy: false, failure: null, published: null };

  function open() {
    const text = JSON.stringify(exampleEvent(topic(), new Date().toISOString(), { id: newId() }), null, 2);
    Object.assign(state, { open: true, text, error: "", failure: null, published: null });
    page.update();
  }

  function typed(text) {
    Object.assign(state, { text, error: jsonProblem(text) });
    page.update();
  }

  async function publish(event) {
    event.preventDefault();
    if (state.error !== "" || state.busy) {
      return;
    }
    Object.assign(state, { busy: true, failure: null, published: null });
    page.update();
    try {
      await publishEvents(page.api, topic(), state.text);
      state.published = [JSON.parse(state.text)].flat().map(each => eventId(topic(), each));
    } catch (error) {
      state.failure = error;
    }
    state.busy = false;
    page.update();
  }

  const close = () => {
    state.open = false;
    page.update();
  };

  return {
    /** The button that opens the form. */
    button: () => action({
      label: "Publish an event", access: page.access, role: "admin", topic: page.params.topic, kind: "secondary", onClick: open,
    }),
    render: () => (state.open && topic() ? form(topic(), state, { typed, publish, open, close }) : nothing),
  };
}

function form(topic, state, { typed, publish, open, close }) {
  return html`
    <section aria-labelledby="publish">
      <h2 id="publish">Publish an event</h2>
      <form novalidate @submit=${publish}>
        ${field({
          label: "Event", name: "event", type: "textarea", rows: 12, value: state.text, error: state.error,
          help: "One event in the schema of the topic, or an array of events. This is a real event: every " +
            "subscription whose filter matches gets it.",
          onInput: typed,
        })}
        ${state.error === "" ? commands(commandsOf(topic, state.text)) : nothing}
        <div class="actions">
          <button type="submit" aria-busy=${state.busy ? "true" : "false"}
            ?disabled=${state.busy || state.error !== ""}>Publish</button>
          <button type="button" class="secondary outline" @click=${open}>New example</button>
          <button type="button" class="secondary outline" @click=${close}>Close</button>
        </div>
      </form>
      ${state.failure ? failure(topic, state.failure) : nothing}
      ${state.published ? published(topic.name, state.published) : nothing}
    </section>`;
}

function published(topic, ids) {
  return notice("success", html`
    <p>Published, and safe in Kafka.</p>
    <ul>${ids.map(id => html`<li>${id === null
      ? "Tidings makes the id of this event, which its endpoint sees."
      : html`<a href=${link`/topics/${topic}/events/${id}`}>See what happens to event ${id}</a>`}</li>`)}</ul>`);
}

/** A separate port of management takes no events, and pages may send requests to their own server only. */
function failure(topic, error) {
  return html`
    ${problem(error)}
    ${error.status === 404
      ? notice("info", html`If management has a port of its own here, this page cannot publish. Use one of the commands
          above: they publish to <code>${topic.properties.endpoint}</code>.`)
      : nothing}`;
}

export function commandsOf(topic, text) {
  const { body, type } = publication(topic, text, JSON.parse(text));
  const key = topic.properties.disableLocalAuth
    ? '-H "Authorization: Bearer $TIDINGS_TOKEN"'
    : '-H "aeg-sas-key: $TIDINGS_KEY"';
  return {
    tidings: `printf %s ${quote(text)} | ${tidings(["publish"], [topic.name], ["--file", "-"])}`,
    curl: `curl ${quote(topic.properties.endpoint)} ${key} -H ${quote(`Content-Type: ${type}`)} -d ${quote(body)}`,
  };
}
