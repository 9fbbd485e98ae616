/** The first step: a topic that exists, or a new one, which is created here so that the next steps can ask about it. */

import { html, nothing } from "/console/lib/lit-html/lit-html.js";
import { ifDefined } from "/console/lib/lit-html/directives/if-defined.js";
import { live } from "/console/lib/lit-html/directives/live.js";
import { action } from "/console/parts/action.js";
import { commands } from "/console/parts/commands.js";
import { field } from "/console/parts/field.js";
import { notice, problem } from "/console/parts/notice.js";
import { INPUT_SCHEMAS, schemaText } from "../topic/schema.js";
import { findTopic, isDomain, ownerOf } from "../topic/find.js";
import { nameFilter } from "../topic/name-search.js";
import { sourceDraft } from "../topic/source-draft.js";
import { mappingProblem, sourceFields } from "../topic/source.js";
import { NEW } from "./check.js";
import { localErrors } from "./draft.js";
import { placeOfNew, topicBody, topicCommands } from "./topic-draft.js";

const PAUSE_MS = 300;
const RETRY_MS = 2000;
const OFFERED = 20;

/** @param {{next: () => void, changed: () => void}} wizard */
export function createTopicStep(page, draft, wizard) {
  const state = {
    topic: null, absent: false, busy: false, offered: [], failure: null,
    schema: "EventGridSchema", partitionBy: "", deduplicateBy: "", deduplicateWindow: "",
    disableLocalAuth: false, domain: false,
    mapping: { topic: "", id: "", eventType: "", subject: "", defaultType: "" },
    source: sourceDraft(),
  };
  let timer;

  async function look() {
    const name = draft.topic.trim();
    Object.assign(state, { topic: null, absent: false, failure: null });
    try {
      const query = { $top: OFFERED, $filter: nameFilter(name) };
      state.offered = (await page.api.get("/topics", { query, signal: page.signal })).value.map(each => each.name);
      const topic = localErrors({ ...draft, topic: name }).topic ? null : await found(page, name);
      if (name === draft.topic.trim()) {
        Object.assign(state, { topic, absent: topic === null && !localErrors(draft).topic });
      }
    } catch (error) {
      if (!page.signal.aborted) {
        state.failure = error;
        timer = setTimeout(look, RETRY_MS);
      }
    }
    page.update();
  }

  function typed(text) {
    draft.topic = text;
    Object.assign(state, { topic: null, absent: false });
    clearTimeout(timer);
    timer = setTimeout(look, PAUSE_MS);
    wizard.changed();
  }

  async function create() {
    Object.assign(state, { busy: true, failure: null });
    page.update();
    try {
      const target = placeOfNew(draft.topic.trim(), state);
      state.topic = (await page.api.send("PUT", target, topicBody(state), { headers: NEW })).body;
      state.absent = false;
      wizard.next();
    } catch (error) {
      state.failure = error;
    }
    state.busy = false;
    page.update();
  }

  look();
  return {
    /** As the server shows it; null if there is none yet. */
    get topic() {
      return state.topic;
    },
    render: () => html`
      <p>Publishers send events to a topic. It takes events in one schema for ever.</p>
      ${nameField(draft, state, typed)}
      ${rest(page, draft.topic.trim(), state, { wizard, create })}
      ${state.failure ? problem(state.failure) : nothing}`,
  };
}

/** The first subscription creates a topic of a domain. */
async function found(page, name) {
  const topic = await findTopic(page.api, name, page.signal);
  return topic === null && ownerOf(name) !== null ? { name, properties: {} } : topic;
}

function nameField(draft, state, typed) {
  const error = draft.topic === "" ? undefined : localErrors(draft).topic;
  return html`
    <div class="field">
      <label for="topic">Topic name</label>
      <input id="topic" name="topic" list="topic-list" autocomplete="off" spellcheck="false" .value=${live(draft.topic)}
        aria-invalid=${ifDefined(error ? "true" : undefined)}
        aria-describedby=${error ? "topic-error topic-help" : "topic-help"}
        @input=${event => typed(event.target.value)}>
      <datalist id="topic-list">${state.offered.map(name => html`<option value=${name}></option>`)}</datalist>
      ${error ? html`<small id="topic-error" class="error">${error}</small>` : nothing}
      <small id="topic-help">A topic that exists, or a new one.</small>
    </div>`;
}

