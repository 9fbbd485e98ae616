/** Which subscriptions of a topic an event would reach, and which condition keeps it from the others. */

import { html } from "/console/lib/lit-html/lit-html.js";
import { ApiError, path, pathOf } from "../core/api.js";
import { plural } from "../core/format.js";
import { link, linkQuery } from "../core/router.js";
import { badge } from "../parts/badge.js";
import { commands, curl, option, tidings } from "../parts/commands.js";
import { emptyState } from "../parts/empty.js";
import { field } from "../parts/field.js";
import { notice, problem } from "../parts/notice.js";
import { table } from "../parts/table.js";
import { exampleEvent } from "./filter/example.js";
import { jsonError } from "./filter/json-error.js";
import { isRefusal } from "./lists.js";
import { findTopic } from "./topic/find.js";
import { createTopicChooser } from "./topics.js";

const PAGE = 100;
const RETRY_MS = 2000;

export function filterPage(page) {
  page.title("Try a filter");
  const state = {
    text: "",
    /** The example that is in the field: what somebody wrote is never replaced. */
    example: "",
    schema: "",
    retry: 0,
    tried: null,
    error: null,
    busy: false,
  };
  const topics = createTopicChooser(page, page.query.get("topic") ?? "", name => readTopic(page, state, name));
  if (topics.name !== "") {
    readTopic(page, state, topics.name);
  }

  return {
    render: () => html`
      <h1 tabindex="-1">Try a filter</h1>
      <p>Says which subscriptions an event would reach, and which condition keeps it from the others. Nothing is
        published.</p>
      ${form(page, state, topics)}
      ${state.error ? problem(state.error) : ""}
      ${state.tried ? results(page, state) : ""}
      ${commandBox(state, topics.name)}`,
    close() {},
  };
}

/** Puts an example in the schema of the topic into the field, unless somebody has written there. */
async function readTopic(page, state, name) {
  clearTimeout(state.retry);
  try {
    const topic = await findTopic(page.api, name, page.signal);
    if (topic === null) {
      throw new ApiError(404, "", `There is no topic ${name}.`);
    }
    state.schema = topic.properties?.inputSchema ?? "";
    state.error = null;
    if (state.text === state.example) {
      state.example = JSON.stringify(exampleEvent(topic, new Date().toISOString()), null, 2);
      state.text = state.example;
    }
    page.setQuery({ topic: name });
  } catch (error) {
    if (page.signal.aborted) {
      return;
    }
    Object.assign(state, { error, schema: "" });
    if (!isRefusal(error)) {
      state.retry = setTimeout(() => readTopic(page, state, name), RETRY_MS);
    }
  }
  page.update();
}

function form(page, state, topics) {
  const wrong = state.text.trim() === "" ? null : jsonError(state.text);
  const send = event => {
    event.preventDefault();
    tryAll(page, state, topics.name);
  };
  const ready = topics.name !== "" && state.text.trim() !== "" && wrong === null && !state.busy;
  return html`
    <form novalidate @submit=${send}>
      ${topics.render("filter-topic")}
      ${field({
        label: "Event",
        name: "filter-event",
        type: "textarea",
        rows: 14,
        value: state.text,
        onInput: text => {
          state.text = text;
          page.update();
        },
        error: wrong ? `Line ${wrong.line}, column ${wrong.column}: ${wrong.message}.` : undefined,
        help: `One event as JSON${state.schema === "" ? "" : `, in the schema of the topic: ${state.schema}`}.`,
      })}
      <button type="submit" ?disabled=${!ready} aria-busy=${state.busy ? "true" : "false"}>Try</button>
    </form>`;
}

async function tryAll(page, state, topic) {
  Object.assign(state, { busy: true, error: null, tried: null });
  page.update();
  const body = state.text;
  const target = path`/topics/${topic}/tryFilter`;
  const ask = async next => {
    const found = (await page.api.send("POST", next ?? target, body, next ? {} : { query: { $top: PAGE } })).body;
    const before = next ? state.tried.rows : [];
    state.tried = { topic, ask, rows: [...before, ...found.value], next: found.nextLink ?? null };
  };
  await asking(page, state, () => ask(null));
}

async function asking(page, state, ask) {
  state.busy = true;
  page.update();
  try {
    await ask();
    state.error = null;
  } catch (error) {
    state.error = error;
  }
  state.busy = false;
  page.update();
}

function results(page, state) {
  const { topic, rows, next, ask } = state.tried;
  const matching = rows.filter(row => row.matches).length;
  const of = next ? `the first ${plural(rows.length, "subscription")}` : plural(rows.length, "subscription");
  return html`
    <h2>Result</h2>
    ${rows.length > 0
      ? notice(matching > 0 ? "success" : "info", `${matching} of ${of} of ${topic} would get this event.`)
      : ""}
    ${table({
      caption: "Subscriptions",
      quiet: true,
      columns: columns(topic),
      rows: [...rows].sort((a, b) => Number(b.matches) - Number(a.matches)),
      key: row => row.subscription,
      empty: emptyState({
        title: `The topic ${topic} has no subscriptions.`,
        action: page.access.can("admin", topic)
          ? html`<a href=${linkQuery("#/create", { topic })}>Create one</a>`
          : "",
      }),
      more: next ? { onMore: () => asking(page, state, () => ask(pathOf(next))), busy: state.busy } : null,
    })}`;
}

const columns = topic => [
  {
    head: "Subscription",
    cell: row => html`<a href=${link`/topics/${topic}/subscriptions/${row.subscription}`}>${row.subscription}</a>`,
  },
  { head: "Matches", cell: row => badge(row.matches ? "Succeeded" : "No", row.matches ? "Yes" : "No") },
  { head: "The first condition that says no", cell: row => row.why ?? "–", wide: true },
];

function commandBox(state, topic) {
  const body = compact(state.text);
  return topic === "" || body === null
    ? ""
    : commands({
      tidings: tidings(["filter", "try"], [topic], option("--data", body)),
      curl: curl("POST", path`/topics/${topic}/tryFilter`, body),
    });
}

/** The event in one line; null if it is no JSON. */
function compact(text) {
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    return null;
  }
}
