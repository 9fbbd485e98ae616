/**
 * Changes a subscription: a form, and the whole of it as JSON, with the rules of the server while somebody types.
 */

import { html, nothing } from "/console/lib/lit-html/lit-html.js";
import { path } from "/console/core/api.js";
import { curl, tidings } from "/console/parts/commands.js";
import { confirmDialog } from "/console/parts/dialog.js";
import { notice, problem } from "/console/parts/notice.js";
import { subscriptionLink, trail } from "/console/parts/trail.js";
import { changesView } from "./edit/changes-view.js";
import { conflict } from "./edit/conflict.js";
import { afterJson, afterTyping, bodyOf, changed, changes, draftOf, readable, rebased, withHeaders, withSecret }
  from "./edit/draft.js";
import { others } from "./edit/errors.js";
import { form } from "./edit/form.js";
import { leaves } from "./edit/patch.js";
import { isRefusal } from "./lists.js";

const PAUSE_MS = 350;
const RETRY_MS = 2000;

/** @param {import("/console/core/pages.js").Page} page */
export function editPage(page) {
  const { topic, subscription: name } = page.params;
  const key = { id: `${topic}/${name}`, topic, name, target: path`/topics/${topic}/eventSubscriptions/${name}` };
  const state = {
    draft: null, checked: null, checking: false, error: null, newer: null, saved: false, timer: 0, asked: 0,
  };
  const on = handlers(page, key, state);

  page.every(RETRY_MS, async signal => {
    if (state.draft === null && state.error === null) {
      await load(page, key, state, signal);
    }
  });
  return {
    render: () => html`
      ${trail(page, true)}
      <h1>Edit ${key.id}</h1>
      ${content(page, key, state, on)}`,
    unsaved: () => !state.saved && state.draft !== null && (changed(state.draft) || !readable(state.draft)),
    close: () => clearTimeout(state.timer),
  };
}

async function load(page, key, state, signal) {
  try {
    const { body, etag } = await page.api.send("GET", key.target, undefined, { signal });
    state.draft = draftOf(body, etag);
  } catch (error) {
    if (!isRefusal(error)) {
      throw error;
    }
    state.error = error;
  }
  page.update();
}

function handlers(page, key, state) {
  const take = draft => replace(page, key, state, draft);
  const onNewer = next => () => {
    const { resource, etag } = state.newer;
    state.newer = null;
    take(next(resource, etag));
  };
  return {
    typed: (member, value) => take(afterTyping(state.draft, member, value)),
    json: text => take(afterJson(state.draft, text)),
    secret: (at, value) => take(withSecret(state.draft, at, value)),
    headers: rows => take(withHeaders(state.draft, rows)),
    save: event => {
      event.preventDefault();
      if (savable(state)) {
        save(page, key, state, event.submitter?.value === "test");
      }
    },
    again: onNewer((resource, etag) => rebased(state.draft, resource, etag)),
    discard: onNewer(draftOf),
  };
}

/** Takes a changed draft, and asks the server about it when nothing was typed for a moment. */
function replace(page, key, state, draft) {
  clearTimeout(state.timer);
  const asked = state.asked + 1;
  const checking = changed(draft) && readable(draft);
  Object.assign(state, { draft, asked, checking, checked: null, error: null });
  if (checking) {
    state.timer = setTimeout(() => check(page, key, state, asked), PAUSE_MS);
  } else {
    state.draft = { ...draft, violations: [] };
  }
  page.update();
}

async function check(page, key, state, asked) {
  try {
    const { body } = await sent(page, key, state, `${key.target}?dryRun=true`);
    settle({ checked: body, violations: [] });
  } catch (error) {
    if (error.status === 412) {
      await readNewer(page, key, state);
      settle({});
    } else {
      const rules = error.status === 400 ? error.details : null;
      settle({ violations: rules ?? [], error: rules ? null : error });
    }
  }

  function settle({ checked = null, violations = state.draft.violations, error = null }) {
    if (asked === state.asked && !page.signal.aborted) {
      Object.assign(state, { checked, error, checking: false, draft: { ...state.draft, violations } });
      page.update();
    }
  }
}

function sent(page, key, { draft }, target) {
  const headers = { "if-match": draft.etag };
  return page.api.send("PATCH", target, bodyOf(draft), { headers, signal: page.signal });
}

