/** Sends events again in three steps: counts them in a dry run, asks, and follows the job. */

import { html } from "/console/lib/lit-html/lit-html.js";
import { path } from "../../core/api.js";
import { number, plural } from "../../core/format.js";
import { link } from "../../core/router.js";
import { commands, curl } from "../../parts/commands.js";
import { confirmDialog } from "../../parts/dialog.js";
import { field } from "../../parts/field.js";
import { notice, problem } from "../../parts/notice.js";
import { jobState, samples, skippedTable, warnings } from "./job.js";
import { commandOf, doneTo, ended, requestOf, selected, skipped, target, verb } from "./story.js";

const POLL_MS = 700;
const USUAL_RATE = 100;
const MOST_RATE = 10_000;
const TIMES = "BroughtBackThreeTimes";

/** @param {object} page */
export function createJobRun(page) {
  const run = new JobRun(page);
  page.every(POLL_MS, signal => run.look(signal));
  return run;
}

class JobRun {
  /** The latest of the real job; null before it is asked for. */
  job = null;
  /** The latest of the dry run. */
  dry = null;
  request = null;
  title = "";
  /** What the field says. */
  rateText = String(USUAL_RATE);
  busy = false;
  error = null;
  #page;

  constructor(page) {
    this.#page = page;
  }

  get rate() {
    return this.rateText.trim() === "" ? NaN : Number(this.rateText);
  }

  get active() {
    return this.request !== null;
  }

  /** @param {{request: object, title: string}} what `request` is the body of `POST /jobs` without `dryRun` */
  start({ request, title }) {
    Object.assign(this, { request, title, dry: null, job: null, rateText: String(request.rate ?? USUAL_RATE) });
    focusSoon("run-title");
    return this.#create(true);
  }

