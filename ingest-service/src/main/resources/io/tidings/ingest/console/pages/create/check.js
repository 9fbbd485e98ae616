/** Asks the server, while somebody types, whether it would accept the subscription. Nothing is written. */

import { ApiError, path } from "/console/core/api.js";
import { bodyOf, localErrors } from "./draft.js";
import { placed } from "./violations.js";

const PAUSE_MS = 400;
const TAKEN = "There is a subscription of this name already.";

export const targetOf = ({ topic, name }) => path`/topics/${topic.trim()}/eventSubscriptions/${name.trim()}`;

export const NEW = { "If-None-Match": "*" };

/** @param {object} draft see draft.js; the caller changes it and calls soon() */
export function createCheck(page, draft) {
  const state = { fields: {}, others: [], accepted: false, busy: false };
  let timer;
  let count = 0;

  function soon() {
    clearTimeout(timer);
    state.accepted = false;
    timer = setTimeout(check, PAUSE_MS);
  }

  async function check() {
    const mine = ++count;
    if (Object.keys(localErrors(draft)).length > 0 || !page.access.can("admin", draft.topic.trim())) {
      Object.assign(state, { fields: {}, others: [], busy: false });
      page.update();
      return;
    }
    state.busy = true;
    page.update();
    const result = await ask();
    if (mine === count && !page.signal.aborted) {
      Object.assign(state, result, { busy: false });
      page.update();
    }
  }

  async function ask() {
    try {
      await page.api.send("PUT", targetOf(draft), bodyOf(draft), {
        query: { dryRun: true }, headers: NEW, signal: page.signal,
      });
      return { fields: {}, others: [], accepted: true };
    } catch (error) {
      return { ...refused(error), accepted: false };
    }
  }

  return {
    soon,
    now() {
      clearTimeout(timer);
      return check();
    },
    /** Takes what the server said of the subscription itself. */
    take(error) {
      Object.assign(state, refused(error), { accepted: false });
    },
    get accepted() {
      return state.accepted;
    },
    get busy() {
      return state.busy;
    },
    get others() {
      return state.others;
    },
    /** The sentence for a field; empty if there is nothing wrong with it. */
    of(field) {
      const local = draft[field] ? localErrors(draft)[field] : "";
      return local || state.fields[field] || "";
    },
    get fields() {
      return state.fields;
    },
  };
}

function refused(error) {
  if (error instanceof ApiError && error.status === 412) {
    return { fields: { name: TAKEN }, others: [] };
  }
  return error instanceof ApiError && error.details.length > 0
    ? placed(error.details)
    : { fields: {}, others: [error.message] };
}
