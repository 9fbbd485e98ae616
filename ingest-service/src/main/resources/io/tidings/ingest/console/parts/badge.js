import { html } from "/console/lib/lit-html/lit-html.js";
import { wordOf } from "../core/terms.js";

const KINDS = {
  good: ["succeeded", "delivering", "delivered", "done"],
  bad: ["failed", "failing", "deadlettered", "dropped", "rejected", "topologystands", "storageunavailable"],
  warning: ["onprobation", "notvalidated", "awaitingmanualaction", "waiting", "validationwaits",
    "validationfailed", "deadletters", "expiring"],
  info: ["running", "creating", "queued", "updating", "deleting"],
};
const MARKS = { good: "✓", bad: "✕", warning: "!", info: "…", neutral: "–" };

/** A state as a coloured word with a mark. `text` stands for the word if another one reads better. */
export function badge(state, text = wordOf(state)) {
  const kind = kindOf(state);
  return html`<span class="badge ${kind}"><span aria-hidden="true">${MARKS[kind]}</span> ${text}</span>`;
}

function kindOf(state) {
  const word = String(state).toLowerCase();
  return Object.keys(KINDS).find(kind => KINDS[kind].includes(word)) ?? "neutral";
}
