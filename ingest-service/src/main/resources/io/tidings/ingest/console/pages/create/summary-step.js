/** The last look before the subscription is created. */

import { html, nothing } from "/console/lib/lit-html/lit-html.js";
import { action } from "/console/parts/action.js";
import { commands } from "/console/parts/commands.js";
import { jsonView } from "/console/parts/json.js";
import { notice } from "/console/parts/notice.js";
import { targetOf } from "./check.js";
import { bodyOf, commandsOf, filterOf, toKafka } from "./draft.js";

/** @param {{page: object, draft: object, check: object, busy: boolean, create: () => void}} options */
export function summaryStep({ page, draft, check, busy, create }) {
  const topic = draft.topic.trim();
  const name = draft.name.trim();
  const filtered = Object.keys(filterOf(draft)).length > 0;
  return html`
    <p>The subscription ${topic}/${name} will send ${filtered ? "the events" : "every event"} of the topic
      ${topic}${filtered ? " that its filter matches" : ""} to ${toKafka(draft)
        ? html`the Kafka topic <code>${draft.hub.trim()}</code>.`
        : html`<code>${draft.endpoint.trim()}</code>. The endpoint is asked first whether it wants them; events that are
          published before it has agreed are not sent.`}</p>
    ${jsonView(bodyOf(draft), "The subscription as JSON")}
    ${commands(commandsOf(draft, targetOf(draft)))}
    ${Object.entries(check.fields).map(([field, sentence]) => notice("error", `${field}: ${sentence}`))}
    ${check.others.map(sentence => notice("error", sentence))}
    ${check.accepted ? notice("info", "The server has checked this and would accept it.") : nothing}
    <div class="actions">${action({
      label: `Create subscription ${topic}/${name}`, access: page.access, role: "admin", topic, busy, onClick: create,
    })}</div>`;
}
