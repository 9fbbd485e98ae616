/**
 * The actions on the selected subscriptions, or on all of a host, each after one dry run that says what will happen to
 * how many.
 */

import { html, nothing } from "/console/lib/lit-html/lit-html.js";
import { path } from "/console/core/api.js";
import { plural } from "/console/core/format.js";
import { action } from "/console/parts/action.js";
import { curl, option, tidings } from "/console/parts/commands.js";
import { confirmDialog } from "/console/parts/dialog.js";
import { notice } from "/console/parts/notice.js";
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
  const plan = planOf("redrive", rows, topic => page.access.can("operator", topic));
  if (plan.todo.length === 0) {
    const why = page.access.need("operator", rows[0].topic);
    return html`<button type="button" class="secondary" aria-disabled="true" title=${why} aria-description=${why}
      >Redrive dead letters</button>`;
  }
  const start = () => {
    selected.clear();
    run.start({ request: redriveOf(plan.todo), title: `Redrive dead letters: ${planWords(plan)}` });
  };
  return html`<button type="button" class="secondary" @click=${start}>Redrive dead letters</button>`;
}

/** Sends at once what waits for all subscriptions of a host, also for those that are not shown. */
export function retryHostButton(page, host) {
  return action({
    label: "Retry all now…",
    access: page.access,
    role: "operator",
    kind: "secondary",
    onClick: () => retryHost(page, host),
  });
}

async function retryHost(page, host) {
  const target = "/eventSubscriptions/retryNow";
  let plan;
  try {
    plan = (await page.api.send("POST", target, { host, dryRun: true })).body;
  } catch (error) {
    page.say(error.message);
    return;
  }
  const number = plan.subscriptions.length;
  await confirmDialog({
    title: `Retry now: ${plural(number, "subscription")} at ${host}?`,
    text: html`<p>${ACTIONS.retry.text}</p><p>${shortened(plan.subscriptions)}</p>
      ${(plan.warnings ?? []).map(text => notice("warning", text))}`,
    count: plural(number, "subscription"),
    ready: () => number > 0,
    confirm: "Retry now",
    commands: {
      tidings: tidings(["subscription", "retry-now"], [], option("--host", host)),
      curl: curl("POST", target, { host }),
    },
    onConfirm: async () => {
      const done = (await page.api.send("POST", target, { host })).body.subscriptions.length;
      page.say(`${plural(done, "subscription is", "subscriptions are")} ${ACTIONS.retry.done}.`);
    },
  });
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

const named = rows => shortened(rows.map(keyOf));

function shortened(names) {
  return names.slice(0, NAMED).join(", ") + (names.length > NAMED ? ` and ${names.length - NAMED} more` : "");
}
