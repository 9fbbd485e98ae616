/** The subscriptions of all topics, the most urgent first, and what can be done to several at once. */

import { html, nothing } from "/console/lib/lit-html/lit-html.js";
import { number, percent } from "../core/format.js";
import { link, linkQuery } from "../core/router.js";
import { wordOf } from "../core/terms.js";
import { badge } from "../parts/badge.js";
import { commands, curl, option, tidings } from "../parts/commands.js";
import { emptyState } from "../parts/empty.js";
import { field } from "../parts/field.js";
import { term } from "../parts/term.js";
import { time } from "../parts/time.js";
import { createJobRun } from "./jobs/run.js";
import { createList, filterForm, listTable } from "./lists.js";
import { bulkActions, retryHostButton } from "./subscriptions/actions.js";
import { hostOf, keyOf, rateWords } from "./subscriptions/plan.js";
import { createSendAgain } from "./topic/send-again.js";

const HEALTHS = ["Failing", "OnProbation", "NotValidated", "Paused", "Delivering", "NoTraffic"];
const PAGE = 100;
const MOST = 1000;

export function subscriptionsPage(page) {
  page.title("Subscriptions");
  const selected = new Set();
  const list = createList(page, "/eventSubscriptions", {
    names: ["health", "topic", "host", "find"],
    usual: PAGE,
    most: MOST,
    ms: 4000,
    still: () => selected.size > 0,
  });
  const run = createJobRun(page);
  const of = { page, list, selected, run, again: null };

  return {
    render: () => html`
      <h1 tabindex="-1">Subscriptions</h1>
      <p>Of all topics that you see, those that need somebody first.</p>
      ${run.render()}
      ${filterForm(page, "#/subscriptions", list, fields)}
      ${bulkActions(of)}
      ${hostActions(of)}
      ${listTable(list, {
        caption: "Subscriptions",
        columns: columns(of),
        key: keyOf,
        empty: emptyState(list.filtered
          ? { title: "No subscription matches.", action: html`<a href="#/subscriptions">All subscriptions</a>` }
          : { title: "There are no subscriptions.", text: "A subscription sends the events of a topic to an endpoint." }),
      })}
      ${commands({
        tidings: tidings(["subscription", "list"], list.given.topic ? [list.given.topic] : [], optionsOf(list.given)),
        curl: curl("GET", list.target),
      })}`,
    close() {},
  };
}

/** For a list that was asked for by its host. */
function hostActions(of) {
  const { page, list, run } = of;
  const host = list.given.host && list.rows ? hostOf(list.rows, list.given.host) : undefined;
  if (host === undefined || run.active || !page.access.can("operator")) {
    return nothing;
  }
  if (of.again?.host !== host) {
    of.again = { host, ...createSendAgain(page, { host }, run) };
  }
  return html`
    <section aria-labelledby="at-host">
      <h2 id="at-host">All subscriptions at ${host}</h2>
      <div class="actions">${retryHostButton(page, host)}</div>
      ${of.again.form()}
    </section>`;
}

const optionsOf = ({ health: word, host, find }) =>
  [...option("--health", word), ...option("--host", host), ...option("--find", find)];

const fields = (values, set) => html`
  ${field({
    label: "Health",
    name: "subscriptions-health",
    type: "select",
    value: values.health ?? "",
    options: [{ value: "", label: "any" }, ...HEALTHS.map(value => ({ value, label: wordOf(value) }))],
    onInput: text => set("health", text),
  })}
  ${input("Topic", "topic", values, set)}
  ${input("Part of the host", "host", values, set)}
  ${input("Part of topic/name", "find", values, set)}`;

const input = (label, name, values, set) =>
  field({ label, name: `subscriptions-${name}`, value: values[name] ?? "", onInput: text => set(name, text) });

function columns(of) {
  return [
    { head: "Name", cell: row => html`<a href=${link`/topics/${row.topic}/subscriptions/${row.name}`}>${keyOf(row)}</a>` },
    { head: "Health", cell: health },
    ...(of.page.access.can("operator") ? [{ head: "Select", cell: row => checkbox(of, row) }] : []),
    {
      head: "Host",
      cell: row => html`<a href=${linkQuery("#/subscriptions", { host: row.host })}>${row.host}</a>`,
      wide: true,
    },
    { head: term("Rate", "What was delivered in the last minutes."), cell: row => rateWords(row.recent), numeric: true },
    { head: term("Failing", "The share of the attempts of the last minutes that failed."), cell: failing, numeric: true },
    { head: term("Waiting"), cell: row => number(row.waiting), numeric: true },
    {
      head: term("Oldest", "When the oldest event that waits for a retry was published; not known while very much waits."),
      cell: row => time(row.oldest),
    },
    { head: "Dead-lettered", cell: row => number(row.deadLettered), numeric: true },
    { head: "Last delivered", cell: row => time(row.lastDelivered) },
  ];
}

function health({ health: word, provisioningState, reason }) {
  const why = reason ?? provisioningState;
  return html`${badge(word)}${why ? html` <span class="muted">${why}</span>` : nothing}`;
}

const failing = ({ recent }) => (recent ? percent(recent.failed, recent.delivered + recent.failed) : "–");

function checkbox({ page, selected }, row) {
  const key = keyOf(row);
  const change = event => {
    if (event.target.checked) {
      selected.add(key);
    } else {
      selected.delete(key);
    }
    page.update();
  };
  return html`<input type="checkbox" aria-label=${`Select ${key}`} .checked=${selected.has(key)} @change=${change}>`;
}
