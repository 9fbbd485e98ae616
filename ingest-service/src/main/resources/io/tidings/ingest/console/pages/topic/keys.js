/** The publishing keys of a topic, which are shown only when an admin asks for them. */

import { html } from "/console/lib/lit-html/lit-html.js";
import { path } from "/console/core/api.js";
import { action } from "/console/parts/action.js";
import { curl, tidings } from "/console/parts/commands.js";
import { copyButton } from "/console/parts/copy.js";
import { confirmDialog } from "/console/parts/dialog.js";

/** @returns {Promise<{key1: string, key2: string}>} the caller keeps them for no longer than it needs them */
export async function readKeys(api, topic) {
  return (await api.send("POST", path`/topics/${topic}/listKeys`)).body;
}

export function createKeys(page, topic) {
  const state = { keys: null };

  function show() {
    return confirmDialog({
      title: `Show the keys of ${topic}?`,
      text: "Who has a key can publish to the topic. The audit log records that you have seen the keys.",
      confirm: "Show the keys",
      commands: {
        tidings: tidings(["topic", "keys"], [topic]),
        curl: curl("POST", path`/topics/${topic}/listKeys`),
      },
      async onConfirm() {
        state.keys = await readKeys(page.api, topic);
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
