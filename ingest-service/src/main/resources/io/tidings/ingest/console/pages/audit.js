/** Who changed what, the newest first: the audit log, for admins. */

import { html } from "/console/lib/lit-html/lit-html.js";
import { commands, curl, option, tidings } from "../parts/commands.js";
import { emptyState } from "../parts/empty.js";
import { field } from "../parts/field.js";
import { jsonView } from "../parts/json.js";
import { table } from "../parts/table.js";
import { exactTime } from "../parts/time.js";
import { addressOf, changesOf } from "./audit/change.js";
import { createList, filterForm, listTable, lookButton, timeFields } from "./lists.js";

const POLL_MS = 5000;
const PAGE = 50;
const MOST = 1000;
const NAMES = ["who", "action", "resource", "from", "to"];
const ADDRESS = "#/audit";

export function auditPage(page) {
  const state = { looked: null, onLook() {} };
  const list = createList(page, "/audit", {
    names: NAMES,
    usual: PAGE,
    most: MOST,
    ms: POLL_MS,
    still: () => state.looked !== null,
  });

  return {
    render: () => html`
      <h1 tabindex="-1">Audit</h1>
      <p>Who changed what over HTTP, read secrets, or looked at the data of events: the topics that you are an admin
        of, and their jobs, the newest first.</p>
      ${filterForm(page, ADDRESS, list, fields)}
      ${looked(state.looked)}
      ${listTable(list, {
        caption: "Audit",
        columns: columns(page, state),
        key: keyOf,
        empty: list.filtered
          ? emptyState({ title: "No change matches.", action: html`<a href=${ADDRESS}>All changes</a>` })
          : emptyState({ title: "Nothing was changed.", text: "Changes are kept for 90 days, unless set otherwise." }),
      })}
      ${commands({
        tidings: tidings(["audit", "list"], [], NAMES.flatMap(name => option(`--${name}`, list.given[name]))),
        curl: curl("GET", list.target),
      })}`,
    close() {},
  };
}

const keyOf = row => row.offset;

const fields = (values, set) => html`
  ${text("Who", "who", values, set)}
  ${text("Action", "action", values, set)}
  ${text("Resource", "resource", values, set, "topics/orders, with its subscriptions")}
  ${timeFields({ id: "audit", what: "Changed", values, set })}`;

const text = (label, name, values, set, help) =>
  field({ label, name: `audit-${name}`, value: values[name], help, onInput: typed => set(name, typed) });

const columns = (page, state) => [
  { head: "Time", cell: row => exactTime(row.time) },
  { head: "Who", cell: row => row.who },
  { head: "Action", cell: row => row.action },
  { head: "Resource", cell: row => resource(row.resource), wide: true },
  { head: "From", cell: row => row.from },
  { head: "Look", cell: row => lookButton(page, state, keyOf, row, `${row.action} of ${row.resource}`) },
];

function resource(path) {
  const address = addressOf(path);
  return address ? html`<a href=${address}>${path}</a>` : html`<code>${path}</code>`;
}

function looked(row) {
  if (row === null) {
    return "";
  }
  const changes = changesOf(row);
  return html`
    <section class="looked">
      <h2 id="looked" tabindex="-1">${row.action} of <code>${row.resource}</code> by ${row.who}</h2>
      <dl class="facts">
        <dt>Time</dt><dd>${exactTime(row.time)}</dd>
        ${row.requestId
          ? html`<dt>From</dt><dd>${row.from}</dd>
            <dt>Id of the request</dt><dd><code>${row.requestId}</code></dd>`
          : html`<dt>From</dt><dd>Tidings itself</dd>`}
      </dl>
      ${row.confirmed === false ? html`<p>Kafka did not confirm this change; it may have been made.</p>` : ""}
      ${row.omitted ? html`<p>Left out: ${row.omitted}.</p>` : ""}
      ${changes.length === 0
        ? html`<p>No member was changed by this.</p>`
        : table({ caption: "What was changed", columns: CHANGES, rows: changes, key: change => change.path })}
      ${row.before ? version("Before", row.before) : ""}
      ${row.after ? version("After", row.after) : ""}
    </section>`;
}

const CHANGES = [
  { head: "Member", cell: change => html`<code>${change.path}</code>` },
  { head: "Before", cell: change => value(change.before), wide: true },
  { head: "After", cell: change => value(change.after), wide: true },
];

const value = shown => (shown === undefined ? "–" : html`<code>${JSON.stringify(shown)}</code>`);

const version = (name, json) => html`
  <details><summary>${name}, as JSON</summary>${jsonView(json, name)}</details>`;
