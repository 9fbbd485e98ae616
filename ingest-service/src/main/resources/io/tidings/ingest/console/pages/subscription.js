/** One subscription: how it is and why, what it has done, and what may be done with it. */

import { html, nothing } from "/console/lib/lit-html/lit-html.js";
import { path } from "/console/core/api.js";
import { link } from "/console/core/router.js";
import { meaning } from "/console/core/terms.js";
import { badge } from "/console/parts/badge.js";
import { commands, curl, tidings } from "/console/parts/commands.js";
import { copyButton } from "/console/parts/copy.js";
import { notice, problem } from "/console/parts/notice.js";
import { term } from "/console/parts/term.js";
import { exactTime } from "/console/parts/time.js";
import { trail } from "/console/parts/trail.js";
import { createJobRun } from "./jobs/run.js";
import { createActions } from "./subscription/actions.js";
import { createAttempts } from "./subscription/attempts.js";
import { createCharts } from "./subscription/charts.js";
import { createDeadLetters } from "./subscription/dead-letters.js";
import { createFailures } from "./subscription/failures.js";
import { createFigures } from "./subscription/figures.js";
import { createSettings } from "./subscription/settings.js";
import { standing } from "./subscription/standing.js";
import { createTestFollow } from "./subscription/test-event.js";

const EVERY_MS = 2000;

/** @param {import("/console/core/pages.js").Page} page */
export function subscriptionPage(page) {
  const { topic, subscription: name } = page.params;
  const key = { topic, name, target: path`/topics/${topic}/eventSubscriptions/${name}` };
  const state = { resource: null, etag: null, missing: null, rotated: null };
  const properties = () => state.resource?.properties ?? null;

  const refresh = page.every(EVERY_MS, signal => read(page, key, state, signal));
  const parts = {
    figures: createFigures(page, key),
    charts: createCharts(page, key, query => parts.attempts.show(query)),
    failures: createFailures(page, key),
    attempts: createAttempts(page, key),
    deadLetters: createDeadLetters(page, key),
    settings: createSettings(page, key),
    test: createTestFollow(page, key, properties),
    run: createJobRun(page),
  };
  parts.actions = createActions(page, key, {
    properties,
    etag: () => state.etag,
    waiting: () => parts.figures.waiting,
    refresh,
    tested: parts.test.follow,
    rotated: response => { state.rotated = response; refresh(); },
    redrive: () => parts.run.start({
      request: { kind: "redrive", topic, subscription: name },
      title: `Redrive dead letters of ${topic}/${name}`,
    }),
  });

  return {
    render: () => html`
      ${trail(page)}
      <h1>Subscription ${topic}/${name}</h1>
      ${body(key, state, parts, page)}`,
    close() {},
  };
}

function body(key, state, parts, page) {
  if (state.missing) {
    return gone(key.topic, state.missing);
  }
  return state.resource
    ? content(key, state, parts, page)
    : html`<p aria-busy="true">Loading the subscription…</p>`;
}

async function read(page, key, state, signal) {
  try {
    const { body, etag } = await page.api.send("GET", key.target, undefined, { signal });
    Object.assign(state, { resource: body, etag, missing: null });
  } catch (error) {
    if (error.status !== 404) {
      throw error;
    }
    state.missing = error;
  }
  page.update();
}

function gone(topic, error) {
  return html`${problem(error)}<p><a href=${link`/topics/${topic}`}>The subscriptions of topic ${topic}</a></p>`;
}

function content({ topic, name, target }, state, parts, page) {
  const { resource } = state;
  const hide = () => {
    state.rotated = null;
    page.update();
  };
  return html`
    <ul class="standing">${standing(resource.properties, Date.now()).map(line)}</ul>
    ${needsHandshake(resource.properties) ? html`<p>${parts.actions.validateAgain()}</p>` : nothing}
    ${parts.actions.render()}
    ${state.rotated ? secret(state.rotated, hide) : nothing}
    ${parts.run.render()}
    ${parts.test.render()}
    ${parts.failures.render()}
    ${parts.figures.render(resource.properties)}
    ${parts.charts.render()}
    ${parts.settings.render(resource)}
    ${parts.attempts.render()}
    ${parts.deadLetters.render(resource.properties)}
    ${commands({ tidings: tidings(["subscription", "show"], [`${topic}/${name}`]), curl: curl("GET", target) })}`;
}

function needsHandshake({ provisioningState }) {
  return provisioningState === "AwaitingManualAction" || provisioningState === "Failed";
}

function line({ state, word, text, why, error, todo }) {
  return html`
    <li>
      ${badge(state, term(word, meaning(word) ?? meaning(state)))}
      <div>
        <div>${text}</div>
        ${why || error ? reason(why, error) : nothing}
        ${todo ? html`<div><strong>What to do:</strong> ${todo}</div>` : nothing}
      </div>
    </li>`;
}

function reason(why, error) {
  return html`<div>${why ?? "The reason:"} ${error ? html`<code>${error}</code>` : nothing}</div>`;
}

function secret({ secret: text, formerUntil }, hide) {
  return notice("success", html`
    <p><strong>The new signing secret is shown only now.</strong> Give it to the endpoint${formerUntil
      ? html` before ${exactTime(formerUntil)}; until then the former secret signs as well`
      : nothing}.</p>
    <p><code>${text}</code> ${copyButton(text, "Copy the secret")}</p>
    <p><button type="button" class="secondary" @click=${hide}>Hide the secret</button></p>`);
}
