/** The event types that a topic declares, and those that are published without that. */

import { html, nothing } from "/console/lib/lit-html/lit-html.js";
import { path } from "/console/core/api.js";
import { link, linkQuery } from "/console/core/router.js";
import { action } from "/console/parts/action.js";
import { curl, tidings } from "/console/parts/commands.js";
import { confirmDialog } from "/console/parts/dialog.js";
import { field } from "/console/parts/field.js";
import { jsonView } from "/console/parts/json.js";
import { table } from "/console/parts/table.js";
import { term } from "/console/parts/term.js";
import { time } from "/console/parts/time.js";
import { schemaProblem, typeBody, typeDraft } from "./event-type-draft.js";

const PAGE = 100;
/** A topic declares no more than fit into so many pages. */
const MOST_PAGES = 2;

/** Returns all types that a topic declares. */
export async function declaredTypes(api, topic, signal) {
  let page = await api.get(path`/topics/${topic}/eventTypes`, { query: { $top: PAGE }, signal });
  const types = page.value;
  for (let i = 1; i < MOST_PAGES && page.nextLink; i++) {
    page = await api.next(page.nextLink, { signal });
    types.push(...page.value);
  }
  return types;
}

/** Reads the log, so it is not to be repeated. @returns {Promise<{type: string, eventId: string}[]>} */
export async function seenTypes(api, topic, signal) {
  return (await api.get(path`/topics/${topic}/seenEventTypes`, { signal })).value;
}

export function createEventTypes(page, topic) {
  const state = { types: null, seen: null, failure: "" };

  const refresh = page.every(30_000, async signal => {
    state.types = await declaredTypes(page.api, topic, signal);
    page.update();
  });

  async function look() {
    Object.assign(state, { busy: true, failure: "" });
    page.update();
    try {
      state.seen = await seenTypes(page.api, topic, page.signal);
    } catch (error) {
      state.failure = error.message;
    }
    state.busy = false;
    page.update();
  }

  async function change(type, name) {
    if (await changeType(page, topic, type, name)) {
      state.seen = state.seen?.filter(each => each.type !== name) ?? null;
      refresh();
    }
  }

  async function remove(type) {
    if (await removeType(page, topic, type)) {
      refresh();
    }
  }

  const admin = (label, onClick, kind = "secondary outline small") =>
    action({ label, access: page.access, role: "admin", topic, kind, onClick });

  return {
    render: () => html`
      <section aria-labelledby="event-types">
        <h2 id="event-types">${term("Event types", "Which events the topic has, and what their data looks like.")}</h2>
        ${table({
          caption: "The declared event types",
          quiet: true,
          columns: declaredColumns(type => html`
            ${admin("Change…", () => change(type))} ${admin("Delete…", () => remove(type))}`),
          rows: state.types,
          key: type => type.name,
          empty: html`<p>The topic declares none, so subscribers have to ask its owner which there are.</p>`,
        })}
        ${state.seen === null ? nothing : table({
          caption: "Published lately, but not declared",
          columns: seenColumns(topic, type => admin("Declare…", () => change(undefined, type))),
          rows: state.seen,
          key: each => each.type,
          empty: html`<p>All types of the latest events are declared.</p>`,
        })}
        ${state.failure === "" ? nothing : html`<p class="muted">${state.failure}</p>`}
        <div class="actions">
          ${admin("Declare a type…", () => change(undefined, ""))}
          <button type="button" class="secondary outline small" aria-busy=${state.busy ? "true" : "false"}
            ?disabled=${state.busy} @click=${look}>Look for types that are not declared</button>
        </div>
      </section>`,
  };
}

function declaredColumns(actions) {
  return [
    {
      head: "Type",
      cell: type => html`${type.name}${type.properties.deprecated ? html` <span class="muted">deprecated</span>` : ""}`,
    },
    { head: "Description", wide: true, cell: type => type.properties.description ?? "" },
    {
      head: "Schema",
      cell: ({ properties: { dataSchema } }) => dataSchema === undefined
        ? "none"
        : html`<details><summary>shown</summary>${jsonView(dataSchema, "Schema")}</details>`,
    },
    { head: html`<span class="hidden">Actions</span>`, cell: actions },
  ];
}

function seenColumns(topic, declare) {
  return [
    { head: "Type", cell: each => each.type },
    {
      head: "Newest event",
      cell: each => html`<a href=${linkQuery(link`/topics/${topic}/events/${each.eventId}`, { source: each.source })}
        >${each.eventId}</a>`,
    },
    { head: "Published", cell: each => time(each.published) },
    { head: html`<span class="hidden">Actions</span>`, cell: each => declare(each.type) },
  ];
}

/** @param {object} [type] as the server shows it; without it a new one @param {string} [name] of the new one */
function changeType(page, topic, type, name) {
  const draft = typeDraft(type, name);
  const target = () => path`/topics/${topic}/eventTypes/${draft.name.trim()}`;
  const ready = () => draft.name.trim() !== "" && schemaProblem(draft) === "";
  const headers = type ? {} : { "If-None-Match": "*" };
  return confirmDialog({
    title: type ? `Change event type ${type.name}` : `Declare an event type of ${topic}`,
    text: "Published events are checked against the schema if the topic says so (its member check).",
    form: update => fields(draft, type, (member, value) => {
      draft[member] = value;
      update();
    }),
    ready,
    confirm: "Save the type",
    commands: () => (ready() ? { curl: curl("PUT", target(), typeBody(draft, type), headers) } : {}),
    onConfirm: async () => {
      await page.api.send("PUT", target(), typeBody(draft, type), { headers });
      page.say(`Event type ${draft.name.trim()} is declared.`);
    },
  });
}

function fields(draft, type, set) {
  const input = (name, label, more) =>
    field({ label, name: `event-type-${name}`, value: draft[name], onInput: value => set(name, value), ...more });
  return html`
    ${type ? nothing : input("name", "Type", { placeholder: "com.example.order.placed", help: "As the events say it." })}
    ${input("description", "Description", { help: "What has happened when it is published." })}
    ${input("schema", "Schema of the data", {
      type: "textarea", rows: 10, error: schemaProblem(draft), placeholder: '{"type": "object", "required": ["orderId"]}',
      help: "A JSON Schema (draft 2020-12). Empty: any data.",
    })}
    ${input("deprecated", "Deprecated: nobody should subscribe any more", { type: "checkbox" })}`;
}

function removeType(page, topic, { name }) {
  const target = path`/topics/${topic}/eventTypes/${name}`;
  return confirmDialog({
    title: `Delete event type ${name}?`,
    text: "Its events are still accepted and delivered, but not checked any more.",
    confirm: `Delete ${name}`,
    danger: true,
    commands: { tidings: tidings(["event-type", "delete"], [topic, name]), curl: curl("DELETE", target) },
    onConfirm: async () => {
      await page.api.send("DELETE", target);
      page.say(`Event type ${name} is deleted.`);
    },
  });
}
