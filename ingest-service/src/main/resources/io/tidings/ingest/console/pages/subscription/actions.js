/** What may be done with a subscription, each after a confirmation that says what will happen to how many. */

import { html } from "/console/lib/lit-html/lit-html.js";
import { path } from "/console/core/api.js";
import { plural } from "/console/core/format.js";
import { link, linkQuery } from "/console/core/router.js";
import { action } from "/console/parts/action.js";
import { curl, tidings } from "/console/parts/commands.js";
import { confirmDialog } from "/console/parts/dialog.js";
import { field } from "/console/parts/field.js";
import { destinationText } from "./destination.js";

/**
 * @param {object} page
 * @param {{topic: string, name: string, target: string}} key of the subscription, and its path in the API
 * @param {object} of what the actions are about and whom they tell: `properties()`, `etag()` and `waiting()` of the
 *     subscription, `refresh()`, `tested(response)`, `rotated(response)` and `redrive()`
 */
export function createActions(page, key, of) {
  const ask = { page, key, of, id: `${key.topic}/${key.name}` };

  function button(label, role, onClick, kind = "secondary") {
    return action({ label, access: page.access, role, topic: key.topic, kind, onClick });
  }

  return {
    render: () => html`
      <div class="actions" role="group" aria-label="Actions">
        ${of.properties().paused
          ? button("Resume", "operator", () => resume(ask), "")
          : button("Pause", "operator", () => pause(ask))}
        ${button("Retry now", "operator", () => retryNow(ask))}
        ${button("Send a test event", "operator", () => test(ask))}
        ${button("Redrive dead letters", "operator", of.redrive)}
        ${rotateButton(of.properties(), button, ask)}
        ${button("Edit", "admin", () => page.go(linkQuery(
          link`/topics/${key.topic}/subscriptions/${key.name}/edit`, { event: page.query.get("event") })))}
        ${button("Delete", "admin", () => remove(ask), "danger outline")}
      </div>`,
    /** For a subscription whose endpoint has not agreed. */
    validateAgain: () => button("Ask the endpoint again", "admin", () => validateAgain(ask)),
  };
}

function rotateButton(properties, button, ask) {
  if (properties.tidings?.signing) {
    return button("Rotate signing secret", "admin", () => rotate(ask));
  }
  const why = "The requests of this subscription are not signed. Edit it to sign them.";
  return html`<button type="button" class="secondary" aria-disabled="true" title=${why} aria-description=${why}
    >Rotate signing secret</button>`;
}

function endpoint({ of }) {
  return html`<code>${destinationText(of.properties().destination)}</code>`;
}

function waitingText({ of }) {
  const waiting = of.waiting();
  const { deferred } = of.properties().status;
  return [
    waiting === undefined ? "" : `${plural(waiting, "delivery waits", "deliveries wait")} for a retry`,
    deferred > 0 ? `${plural(deferred, "delivery is", "deliveries are")} deferred` : "",
  ].filter(text => text !== "").join(", ");
}

/** Sends a PATCH, says what was done, and shows the subscription as it is then. */
async function patch({ page, key, of }, body, said) {
  await page.api.send("PATCH", key.target, body);
  page.say(said);
  of.refresh();
}

function pause(ask) {
  const body = { properties: { paused: true } };
  return confirmDialog({
    title: `Pause ${ask.id}?`,
    text: html`<p>Nothing more is sent to ${endpoint(ask)} until somebody resumes the subscription. Requests in flight
      end normally. Events are matched as before, and wait. Their time to live goes on: an event that expires during
      the pause becomes a dead letter, or is dropped.</p>`,
    count: waitingText(ask),
    confirm: `Pause ${ask.key.name}`,
    commands: { tidings: tidings(["subscription", "pause"], [ask.id]), curl: curl("PATCH", ask.key.target, body) },
    onConfirm: () => patch(ask, body, `${ask.id} is paused.`),
  });
}

function resume(ask) {
  const body = { properties: { paused: false } };
  return confirmDialog({
    title: `Resume ${ask.id}?`,
    text: html`<p>New events are sent to ${endpoint(ask)} at once. What was deferred follows within ten seconds, and
      if more than 10,000 wait, a thousand of them in a second.</p>`,
    count: waitingText(ask),
    confirm: `Resume ${ask.key.name}`,
    commands: { tidings: tidings(["subscription", "resume"], [ask.id]), curl: curl("PATCH", ask.key.target, body) },
    onConfirm: () => patch(ask, body, `${ask.id} goes on.`),
  });
}

