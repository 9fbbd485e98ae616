import { linkQuery, parseRoute } from "./router.js";
import { poll } from "./poll.js";

/**
 * What a page gets.
 *
 * @typedef {object} Page
 * @property {Object<string, string>} params of the route
 * @property {URLSearchParams} query of the address
 * @property {object} api see core/api.js
 * @property {object} access see core/access.js
 * @property {{localMode: boolean, testReceiver: string | null}} settings of the server
 * @property {AbortSignal} signal ends when the page is left
 * @property {() => void} update renders the page again, soon
 * @property {(text: string) => void} title of the tab; without it that of the h1
 * @property {(ms: number, task: (signal: AbortSignal) => Promise<void>) => () => void} every repeats a task while
 *     the tab is visible, and returns what runs it at once
 * @property {(text: unknown) => void} say shows that something was done, until the page is left
 * @property {(address: string) => void} go to another page, see link in core/router.js
 * @property {(query: object) => void} setQuery puts the state of the page into its address
 */

/**
 * Shows the page of the address, and the next one when it changes.
 *
 * @param {object} session
 * @param {{show: (content: unknown) => void, showNotices: (state: object) => void,
 *     showFailure: (error: Error) => void, shown: (title: string | null) => void, left: () => void}} view
 */
export function createPages(session, view) {
  let visit = null;

  function leave() {
    visit?.end();
    visit = null;
  }

  async function open() {
    leave();
    const mine = visit = createVisit(session, view);
    const route = parseRoute(location.hash);
    try {
      const maker = await makerOf(route);
      if (visit === mine) {
        view.left();
        mine.start(maker, route);
      }
    } catch (error) {
      if (visit === mine) {
        view.showFailure(error);
      }
    }
  }

  return {
    open,
    leave,
    /** Whether the page that is shown has changes that would be lost with it. */
    unsaved: () => visit?.unsaved() ?? false,
  };
}

async function makerOf(route) {
  if (route === null) {
    throw new Error("There is no page at this address.");
  }
  const module = await import(`/console/pages/${route.module}.js`);
  return module[route.maker];
}

function createVisit(session, view) {
  const ended = new AbortController();
  const stale = new Map();
  const state = { said: null, title: null };
  let made = null;
  let waiting = false;

  function update() {
    if (!waiting) {
      waiting = true;
      queueMicrotask(show);
    }
  }

  function show() {
    waiting = false;
    if (ended.signal.aborted || !made) {
      return;
    }
    try {
      view.show(made.render());
      view.shown(state.title);
    } catch (error) {
      view.showFailure(error);
      throw error;
    }
  }

  function notices() {
    if (!ended.signal.aborted) {
      view.showNotices({ said: state.said, stale: [...stale.values()][0] ?? null });
    }
  }

  function every(ms, task) {
    const id = Symbol("poll");
    let since = null;
    return poll(ms, task, ended.signal, {
      onSuccess() {
        since = Date.now();
        stale.delete(id);
        notices();
      },
      onError(error) {
        stale.set(id, { since, message: error.message });
        notices();
      },
    });
  }

  function start(maker, route) {
    const page = {
      params: route.params,
      query: route.query,
      api: session.api,
      access: session.access,
      settings: session.settings,
      signal: ended.signal,
      update,
      title: text => { state.title = text; },
      every,
      say: text => { state.said = text; notices(); },
      go: address => { location.hash = address; },
      setQuery: query => history.replaceState(null, "", linkQuery(location.hash || "#/", query)),
    };
    notices();
    made = maker(page);
    update();
  }

  function end() {
    ended.abort();
    made?.close?.();
  }

  return { start, end, unsaved: () => made?.unsaved?.() ?? false };
}
