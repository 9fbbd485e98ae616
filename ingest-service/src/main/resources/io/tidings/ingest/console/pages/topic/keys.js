/** The publishing keys of a topic, which are shown only when an admin asks for them. */

import { html } from "/console/lib/lit-html/lit-html.js";
import { action } from "/console/parts/action.js";
import { curl, tidings } from "/console/parts/commands.js";
import { copyButton } from "/console/parts/copy.js";
import { confirmDialog } from "/console/parts/dialog.js";
import { isDomain, placeOf } from "./find.js";

/**
 * @param {{name: string, properties: object}} topic or domain
 * @returns {Promise<{key1: string, key2: string}>} the caller keeps them for no longer than it needs them
 */
export async function readKeys(api, topic) {
  return (await api.send("POST", `${placeOf(topic)}/listKeys`)).body;
}

/** @param {() => object} ofTopic as the server shows it */
export function createKeys(page, topic, ofTopic) {
  const state = { keys: null };

  function show() {
    return confirmDialog({
      title: `Show the keys of ${topic}?`,
      text: "Who has a key can publish to the topic. The audit log records that you have seen the keys.",
      confirm: "Show the keys",
      commands: {
        tidings: tidings([isDomain(ofTopic()) ? "domain" : "topic", "keys"], [topic]),
        curl: curl("POST", `${placeOf(ofTopic())}/listKeys`),
      },
      async onConfirm() {
        state.keys = await readKeys(page.api, ofTopic());
        page.update();
      },
    });
  }

  function hide() {
    state.keys = null;
    page.update();
  }

  return {
    render: () => state.keys === null
      ? html`hidden ${action({
        label: "Show the keys", access: page.access, role: "admin", topic, onClick: show,
        kind: "secondary outline small",
      })}`
      : html`
        ${Object.entries(state.keys).map(([name, key]) => html`
          <div>${name}: <code>${key}</code> ${copyButton(key, `Copy ${name}`)}</div>`)}
        <button type="button" class="secondary outline small" @click=${hide}>Hide the keys</button>`,
  };
}