function retryNow(ask) {
  const target = path`/topics/${ask.key.topic}/eventSubscriptions/${ask.key.name}/retryNow`;
  const probes = ask.of.properties().status.health === "OnProbation";
  return confirmDialog({
    title: `Retry now what waits for ${ask.id}?`,
    text: html`<p>${probes
      ? html`The probation ends: one delivery is sent to ${endpoint(ask)} as a probe, and if it succeeds, the rest
        follows as fast as the endpoint takes it.`
      : html`What waits is sent to ${endpoint(ask)} within seconds, as fast as the endpoint takes it.`}
      The number of attempts and the time to live stay as they are. What waits because of <code>Retry-After</code> is
      not sent early.</p>`,
    count: waitingText(ask),
    confirm: `Retry ${ask.key.name} now`,
    commands: { tidings: tidings(["subscription", "retry-now"], [ask.id]), curl: curl("POST", target) },
    onConfirm: async () => {
      await ask.page.api.send("POST", target);
      ask.page.say(`What waits for ${ask.id} is sent within seconds.`);
      ask.of.refresh();
    },
  });
}

function test(ask) {
  const target = path`/topics/${ask.key.topic}/eventSubscriptions/${ask.key.name}/test`;
  return confirmDialog({
    title: `Send a test event to ${ask.id}?`,
    text: html`<p>One event of the type <code>io.tidings.TestEvent</code> is sent to ${endpoint(ask)}, whatever the
      filter says, on the way that every event takes: with its headers, its signature and its retries. No other
      subscription gets it.</p>`,
    confirm: `Send a test event to ${ask.key.name}`,
    commands: { tidings: tidings(["subscription", "test"], [ask.id]), curl: curl("POST", target) },
    onConfirm: async () => ask.of.tested((await ask.page.api.send("POST", target)).body),
  });
}

function rotate(ask) {
  const target = path`/topics/${ask.key.topic}/eventSubscriptions/${ask.key.name}/rotateSigningSecret`;
  return confirmDialog({
    title: `Rotate the signing secret of ${ask.id}?`,
    text: html`<p>Tidings makes a new secret and shows it once. From then on each request has two signatures, with the
      new secret and with the former one, for 24 hours unless the server is set otherwise: give the new secret to the
      endpoint before that. If a rotation is going on already, its older secret ends at once.</p>`,
    confirm: `Rotate the secret of ${ask.key.name}`,
    commands: { tidings: tidings(["subscription", "rotate-signing-secret"], [ask.id]), curl: curl("POST", target) },
    onConfirm: async () => {
      const headers = { "if-match": ask.of.etag() };
      ask.of.rotated((await ask.page.api.send("POST", target, undefined, { headers })).body);
    },
  });
}

function validateAgain(ask) {
  const body = { properties: {} };
  return confirmDialog({
    title: `Ask the endpoint of ${ask.id} again?`,
    text: html`<p>The handshake with ${endpoint(ask)} begins anew. A validation URL that was sent before no longer
      works.</p>`,
    confirm: "Ask the endpoint again",
    commands: { curl: curl("PATCH", ask.key.target, body) },
    onConfirm: () => patch(ask, body, "The endpoint is asked again."),
  });
}

function remove(ask) {
  let typed = "";
  return confirmDialog({
    title: `Delete ${ask.id}?`,
    text: html`<p>The subscription gets no more events, and what waits for it is dropped. Dead letters that were
      written stay. A subscription that is created under the same name later does not get what waited for this
      one.</p>`,
    count: waitingText(ask),
    form: update => field({
      label: `Type ${ask.key.name} to delete it`,
      name: "delete-name",
      value: typed,
      onInput: value => { typed = value; update(); },
    }),
    ready: () => typed === ask.key.name,
    confirm: `Delete ${ask.key.name}`,
    danger: true,
    commands: { tidings: tidings(["subscription", "delete"], [ask.id]), curl: curl("DELETE", ask.key.target) },
    onConfirm: async () => {
      await ask.page.api.send("DELETE", ask.key.target, undefined, { headers: { "if-match": ask.of.etag() } });
      ask.page.go(link`/topics/${ask.key.topic}`);
    },
  });
}
