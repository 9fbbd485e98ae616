/** Pause, resume and cancel, with a confirmation that says what remains. */

import { html } from "/console/lib/lit-html/lit-html.js";
import { path } from "../../core/api.js";
import { action } from "../../parts/action.js";
import { curl, tidings } from "../../parts/commands.js";
import { confirmDialog } from "../../parts/dialog.js";
import { consequence, ended, sentence, topicsOf } from "./story.js";

const LABELS = { pause: "Pause", resume: "Resume", cancel: "Cancel" };

/**
 * The buttons of a job; nothing for one that has ended.
 *
 * @param {(job: object) => void} onChange told what the server says of the job after an action
 */
export function jobActions(page, job, onChange) {
  if (ended(job)) {
    return "";
  }
  const offered = [job.state === "Paused" ? "resume" : "pause", "cancel"];
  return html`<div class="actions">${offered.map(word => action({
    label: LABELS[word],
    access: page.access,
    role: "operator",
    topic: needed(page.access, job),
    kind: word === "cancel" ? "danger outline" : "secondary",
    onClick: () => ask(page, job, word, onChange),
  }))}</div>`;
}

/** The topic of a job that the token may not act on, or any of its topics. */
export function needed(access, job) {
  const topics = topicsOf(job);
  return topics.find(topic => !access.can("operator", topic)) ?? topics[0];
}

function ask(page, job, word, onChange) {
  const target = path`/jobs/${job.id}/${word}`;
  return confirmDialog({
    title: `${LABELS[word]} job ${job.id}?`,
    text: html`<p>${sentence(job)}</p><p>${consequence(job, word)}</p>`,
    confirm: `${LABELS[word]} the job`,
    danger: word === "cancel",
    commands: { tidings: tidings(["jobs", word], [job.id]), curl: curl("POST", target) },
    onConfirm: async () => onChange((await page.api.send("POST", target)).body),
  });
}
