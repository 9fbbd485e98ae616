/** One job: how far it is, what it left out, and after a dry run the real one. */

import { html } from "/console/lib/lit-html/lit-html.js";
import { path } from "../../core/api.js";
import { number, plural } from "../../core/format.js";
import { link } from "../../core/router.js";
import { action } from "../../parts/action.js";
import { commands, curl, tidings } from "../../parts/commands.js";
import { confirmDialog } from "../../parts/dialog.js";
import { problem } from "../../parts/notice.js";
import { exactTime, time } from "../../parts/time.js";
import { isRefusal } from "../lists.js";
import { jobActions, needed } from "./actions.js";
import { jobState, samples, skippedTable, targets } from "./job.js";
import { commandOf, ended, requestOf, selected, target, things, verb } from "./story.js";

const POLL_MS = 1000;

export function jobPage(page) {
  const id = page.params.id;
  const title = `Job ${id}`;
  let job = null;
  let missing = null;
  page.title(title);

  const show = latest => {
    job = latest;
    page.update();
  };

  page.every(POLL_MS, async signal => {
    if (missing || (job && ended(job))) {
      return;
    }
    try {
      show(await page.api.get(path`/jobs/${id}`, { signal }));
    } catch (error) {
      if (!isRefusal(error)) {
        throw error;
      }
      missing = error;
      page.update();
    }
  });

  return {
    render: () => html`
      <h1 tabindex="-1">${title}</h1>
      ${missing ? html`${problem(missing)}<p><a href="#/jobs">All jobs</a></p>` : ""}
      ${!job && !missing ? html`<p aria-busy="true">Loading the job…</p>` : ""}
      ${job ? content(page, job, show) : ""}`,
    close() {},
  };
}

function content(page, job, show) {
  return html`
    ${jobState(job)}
    ${jobActions(page, job, show)}
    ${realRun(page, job)}
    ${skippedTable(job)}
    ${samples(job)}
    ${facts(job)}
    ${commands({
      tidings: tidings(["jobs", "show"], [job.id], ["--wait"]),
      curl: curl("GET", path`/jobs/${job.id}`),
    })}`;
}

function facts(job) {
  const rows = [
    ["What", html`${verb(job)}${job.dryRun ? ", a dry run: nothing is sent" : ""}`],
    [job.subscriptions ? "Subscriptions" : "Subscription", targets(job)],
    ["Asked for", html`${exactTime(job.created)} by ${job.createdBy}`],
    ["Started", exactTime(job.started)],
    ["Ended", exactTime(job.ended)],
    ["Selected", selection(job)],
    ["Rate", `at most ${plural(job.rate, "delivery", "deliveries")} in a second`],
    ["Records read", number(job.progress?.scanned ?? 0)],
  ];
  return html`
    <h2>Details</h2>
    <dl class="facts">${rows.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>`;
}

function selection(job) {
  const { eventIds = [], from, to, reasons = [], statuses = [] } = job.select;
  const when = job.kind === "redrive" ? "given up" : "published";
  return html`
    ${when} from ${exactTime(from)} ${job.kind === "start" ? "on" : html`to ${exactTime(to)}`}
    ${eventIds.length > 0 ? html`<br>${plural(eventIds.length, "event id")}: ${shortened(eventIds)}` : ""}
    ${reasons.length > 0 ? html`<br>with the reason ${reasons.join(" or ")}` : ""}
    ${statuses.length > 0 ? html`<br>whose last status was ${statuses.join(" or ")}` : ""}
    ${job.from === "blobs" ? html`<br>read from the blobs` : ""}
    ${job.filter ? html`<br>only what the filter of the subscription lets pass` : ""}
    ${job.force ? html`<br>also what was redriven three times` : ""}`;
}

const MOST_IDS = 10;

const shortened = ids =>
  ids.slice(0, MOST_IDS).join(", ") + (ids.length > MOST_IDS ? ` and ${number(ids.length - MOST_IDS)} more` : "");

/** After a dry run: the same selection, sent. */
function realRun(page, job) {
  if (!job.dryRun || job.state !== "Done" || selected(job) === 0) {
    return "";
  }
  return html`<div class="actions">${action({
    label: `${verb(job)} ${plural(selected(job), "event")}…`,
    access: page.access,
    role: "operator",
    topic: needed(page.access, job),
    onClick: () => askForRealRun(page, job),
  })}</div>`;
}

function askForRealRun(page, job) {
  const request = { ...requestOf(job), dryRun: false };
  return confirmDialog({
    title: `${verb(job)} to ${target(job)}?`,
    text: html`
      <p>
        Each becomes a new delivery to ${job.subscriptions ? "its subscription" : "this subscription"} alone, with all attempts and all its time to live again, at
        most ${number(job.rate)} in a second. The dry run has counted ${time(job.ended)}.
      </p>`,
    count: things(job, selected(job)),
    confirm: `${verb(job)} ${plural(selected(job), "event")}`,
    commands: { tidings: commandOf(request), curl: curl("POST", "/jobs", request) },
    onConfirm: async () => {
      const created = (await page.api.send("POST", "/jobs", request)).body;
      page.go(link`/jobs/${created.id}`);
    },
  });
}