/** Those who may not save it see no form. */
function rest(page, name, state, { wizard, create }) {
  if (state.topic === null && !state.absent) {
    return nothing;
  }
  if (!page.access.can("admin", name)) {
    return notice("info", page.access.need("admin", name));
  }
  return state.topic ? existing(state.topic, wizard) : absent(page, name, state, create);
}

function existing(topic, wizard) {
  const domain = ownerOf(topic.name);
  return html`
    <p>${domain !== null
      ? `A topic of the domain ${domain}: if it is new, its first subscription creates it, unless the domain forbids that.`
      : isDomain(topic)
        ? `A domain, which takes ${schemaText(topic.properties.inputSchema)}: the subscription gets the events of all ` +
          "its topics."
        : `The topic exists and takes ${schemaText(topic.properties.inputSchema)}.`}</p>
    <div class="actions"><button type="button" @click=${wizard.next}>Next: endpoint</button></div>`;
}

function absent(page, name, state, create) {
  return html`
    <p>There is no topic ${name} yet.</p>
    ${field({
      label: "A domain", name: "domain", type: "checkbox", value: state.domain,
      help: "One endpoint and two keys for the topics of many tenants: each event names its topic.",
      onInput: value => { state.domain = value; page.update(); },
    })}
    ${state.domain ? schemaFields(page, state) : topicFields(page, state)}
    ${state.domain || mappingProblem(state.source) === "" ? createButton(page, name, state, create) : nothing}`;
}

function topicFields(page, state) {
  return html`
    ${state.source.kafkaTopic.trim() === "" ? schemaFields(page, state) : nothing}
    <details>
      <summary>Its events are the records of a Kafka topic</summary>
      ${sourceFields(state.source, (member, value) => { state.source[member] = value; page.update(); })}
    </details>
    ${field({
      label: "Partition by", name: "partitionBy", value: state.partitionBy, placeholder: "subject",
      help: "For subscriptions that are ordered: events with the same value keep their order: subject, or a path such " +
        "as /data/customerId. Empty: in no order, except CloudEvents with a partitionkey.",
      onInput: value => { state.partitionBy = value; page.update(); },
    })}
    ${field({
      label: "Drop events that repeat the same", name: "deduplicateBy", value: state.deduplicateBy, placeholder: "id",
      help: "An event is dropped if one with the same value came shortly before: id, subject, or a path such as " +
        "/data/orderId. Empty: none is dropped.",
      onInput: value => { state.deduplicateBy = value; page.update(); },
    })}
    ${state.deduplicateBy.trim() === "" ? nothing : field({
      label: "Within", name: "deduplicateWindow", value: state.deduplicateWindow, placeholder: "PT1H",
      help: "An ISO 8601 duration of at most a day. Empty: an hour.",
      onInput: value => { state.deduplicateWindow = value; page.update(); },
    })}
    ${field({
      label: "Refuse keys and signatures", name: "disableLocalAuth", type: "checkbox", value: state.disableLocalAuth,
      help: "Publishers then need a token with the role publisher.",
      onInput: value => { state.disableLocalAuth = value; page.update(); },
    })}`;
}

function createButton(page, name, state, create) {
  return html`
    ${commands(topicCommands(name, state))}
    <div class="actions">${action({
      label: `Create ${state.domain ? "domain" : "topic"} ${name}`,
      access: page.access, role: "admin", topic: name, busy: state.busy, onClick: create,
    })}</div>`;
}

/** What publishers send; the format of a source decides it for its records. */
function schemaFields(page, state) {
  return html`
    ${field({
      label: "It takes", name: "schema", type: "select", options: INPUT_SCHEMAS, value: state.schema,
      onInput: value => { state.schema = value; page.update(); },
    })}
    ${state.schema === "CustomEventSchema" ? mappingFields(page, state) : nothing}`;
}

function mappingFields(page, { domain, mapping }) {
  const text = (name, label, help) => field({
    label, name: `mapping-${name}`, value: mapping[name], help,
    onInput: value => { mapping[name] = value; page.update(); },
  });
  return html`
    ${domain ? text("topic", "Member with the topic", "Such as tenant.") : nothing}
    ${text("eventType", "Member with the event type", "Such as kind. It may be left out if there is a type for all.")}
    ${text("defaultType", "Event type of events without that member", "Such as Order.Changed.")}
    ${text("id", "Member with the id", "Without it Tidings makes an id.")}
    ${text("subject", "Member with the subject")}`;
}
