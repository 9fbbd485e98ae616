import { html, nothing, render } from "/console/lib/lit-html/lit-html.js";
import { exact } from "./core/format.js";
import { watchLeaving } from "./core/leaving.js";
import { remember, remembered } from "./core/memory.js";
import { createPages } from "./core/pages.js";
import { untilDone } from "./core/poll.js";
import { linkQuery, parseRoute } from "./core/router.js";
import { keepScroll } from "./core/scroll.js";
import { createSession } from "./core/session.js";
import { confirmDialog } from "./parts/dialog.js";
import { header } from "./parts/header.js";
import { loginForm } from "./parts/login.js";
import { notice, problem } from "./parts/notice.js";

const MAX_TOPIC_PAGES = 10;
const RETRY_MS = 2000;

const frame = document.getElementById("frame");
const notices = document.getElementById("notices");
const main = document.getElementById("main");
const darkSystem = matchMedia("(prefers-color-scheme: dark)");

const state = {
  topics: [], topic: "", theme: remembered("theme"), busy: false, moved: false, titled: "", login: false,
};
const scrolled = keepScroll();
let signedIn = new AbortController();
let code = takeCode();
const session = createSession(onSession);
const pages = createPages(session, { show, showNotices, showFailure, shown, left });

function dark() {
  return state.theme ? state.theme === "dark" : darkSystem.matches;
}

function showTheme() {
  document.documentElement.dataset.theme = dark() ? "dark" : "light";
}

function switchTheme() {
  state.theme = dark() ? "light" : "dark";
  remember("theme", state.theme);
  themeChanged();
}

function themeChanged() {
  showTheme();
  document.dispatchEvent(new Event("tidings-theme"));
  showFrame();
}

function showFrame() {
  const known = state.topics.includes(state.topic) || state.topic === "";
  render(header({
    address: location.hash,
    topics: known ? state.topics : [state.topic, ...state.topics],
    topic: state.topic,
    dark: dark(),
    access: session.access,
    actions: {
      onTopic: topic => { state.topic = topic; },
      onTheme: switchTheme,
      onSignOut: session.access ? signOut : null,
    },
  }), frame);
}

function showLogin() {
  pages.leave();
  if (!state.login) {
    left();
    state.login = true;
  }
  render(loginForm({
    settings: session.settings,
    refusal: session.refusal,
    busy: state.busy,
    onToken: token => signIn(() => session.signIn(token)),
    onLeave: () => signIn(session.leave),
  }), main);
  document.title = "Sign in · Tidings";
  document.getElementById("token")?.focus();
}

/** Takes the code of a link that signs in once out of the address; null if there is none. */
function takeCode() {
  const { code: given = null, ...query } = Object.fromEntries(parseRoute(location.hash)?.query ?? []);
  if (given !== null) {
    history.replaceState(history.state, "", linkQuery(location.hash, query));
  }
  return given;
}

/** @param {() => Promise<void>} task that signs in */
async function signIn(task) {
  state.busy = true;
  showLogin();
  try {
    await task();
  } catch (error) {
    session.refusal = error.message;
    state.busy = false;
    showLogin();
  }
  state.busy = false;
}

async function signOut() {
  if (!pages.unsaved() || await mayLeave()) {
    session.signOut();
  }
}

/** @returns {Promise<boolean>} */
function mayLeave() {
  return confirmDialog({
    title: "Leave without saving?",
    text: "What you have changed on this page is lost.",
    confirm: "Leave the page",
    danger: true,
    onConfirm: async () => {},
  });
}

/** Called when somebody is signed in or out, and when this is known at the start. */
function onSession() {
  signedIn.abort();
  if (session.access) {
    signedIn = new AbortController();
    untilDone(RETRY_MS, readTopics, signedIn.signal,
      error => console.warn("the topics for the search cannot be read:", error.message));
    openPage();
  } else {
    showFrame();
    showLogin();
    if (code !== null) {
      const once = code;
      code = null;
      signIn(() => session.redeem(once));
    }
  }
}

function openPage() {
  const topic = parseRoute(location.hash)?.params.topic;
  if (topic) {
    state.topic = topic;
  }
  showFrame();
  pages.open();
}

/** For the search; the pages read what they need themselves. */
async function readTopics() {
  const names = [];
  let page = await session.api.get("/topics", { query: { $top: 100 } });
  for (let read = 1; page; read++) {
    names.push(...page.value.map(each => each.name));
    page = page.nextLink && read < MAX_TOPIC_PAGES ? await session.api.next(page.nextLink) : null;
  }
  state.topics = names;
  showFrame();
}

/** Empties the place for a page, so that nothing of the last one is taken over. */
function left() {
  render(nothing, main);
  render(nothing, notices);
  state.titled = "";
  state.login = false;
}

function show(content) {
  render(content, main);
}

/** Tells screen readers where they are: the first time that a page has its heading. */
function shown(title) {
  const heading = main.querySelector("h1");
  const text = title ?? heading?.textContent.trim() ?? "";
  if (text !== "" && text !== state.titled) {
    document.title = `${text} · Tidings`;
    if (state.titled === "" && state.moved) {
      heading?.setAttribute("tabindex", "-1");
      heading?.focus({ preventScroll: true });
      scrollTo(0, 0);
    }
    state.titled = text;
  }
  scrolled.settle();
}

function showNotices({ said, stale }) {
  render(html`
    ${stale ? notice("warning", staleText(stale)) : nothing}
    ${said ? notice("success", said) : nothing}`, notices);
}

function staleText({ since, message }) {
  return since === null ? `Not loaded yet: ${message}` : `Not up to date since ${exact(since)}: ${message}`;
}

function showFailure(error) {
  left();
  render(html`<h1>This page cannot be shown</h1>${problem(error)}<p><a href="#/">Go to the overview</a></p>`, main);
  shown(null);
}

function moved() {
  state.moved = true;
  scrolled.moved();
  if (session.access) {
    openPage();
  }
}

/** Asks for the settings of the server until it gives them. */
function start() {
  untilDone(RETRY_MS, session.start, new AbortController().signal,
    error => showFailure(new Error(`${error.message} The page is shown as soon as it can.`)));
}

watchLeaving({ unsaved: pages.unsaved, ask: mayLeave, leave: moved });
/** A page that is left gives up its requests, and nobody waits for them. */
addEventListener("unhandledrejection", event => event.reason?.name === "AbortError" && event.preventDefault());
darkSystem.addEventListener("change", themeChanged);
showTheme();
showFrame();
start();
