/** Asks the real matcher whether an example event would match the filter that is being written. */

import { html, nothing } from "/console/lib/lit-html/lit-html.js";
import { ApiError, path } from "/console/core/api.js";
import { commands, curl, option, tidings } from "/console/parts/commands.js";
import { field } from "/console/parts/field.js";
import { notice } from "/console/parts/notice.js";
import { exampleEvent } from "../filter/example.js";
import { jsonProblem } from "../topic/publication.js";
import { filterOf } from "./draft.js";
import { placed } from "./violations.js";

const PAUSE_MS = 400;

/** @param {object} draft @param {object} topic as the server shows it */
export function createTrial(page, draft, topic) {
  const example = exampleEvent(topic, new Date().toISOString());
  const state = { text: JSON.stringify(example, null, 2), result: null, refusal: "", fields: {} };
  const target = path`/topics/${topic.name}/tryNewFilter`;
  let timer;
  let count = 0;

  function soon() {
    clearTimeout(timer);
    timer = setTimeout(tryOut, PAUSE_MS);
  }

  async function tryOut() {
    const mine = ++count;
    if (jsonProblem(state.text) !== "") {
      state.result = null;
      page.update();
      return;
    }
    const result = await ask();
    if (mine === count && !page.signal.aborted) {
      Object.assign(state, { result: null, refusal: "", fields: {} }, result);
      page.update();
    }
  }

  async function ask() {
    try {
      const { body } = await page.api.send("POST", target, question(draft, state.text), { signal: page.signal });
      return { result: body };
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 400) {
        return { refusal: error.message };
      }
      const { fields, others } = placed(error.details);
      return { fields, refusal: others.join(" ") };
    }
  }

  soon();
  return {
    soon,
    /** The sentence for a field of the filter; empty if there is nothing wrong with it. */
    error: name => state.fields[name] ?? "",
    render: () => html`
      <section class="trial" aria-labelledby="trial">
        <h3 id="trial">Would this event match?</h3>
        ${field({
          label: "Example event", name: "example", type: "textarea", rows: 12, value: state.text,
          error: jsonProblem(state.text), help: "Paste an event of yours. Nothing is published.",
          onInput: text => { state.text = text; soon(); page.update(); },
        })}
        ${resultOf(state)}
        ${commands(commandsOf(topic.name, target, draft, state.text))}
      </section>`,
  };
}

/** The text of the event goes in as it was typed, so that its numbers keep their digits. */
function question(draft, text) {
  return `{"filter":${JSON.stringify(filterOf(draft))},"event":${text}}`;
}

function resultOf({ result, refusal }) {
  if (refusal !== "") {
    return notice("error", refusal);
  }
  if (result === null) {
    return nothing;
  }
  return result.matches
    ? notice("success", "This event matches.")
    : notice("warning", html`This event does not match. ${result.why}`);
}

function commandsOf(topic, target, draft, text) {
  return {
    tidings: tidings(["filter", "try"], [topic], [
      ...option("--filter", JSON.stringify(filterOf(draft))), ...option("--data", text),
    ]),
    curl: curl("POST", target, question(draft, text)),
  };
}
