import { linkQuery, parseRoute } from "./router.js";
import { poll, untilDone } from "./poll.js";

const RETRY_MS = 2000;

/**
 * What a page gets.
 *
 * @typedef {object} Page
 * @property {Object<string, string>} params of the route
 * @property {URLSearchParams} query of the address
 * @property {object} api see core/api.js
 * @property {object} access see core/access.js
 * @property {{localMode: boolean, testReceiver: string | null, validation: boolean}} settings of the server
 * @property {AbortSignal} signal ends when the page is left
 * @property {() => void} update renders the page again, soon
 * @property {(text: string) => void} title of the tab; without it that of the h1
 * @property {(ms: number, task: (signal: AbortSignal) => Promise<void>) => () => void} every repeats a task while
 *     the tab is visible, and returns what runs it at once
 * @property {(text: unknown) => void} say shows that something was done, until the page is left
 * @property {{said?: unknown, test?: boolean}} handed what the page before hands over: what was done, and whether a
 *     test event is to follow
 * @property {(address: string, handed?: object) => void} go to another page, see link in core/router.js
 * @property {(query: object) => void} setQuery puts the state of the page into its address, beside what is there
 */

/**
 * Shows the page of the address, and the next one when it changes. A page whose script cannot be loaded is tried again
 * until it can.
 *
 * @param {object} session
 * @param {{show: (content: unknown) => void, showNotices: (state: object) => void,
 *     showFailure: (error: Error) => void, shown: (title: string | null) => void, left: () => void}} view
 * @param {(name: string) => Promise<object>} load returns the module of a page
 */
export function createPages(session, view, load = loadModule) {
  let visit = null;
  let handed = {};

  function leave() {
    visit?.end();
    visit = null;
  }

  async function open() {
    leave();
    const mine = visit = createVisit(session, view, handed, next => { handed = next; });
    handed = {};
    const route = parseRoute(location.hash);
    if (route === null) {
      view.showFailure(new Error("There is no page at this address."));
      return;
    }
    untilDone(RETRY_MS, async () => begin(mine, (await load(route.module))[route.maker], route), mine.ended,
      () => view.showFailure(new Error("Tidings cannot be reached. The page is shown as soon as it can.")));
  }

  function begin(mine, maker, route) {
    if (visit !== mine) {
      return;
    }
    try {
      view.left();
      mine.start(maker, route);
    } catch (error) {
      view.showFailure(error);
    }
  }

  return {
    open,
    leave,
    /** Whether the page that is shown has changes that would be lost with it. */
    unsaved: () => visit?.unsaved() ?? false,
  };
}

const failures = new Map();

/** A browser remembers that an address gave no module, so each further attempt has an address of its own. */
async function loadModule(name) {
  const failed = failures.get(name) ?? 0;
  try {
    return await import(`/console/pages/${name}.js${failed === 0 ? "" : `?again=${failed}`}`);
  } catch (error) {
    failures.set(name, failed + 1);
    throw error;
  }
}

function createVisit(session, view, handed, hand) {
  const ended = new AbortController();
  const stale = new Map();
  const state = { said: handed.said ?? null, title: null };
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
        if (error.status === 404) {
          return; // the page itself says that its topic or subscription does not exist
        }
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
      handed,
      go: (address, next = {}) => { hand(next); location.hash = address; },
      setQuery: query => history.replaceState(history.state, "",
        linkQuery(location.hash || "#/", { ...Object.fromEntries(parseRoute(location.hash).query), ...query })),
    };
    notices();
    made = maker(page);
    update();
  }

  function end() {
    ended.abort();
    made?.close?.();
  }

  return { start, end, ended: ended.signal, unsaved: () => made?.unsaved?.() ?? false };
}
