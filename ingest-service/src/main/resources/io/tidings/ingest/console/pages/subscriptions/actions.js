/** The actions on the selected subscriptions, each after one dry run that says what will happen to how many. */

import { html, nothing } from "/console/lib/lit-html/lit-html.js";
import { path } from "/console/core/api.js";
import { plural } from "/console/core/format.js";
import { confirmDialog } from "/console/parts/dialog.js";
import { keyOf, planOf, planWords, redriveOf } from "./plan.js";

const NAMED = 10;

const pausing = paused => (api, target) => api.send("PATCH", target, { properties: { paused } });

const ACTIONS = {
  pause: {
    label: "Pause",
    text: "Nothing more is sent to their endpoints until somebody resumes them. Their events wait, and their time to " +
      "live goes on.",
    send: pausing(true),
    done: "paused",
  },
  resume: { label: "Resume", text: "What waits for them is sent.", send: pausing(false), done: "resumed" },
  retry: {
    label: "Retry now",
    text: "What waits for them is sent within seconds, as fast as their endpoints take it.",
    send: (api, target) => api.send("POST", `${target}/retryNow`),
    done: "told to retry now",
  },
};

/** @param {{page: object, list: object, selected: Set<string>, run: object}} of */
export function bulkActions(of) {
  const { page, list, selected, run } = of;
  if (!list.rows?.length || run.active) {
    return nothing;
  }
  if (!page.access.can("operator")) {
    return html`<p class="muted">To pause, resume, retry or redrive several: ${page.access.need("operator")}</p>`;
  }
  const rows = list.rows.filter(row => selected.has(keyOf(row)));
  const every = rows.length === list.rows.length;
  return html`
    <div class="actions" role="group" aria-label="Actions on what is selected">
      <button type="button" class="secondary outline" @click=${() => select(of, !every)}
        >${every ? "Select none" : `Select all ${list.rows.length} that are shown`}</button>
      ${rows.length === 0 ? nothing : html`
        ${Object.keys(ACTIONS).map(name => html`
          <button type="button" class="secondary" @click=${() => act(of, name, rows)}>${ACTIONS[name].label}</button>`)}
        ${redriveButton(of, rows)}
        <span class="muted">${plural(rows.length, "subscription")} selected</span>`}
    </div>`;
}

function select({ page, list, selected }, all) {
  selected.clear();
  if (all) {
    list.rows.forEach(row => selected.add(keyOf(row)));
  }
  page.update();
}

function redriveButton({ page, selected, run }, rows) {
  const request = redriveOf(rows);
  if (!request || !page.access.can("operator", request.topic)) {
    const why = request ? page.access.need("operator", request.topic) : "A job is of one topic: select its subscriptions.";
    return html`<button type="button" class="secondary" aria-disabled="true" title=${why} aria-description=${why}
      >Redrive dead letters</button>`;
  }
  const start = () => {
    selected.clear();
    run.start({ request, title: `Redrive dead letters of ${plural(rows.length, "subscription")} of ${request.topic}` });
  };
  return html`<button type="button" class="secondary" @click=${start}>Redrive dead letters</button>`;
}

function act(of, name, rows) {
  const { page, selected } = of;
  const { label, text, send, done } = ACTIONS[name];
  const plan = planOf(name, rows, topic => page.access.can("operator", topic));
  const left = new Set(plan.todo);
  let total = 0;
  return confirmDialog({
    title: `${label}: ${plural(plan.todo.length, "subscription")}?`,
    text: html`<p>${text}</p><p>${named(plan.todo)}</p>`,
    count: () => planWords({ todo: [...left], left: plan.left }),
    ready: () => left.size > 0,
    confirm: label,
    onConfirm: async () => {
      for (const row of left) { // what is done stays done if one is refused, and the rest can be tried again
        await send(page.api, path`/topics/${row.topic}/eventSubscriptions/${row.name}`);
        left.delete(row);
        total++;
      }
      selected.clear();
      page.say(`${plural(total, "subscription is", "subscriptions are")} ${done}.`);
      page.update();
    },
  });
}

function named(rows) {
  const names = rows.slice(0, NAMED).map(keyOf).join(", ");
  return rows.length > NAMED ? `${names} and ${rows.length - NAMED} more` : names;
}
