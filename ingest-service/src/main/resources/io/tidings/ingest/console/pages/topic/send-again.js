/** Asks for a job that sends events again to several subscriptions of a topic, or to all of it or of a host. */

import { html } from "/console/lib/lit-html/lit-html.js";
import { instantOf } from "/console/core/format.js";
import { action } from "/console/parts/action.js";
import { field } from "/console/parts/field.js";
import { timeField } from "/console/parts/time-field.js";
import { createJobRun } from "../jobs/run.js";

const KINDS = [
  { value: "redrive", label: "Redrive dead letters" },
  { value: "replay", label: "Replay past events" },
];

/**
 * @param {{topic: string} | {host: string}} to whom
 * @param {object} [run] shows the job
 */
export function createSendAgain(page, { topic, host }, run = createJobRun(page)) {
  const draft = { kind: "redrive", names: "*", from: "", to: "" };

  function start(event) {
    event.preventDefault();
    const { label } = KINDS.find(each => each.value === draft.kind);
    run.start({ request: requestOf({ topic, host }, draft), title: `${label} of ${topic ?? host}` });
  }

  function input(name, label, more, kind = field) {
    const onInput = text => {
      draft[name] = text;
      page.update();
    };
    return kind({ label, name: `again-${name}`, value: draft[name], onInput, ...more });
  }

  return {
    render: () => run.render(),
    form: () => !page.access.can("operator", topic)
      ? action({ label: "Send events again…", access: page.access, role: "operator", topic, kind: "secondary" })
      : html`
      <details>
        <summary>Send events again…</summary>
        <form novalidate @submit=${start}>
          ${input("kind", "What", { type: "select", options: KINDS })}
          ${topic === undefined ? "" : input("names", "Names of subscriptions", {
            help: "With commas between them; * stands for all that the topic has now. No other one gets anything.",
          })}
          ${input("from", "From (UTC)", { help: "Empty: seven days ago." }, timeField)}
          ${input("to", "Before (UTC)", { help: "Empty: now." }, timeField)}
          <button type="submit" class="secondary" ?disabled=${!complete(draft)}>Count first</button>
        </form>
      </details>`,
  };
}

const namesOf = ({ names }) => names.split(/[\s,]+/).filter(name => name !== "");

const complete = draft =>
  namesOf(draft).length > 0 && [draft.from, draft.to].every(time => instantOf(time) !== null);

/** The body of `POST /jobs`. */
function requestOf({ topic, host }, draft) {
  const times = { from: instantOf(draft.from), to: instantOf(draft.to) };
  const select = Object.fromEntries(Object.entries(times).filter(([, time]) => time !== ""));
  return { kind: draft.kind, ...(host ? { host } : { topic, subscriptions: namesOf(draft) }), select };
}
