/** Redrives and replays, the newest first. */

import { html } from "/console/lib/lit-html/lit-html.js";
import { link } from "../core/router.js";
import { badge } from "../parts/badge.js";
import { commands, curl, option, tidings } from "../parts/commands.js";
import { emptyState } from "../parts/empty.js";
import { field } from "../parts/field.js";
import { time } from "../parts/time.js";
import { jobActions } from "./jobs/actions.js";
import { progress, targets } from "./jobs/job.js";
import { sentence, target, verb } from "./jobs/story.js";
import { createList, filterForm, listTable } from "./lists.js";

export { jobPage } from "./jobs/page.js";

const STATES = ["Queued", "Running", "Paused", "Done", "Cancelled", "Failed"];
const PAGE = 25;
const MOST = 100;

export function jobsPage(page) {
  page.title("Jobs");
  const list = createList(page, "/jobs", {
    names: ["topic", "subscription", "state"],
    fixed: { $orderby: "id desc" },
    usual: PAGE,
    most: MOST,
    ms: 2000,
  });
  const update = changed => {
    list.replace(job => job.id === changed.id, changed);
    page.update();
  };

  return {
    render: () => html`
      <h1 tabindex="-1">Jobs</h1>
      <p>A job delivers events to subscriptions again: dead letters (redrive), or past events (replay). Ask for one
        on the page of an event, or of the dead letters of a subscription; for several subscriptions, on the page of
        their topic, or of all <a href="#/subscriptions">subscriptions</a>.</p>
      ${filterForm(page, "#/jobs", list, fields)}
      ${listTable(list, {
        caption: "Jobs",
        columns: columns(page, update),
        key: job => job.id,
        empty: emptyState(list.filtered
          ? { title: "No job matches.", action: html`<a href="#/jobs">All jobs</a>` }
          : { title: "There are no jobs.", text: "Jobs that have ended are listed here for up to 14 days." }),
      })}
      ${commands({
        tidings: tidings(["jobs", "list"], [], optionsOf(list.given)),
        curl: curl("GET", list.target),
      })}`,
    close() {},
  };
}

const optionsOf = given => Object.entries(given).flatMap(([name, value]) => option(`--${name}`, value));

const fields = (values, set) => html`
  ${field({ label: "Topic", name: "jobs-topic", value: values.topic, onInput: text => set("topic", text) })}
  ${field({
    label: "Subscription",
    name: "jobs-subscription",
    value: values.subscription,
    onInput: text => set("subscription", text),
  })}
  ${field({
    label: "State",
    name: "jobs-state",
    type: "select",
    value: values.state ?? "",
    options: [{ value: "", label: "any" }, ...STATES.map(state => ({ value: state, label: state }))],
    onInput: text => set("state", text),
  })}`;

function columns(page, update) {
  return [
    { head: "Job", cell: job => html`<a href=${link`/jobs/${job.id}`}>${job.id}</a>` },
    { head: "What", cell: job => html`${verb(job)}${job.dryRun ? ", dry run" : ""}` },
    { head: "Subscription", cell: job => (job.subscriptions ? target(job) : targets(job)) },
    { head: "State", stays: true, cell: job => badge(job.state) },
    { head: "Progress", cell: job => html`${sentence(job)} ${progress(job)}`, wide: true },
    { head: "Asked for", cell: job => html`${time(job.created)} by ${job.createdBy}` },
    { head: "Actions", cell: job => jobActions(page, job, update) },
  ];
}