  /** Sends one event again after a question, without a dry run: there is nothing to count. */
  async startOne({ request, title }) {
    const body = { ...request, dryRun: false };
    let job = null;
    const asked = await confirmDialog({
      title: `${title}?`,
      text: `It becomes a new delivery to ${target(request)} alone, with all attempts and all its time to live again.`,
      confirm: `${verb(request)} 1 event`,
      commands: { tidings: commandOf(request), curl: curl("POST", "/jobs", body) },
      onConfirm: async () => { job = (await this.#page.api.send("POST", "/jobs", body)).body; },
    });
    if (asked) {
      Object.assign(this, { request, title, job, dry: null, error: null, busy: false });
      focusSoon("run-title");
      this.#page.update();
    }
  }

  render() {
    return this.active ? section(this) : "";
  }

  async look(signal) {
    const asked = this.job ?? this.dry;
    if (!asked || ended(asked)) {
      return;
    }
    const shown = await this.#page.api.get(path`/jobs/${asked.id}`, { signal });
    const latest = { ...shown, warnings: asked.warnings }; // only the first response says what is left out
    if (this.job?.id === latest.id) {
      this.job = latest;
    } else if (this.dry?.id === latest.id) {
      this.dry = latest;
    }
    this.#page.update();
  }

  /** Makes the deliveries that the dry run has counted: the same selection, even if more has come meanwhile. */
  confirm = event => {
    event.preventDefault();
    this.request = requestOf(this.dry);
    focusSoon("run-title");
    return this.#create(false);
  };

  /** Counts again, with what was redriven three times. */
  force = () => {
    Object.assign(this, { request: { ...this.request, force: true }, dry: null, job: null });
    focusSoon("run-title");
    return this.#create(true);
  };

  close = () => {
    Object.assign(this, { request: null, dry: null, job: null, error: null });
    focusSoon("main");
    this.#page.update();
  };

  setRate = text => {
    this.rateText = text;
    this.#page.update();
  };

  async #create(dryRun) {
    const asked = this.request;
    Object.assign(this, { busy: true, error: null });
    this.#page.update();
    const outcome = await this.#post({ ...asked, rate: this.rate, dryRun }, dryRun ? "dry" : "job");
    if (this.request === asked) { // nobody has closed this, or begun another one meanwhile
      Object.assign(this, outcome, { busy: false });
      this.#page.update();
    }
  }

  async #post(body, name) {
    try {
      return { [name]: (await this.#page.api.send("POST", "/jobs", body)).body };
    } catch (error) {
      return { error };
    }
  }
}

/** The button that was pressed goes, or what it opens is elsewhere, so people must be led there. */
function focusSoon(id) {
  requestAnimationFrame(() => requestAnimationFrame(() => document.getElementById(id)?.focus()));
}

function section(run) {
  return html`
    <section class="job-run" aria-labelledby="run-title">
      <h2 id="run-title" tabindex="-1">${run.title}</h2>
      ${run.error ? problem(run.error) : ""}
      ${run.job ? following(run) : counted(run)}
    </section>`;
}

function counted(run) {
  const { dry, error } = run;
  if (!dry || !ended(dry)) {
    return html`
      ${dry ? jobState(dry) : error ? "" : html`<p aria-busy="true">Asking for a count…</p>`}
      <p>This is a dry run: it counts, and sends nothing.</p>
      ${closing(run)}`;
  }
  if (dry.state !== "Done") {
    return html`${jobState(dry)} ${closing(run)}`;
  }
  return html`
    ${selected(dry) === 0 ? nothingFound(dry) : found(dry)}
    ${warnings(dry)}
    ${skippedTable(dry)}
    ${forceOffer(run)}
    ${samples(dry)}
    ${selected(dry) === 0 ? closing(run) : confirmation(run)}`;
}

const closing = run => html`<button type="button" class="secondary" @click=${run.close}>Close</button>`;

function found(dry) {
  return html`
    <p>
      <strong>${doneTo(dry, selected(dry), "will be ")}</strong>, and to nobody else. Each becomes a new delivery, with all
      attempts and all its time to live again.
    </p>`;
}

function nothingFound(dry) {
  return notice("info", skipped(dry).length > 0
    ? `Nothing is left to ${verb(dry).toLowerCase()}.`
    : `Nothing was found. ${number(dry.progress?.scanned ?? 0)} records were read.`);
}

function forceOffer(run) {
  const times = Object.fromEntries(skipped(run.dry ?? run.job))[TIMES];
  return times && !run.request.force
    ? html`
      <button class="secondary outline" ?disabled=${run.busy} @click=${run.force}>
        Also take the ${number(times)} that were redriven three times…
      </button>`
    : "";
}

const rateError = rate =>
  Number.isInteger(rate) && rate >= 1 && rate <= MOST_RATE
    ? undefined
    : `A whole number from 1 to ${number(MOST_RATE)}.`;

function confirmation(run) {
  const { dry, rate } = run;
  const request = { ...requestOf(dry), rate: Number.isNaN(rate) ? undefined : rate };
  const wrong = rateError(rate);
  return html`
    <form class="run-form" novalidate @submit=${run.confirm}>
      ${field({
        label: "Deliveries in a second, at most",
        name: "run-rate",
        type: "number",
        min: 1,
        max: MOST_RATE,
        value: run.rateText,
        onInput: run.setRate,
        error: wrong,
        help: "A slow rate spares an endpoint that has just come back.",
      })}
      <div class="actions">
        <button type="submit" ?disabled=${run.busy || wrong !== undefined} aria-busy=${run.busy ? "true" : "false"}>
          ${`${verb(dry)} ${plural(selected(dry), "event")}`}
        </button>
        <button type="button" class="secondary" ?disabled=${run.busy} @click=${run.close}>Cancel</button>
      </div>
    </form>
    ${commands({
      tidings: commandOf(request),
      curl: curl("POST", "/jobs", { ...request, dryRun: false }),
    })}`;
}

function following(run) {
  const { job } = run;
  return html`
    ${jobState(job)}
    ${ended(job) ? skippedTable(job) : ""}
    ${ended(job) && run.dry === null ? forceOffer(run) : ""}
    <p><a href=${link`/jobs/${job.id}`}>Job ${job.id}</a></p>
    ${closing(run)}`;
}
