import { html, nothing } from "/console/lib/lit-html/lit-html.js";
import { link } from "/console/core/router.js";
import { notice } from "/console/parts/notice.js";
import { NEW, createCheck, targetOf } from "./create/check.js";
import { bodyOf, localErrors, newDraft } from "./create/draft.js";
import { endpointStep } from "./create/endpoint-step.js";
import { filterStep } from "./create/filter-step.js";
import { summaryStep } from "./create/summary-step.js";
import { createTopicStep } from "./create/topic-step.js";
import { declaredTypes, seenTypes } from "./topic/event-types.js";
import { offeredTypes } from "./topic/event-type-draft.js";
import { createTrial } from "./create/trial.js";

/** More are no help. */
const MOST_TYPES = 50;
const STEPS = ["Topic", "Endpoint", "Filter", "Summary"];

/** Creates a topic and a subscription in three steps. @param {import("../core/pages.js").Page} page */
export function createPage(page) {
  const draft = newDraft(page.query.get("topic") ?? "");
  const state = { step: 0, busy: false, trial: null, unsaved: false, types: [], typesOf: null };
  const check = createCheck(page, draft);
  const topicStep = createTopicStep(page, draft, { next: () => go(1), changed });

  function changed() {
    state.trial = null;
    page.update();
  }

  function set(name, value) {
    draft[name] = value;
    state.unsaved = true;
    check.soon();
    state.trial?.soon();
    page.update();
  }

  function go(step) {
    state.step = step;
    if (step > 0) {
      check.now();
    }
    if (step === 2) {
      state.trial ??= createTrial(page, draft, topicStep.topic);
      offerTypes(topicStep.topic.name);
    }
    page.update();
    setTimeout(() => document.getElementById("step")?.focus());
  }

  /** Names can be typed without this list, so that whatever hinders it is no fault of the page. */
  async function offerTypes(topic) {
    if (state.typesOf === topic) {
      return;
    }
    Object.assign(state, { typesOf: topic, types: [] });
    const none = () => [];
    const [declared, seen] = await Promise.all([
      declaredTypes(page.api, topic, page.signal).catch(none), seenTypes(page.api, topic, page.signal).catch(none),
    ]);
    if (state.typesOf === topic) {
      state.types = offeredTypes(declared, seen).slice(0, MOST_TYPES);
      page.update();
    }
  }

  /** The steps that can be gone to: those before a field that is wrong at first sight. */
  function reachable(step) {
    const errors = localErrors(draft);
    return step === 0 || (topicStep.topic !== null && (step === 1 || !(errors.name || errors.endpoint || errors.hub)));
  }

  async function create() {
    state.busy = true;
    page.update();
    try {
      await page.api.send("PUT", targetOf(draft), bodyOf(draft), { headers: NEW });
      state.unsaved = false;
      page.go(link`/topics/${draft.topic.trim()}/subscriptions/${draft.name.trim()}`);
    } catch (error) {
      check.take(error);
    }
    state.busy = false;
    page.update();
  }

  const shown = () => ({
    page, draft, check, set, trial: state.trial, topic: topicStep.topic, types: state.types, settings: page.settings, busy: state.busy,
    create, next: () => go(state.step + 1),
  });

  return {
    render: () => content(page, state.step, { go, reachable }, body(state.step, topicStep, shown)),
    unsaved: () => state.unsaved,
  };
}

function body(step, topicStep, shown) {
  switch (step) {
    case 0: return topicStep.render();
    case 1: return endpointStep(shown());
    case 2: return filterStep(shown());
    default: return summaryStep(shown());
  }
}

function content(page, step, { go, reachable }, inner) {
  if (!page.access.can("admin")) {
    return html`
      <h1>Create</h1>
      ${notice("info", page.access.need("admin"))}
      <p>You can <a href="#/filter">try the filters</a> of subscriptions with events of yours.</p>`;
  }
  return html`
    <h1>Create</h1>
    <ol class="steps">${STEPS.map((name, i) => html`
      <li><button type="button" class="secondary outline small" aria-current=${i === step ? "step" : nothing}
        ?disabled=${!reachable(i)} @click=${() => go(i)}>${name}</button></li>`)}</ol>
    <h2 id="step" tabindex="-1">${STEPS[step]}</h2>
    ${inner}`;
}