async function readNewer(page, key, state) {
  const { body, etag } = await page.api.send("GET", key.target, undefined, { signal: page.signal });
  state.newer = { resource: body, etag };
  page.update();
}

/** The server has agreed to exactly this. */
function savable({ draft, checked, newer }) {
  return changed(draft) && checked !== null && newer === null;
}

/** @param {boolean} test whether a test event follows */
async function save(page, key, state, test) {
  const patch = { properties: changes(state.draft) };
  const said = html`<p>The changes of ${key.id} are saved.</p>${changesView(state.draft)}`;
  const both = (first, second) => test ? `${first} && ${second}` : first;
  const saved = await confirmDialog({
    title: `Save the changes of ${key.id}?`,
    text: consequences(state, test),
    confirm: `Save ${test ? "and test " : ""}${key.name}`,
    commands: {
      tidings: both(tidings(["subscription", "update"], [key.id], settersOf(patch.properties)),
        tidings(["subscription", "test"], [key.id])),
      curl: both(curl("PATCH", key.target, patch, { "If-Match": state.draft.etag }),
        curl("POST", `${key.target}/test`)),
    },
    onConfirm: async () => {
      try {
        await sent(page, key, state, key.target);
      } catch (error) {
        if (error.status !== 412) {
          throw error;
        }
        await readNewer(page, key, state); // the page shows both versions instead
      }
    },
  });
  if (saved && state.newer === null) {
    state.saved = true;
    page.go(subscriptionLink(page), { said, test });
  }
}

/** What will happen, the members one by one. */
function consequences({ draft, checked }, test) {
  const asks = checked.properties.provisioningState !== "Succeeded";
  return html`
    ${changesView(draft)}
    <p>${asks
      ? "The endpoint is asked to agree before anything is sent to it; until it does, events wait."
      : "The changes take effect with the next attempt, also for what waits already."}
      ${test ? "Then one test event is sent to it; if it is on probation, that ends." : nothing}</p>`;
}

function settersOf(patch) {
  return leaves(patch).flatMap(({ path: at, value }) => ["--set", `${at}=${setText(value)}`]);
}

/** A text that would be read as JSON is quoted, so that it stays a text. */
function setText(value) {
  return typeof value === "string" && !isJson(value) ? value : JSON.stringify(value);
}

function isJson(text) {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function content(page, key, state, on) {
  const { draft, error, newer, checked } = state;
  if (draft === null) {
    return error ? problem(error) : html`<p aria-busy="true">Loading the subscription…</p>`;
  }
  if (!page.access.can("admin", key.topic)) {
    return html`
      ${notice("info", page.access.need("admin", key.topic))}
      <p>The <a href=${subscriptionLink(page)}>page of the subscription</a> shows its settings.</p>`;
  }
  return html`
    ${newer ? conflict(draft, newer, on) : nothing}
    <form class="edit" @submit=${on.save} novalidate>
      ${form(draft, on)}
      ${error ? problem(error) : nothing}
      ${unplaced(others(draft))}
      ${(checked?.properties.warnings ?? []).map(each => notice("warning", each))}
      <p class="muted" role="status">${verdict(state)}</p>
      <div class="actions">
        ${draft.settings.paused ? nothing : html`
          <button type="submit" value="test" ?disabled=${!savable(state)}>Save and test…</button>`}
        <button type="submit" class=${draft.settings.paused ? "" : "secondary"} ?disabled=${!savable(state)}
          >Save…</button>
        <a href=${subscriptionLink(page)}>Cancel</a>
      </div>
    </form>`;
}

/** The violations of members without a field. */
function unplaced(violations) {
  return violations.length === 0
    ? nothing
    : problem({ message: "The subscription cannot be saved like this.", details: violations });
}

function verdict({ draft, checked, checking, error, newer }) {
  if (newer !== null) {
    return "";
  }
  if (!readable(draft)) {
    return "Something that was typed is no JSON.";
  }
  if (!changed(draft)) {
    return "Nothing is changed.";
  }
  if (checking) {
    return "Asking the server whether this is possible…";
  }
  if (checked === null) {
    return error ? "" : "This breaks a rule of the server: see above.";
  }
  return checked.properties.provisioningState === "Succeeded"
    ? "This can be saved."
    : "This can be saved. The endpoint will be asked to agree again.";
}
