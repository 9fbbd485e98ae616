/** What an empty installation shows: three commands, and a form that does the same. */

import { html, nothing } from "/console/lib/lit-html/lit-html.js";
import { link } from "/console/core/router.js";
import { action } from "/console/parts/action.js";
import { copyButton } from "/console/parts/copy.js";
import { option, tidings } from "/console/parts/commands.js";
import { emptyState } from "/console/parts/empty.js";
import { field } from "/console/parts/field.js";
import { notice, problem } from "/console/parts/notice.js";
import { localErrors } from "../create/draft.js";
import { createFirstEvent, STEPS, SUBSCRIPTION, TOPIC } from "./first-event.js";

const TEXTS = {
  topic: "The topic hello exists",
  subscription: "The subscription hello/world exists",
  validated: "The endpoint has agreed to receive events, or need not agree",
  published: "The event is published, and safe in Kafka",
  delivered: "The endpoint has accepted the event",
};

/**
 * @param {object} page
 * @param {() => boolean | null} empty whether there is no topic; null while that is not known
 */
export function createWelcome(page, empty) {
  const state = {
    endpoint: page.settings.testReceiver ?? "", done: [], id: null, busy: false, failure: null,
  };
  const first = createFirstEvent(page, {
    done(step, detail = {}) {
      state.done = [...state.done, step];
      state.id = detail.id ?? state.id;
      page.update();
    },
  });

  async function doing(task, kept) {
    Object.assign(state, { busy: true, failure: null, done: kept });
    page.update();
    try {
      await task();
    } catch (error) {
      state.failure = page.signal.aborted ? null : error;
    }
    state.busy = false;
    page.update();
  }

  const actions = {
    start: () => doing(() => first.run(state.endpoint.trim()), []),
    again: () => doing(first.publishAnother, STEPS.slice(0, 3)),
    typed: text => { state.endpoint = text; page.update(); },
  };

  return {
    render: () => (page.access.can("admin", TOPIC)
      ? content(page, state, empty(), actions)
      : nothingToDo(page, empty())),
    close() {},
  };
}

function nothingToDo(page, empty) {
  return emptyState({
    title: empty === false ? "There are topics already." : "There is no topic that you can see.",
    text: html`Topics are created by an admin. ${page.access.need("admin")}`,
  });
}

function content(page, state, empty, actions) {
  return html`
    <p>${intro(empty)} Publishers send events to a topic; each subscription of the topic sends those that its
      filter matches to an endpoint.</p>
    <div class="columns">
      ${form(page, state, actions)}
      ${threeCommands(state)}
    </div>
    <p>Or <a href="#/create">create a topic and a subscription of your own</a>, step by step.</p>`;
}

function intro(empty) {
  if (empty === null) {
    return nothing;
  }
  return empty
    ? "There is no topic yet."
    : "There are topics already. If one of them is hello, it is used as it is.";
}

function form(page, state, { start, again, typed }) {
  const error = state.endpoint === "" ? "" : localErrors({ topic: TOPIC, name: SUBSCRIPTION, ...state }).endpoint ?? "";
  const ready = state.endpoint !== "" && error === "";
  const published = state.done.includes("published");
  return html`
    <article>
      <h2>Send the first event</h2>
      <p>This makes the topic <code>hello</code> and the subscription <code>world</code>, and publishes an event.</p>
      ${field({
        label: "Endpoint", name: "endpoint", type: "url", value: state.endpoint, error, onInput: typed,
        help: page.settings.testReceiver
          ? "The test receiver of this installation, which accepts everything; or a URL of yours."
          : "The URL that gets the event. “tidings listen” makes one on your machine.",
      })}
      <div class="actions">
        ${ready && !published
          ? action({ label: "Create and publish", access: page.access, role: "admin", topic: TOPIC, busy: state.busy,
            onClick: start })
          : nothing}
        ${!ready ? html`<button type="button" disabled>Create and publish</button>` : nothing}
        ${published && !state.busy
          ? html`<button type="button" class="secondary" @click=${again}>Publish another event</button>`
          : nothing}
      </div>
      ${state.done.length > 0 || state.busy ? progress(state) : nothing}
      ${state.failure ? problem(state.failure) : nothing}
      ${links(state)}
    </article>`;
}

function progress({ done, busy }) {
  const next = STEPS.find(step => !done.includes(step));
  return html`<ol class="progress" aria-live="polite">
    ${STEPS.map(step => html`
      <li class=${done.includes(step) ? "done" : ""} aria-busy=${busy && step === next ? "true" : "false"}>
        <span class="hidden">${done.includes(step) ? "Done:" : "Not yet:"}</span> ${TEXTS[step]}</li>`)}
  </ol>`;
}

function links({ done, id }) {
  if (!done.includes("subscription")) {
    return nothing;
  }
  return html`
    ${done.includes("delivered") ? notice("success", "The event has arrived.") : nothing}
    <ul>
      ${id ? html`<li><a href=${link`/topics/${TOPIC}/events/${id}`}>See what happened to the event</a></li>` : nothing}
      <li><a href=${link`/topics/${TOPIC}/subscriptions/${SUBSCRIPTION}`}>Look at the subscription</a></li>
      <li><a href=${link`/topics/${TOPIC}`}>Look at the topic</a></li>
    </ul>`;
}

function threeCommands({ endpoint }) {
  const lines = [
    tidings(["topic", "create"], [TOPIC]),
    tidings(["subscription", "create"], [`${TOPIC}/${SUBSCRIPTION}`], [
      ...option("--endpoint", endpoint.trim() || "http://localhost:3000/"), "--tidings", '{"attempts":"all"}',
    ]),
    tidings(["publish"], [TOPIC], ["--type", "Greeting", "--data", '{"text": "good tidings"}']),
  ];
  return html`
    <article>
      <h2>The same with three commands</h2>
      <ol>${lines.map((line, i) => html`
        <li><div class="command">
          <pre tabindex="0" role="region" aria-label="Command ${i + 1}"><code>${line}</code></pre>
          ${copyButton(line)}
        </div></li>`)}</ol>
      <p class="muted">In a clone of the repository the command is <code>./deploy/tidings</code>.
        <code>tidings listen</code> receives webhooks on port 3000 of your machine and prints them.</p>
    </article>`;
}
