/** What a subscription is set to, in words. */

import { html, nothing } from "/console/lib/lit-html/lit-html.js";
import { action } from "/console/parts/action.js";
import { jsonView } from "/console/parts/json.js";
import { safeLink } from "/console/parts/link.js";
import { notice } from "/console/parts/notice.js";
import { term } from "/console/parts/term.js";
import { exactTime } from "/console/parts/time.js";
import { batchWords } from "./batch-words.js";
import { destinationText, isEventHub } from "./destination.js";
import { filterWords } from "./filter-words.js";
import { retryWords } from "./retry-words.js";

/**
 * @param {object} page
 * @param {{topic: string, target: string}} key
 */
export function createSettings(page, { topic, target }) {
  const state = { url: null, error: null };

  async function showUrl() {
    try {
      state.url = (await page.api.send("POST", `${target}/getFullUrl`)).body.endpointUrl;
      state.error = null;
    } catch (error) {
      state.error = error.message;
    }
    page.update();
  }

  const whole = () => action({
    label: "Show the whole URL",
    access: page.access,
    role: "admin",
    topic,
    kind: "secondary outline",
    onClick: showUrl,
  });

  return {
    render: resource => html`
      <section aria-labelledby="settings-title">
        <h2 id="settings-title">Settings</h2>
        ${(resource.properties.warnings ?? []).map(each => notice("warning", each))}
        <dl class="facts">
          ${facts(resource.properties, endpoint(resource.properties, state, whole)).map(([name, value]) =>
            html`<dt>${name}</dt><dd>${value}</dd>`)}
        </dl>
        <details>
          <summary>Show as JSON</summary>
          ${jsonView(resource, "The subscription as JSON")}
        </details>
      </section>`,
  };
}

function endpoint({ destination, deliveryConfiguration }, { url, error }, whole) {
  if (!destination) {
    const { receiveLockDurationInSeconds: seconds, maxDeliveryCount } = deliveryConfiguration.queue;
    return `${destinationText(destination)}; an event is locked for ${seconds} s, and received ${maxDeliveryCount} times at most`;
  }
  if (isEventHub(destination)) {
    return html`${destinationText(destination)}: <code>${destination.properties.resourceId}</code>`;
  }
  return html`
    ${safeLink(url ?? destination.properties.endpointBaseUrl)}
    ${url === null ? html`<div>${whole()}</div>` : nothing}
    ${error ? notice("error", error) : nothing}`;
}

function facts(properties, shownEndpoint) {
  const { destination, labels, expirationTimeUtc, eventDeliverySchema } = properties;
  return [
    [term("Endpoint"), shownEndpoint],
    [term("Filter"), filter(properties.filter)],
    ["Delivery schema", eventDeliverySchema ?? "that of the topic"],
    ...(destination ? ofRequests(properties) : []),
    ["Dead letters", deadLetters(properties.deadLetterDestination, properties.tidings?.deadLetterTopic)],
    ["Attempts that are logged", logged(properties.tidings?.attempts)],
    ["While it is paused", properties.tidings?.whilePaused === "hold" ? "what waits is held" : "what waits expires"],
    ["Order", properties.tidings?.orderBy
      ? html`one after the other by <code>${properties.tidings.orderBy}</code>`
      : "none"],
    ["Began with", startWords(properties)],
    ["Labels", labels?.length > 0 ? labels.join(", ") : "none"],
    ["Expires", expirationTimeUtc ? exactTime(expirationTimeUtc) : "never"],
  ];
}

function ofRequests(properties) {
  const { destination } = properties;
  return [
    ["Retries", html`<ul>${retryWords(properties).map(each => html`<li>${each}</li>`)}</ul>`],
    ...(isEventHub(destination) ? [] : ofWebhook(properties)),
    ["Headers", headers(destination.properties.deliveryAttributeMappings)],
    ["After a failure of the endpoint", properties.tidings?.recovery === "schedule"
      ? "waiting deliveries keep their times"
      : "waiting deliveries are sent at once when the endpoint is back"],
    ["Lanes", lanes(properties.tidings?.lanes ?? 1)],
    ["Limits", limits(properties.tidings?.limits)],
  ];
}

function ofWebhook(properties) {
  return [
    ["Batches", batchWords(properties.destination.properties)],
    ["Signature", signing(properties.tidings?.signing)],
    ["Authentication", authentication(properties)],
    ["When it is gone (410)", properties.tidings?.gone === "pause" ? "the subscription is paused" : "it is tried again"],
    ...ofAgent(properties.tidings?.agent),
  ];
}

/** Subscriptions that agents make over MCP; their principals are those of the audit log. */
function ofAgent(agent) {
  return agent ? [["Agent", agent.issuer ? `${agent.principal} of ${agent.issuer}` : agent.principal]] : [];
}

function startWords({ tidings, status }) {
  const { state, job, delivered = 0 } = status?.start ?? {};
  if (!state) {
    return "the events that were new then";
  }
  const since = tidings?.start ? `the events since ${tidings.start}` : "past events";
  return state === "open"
    ? html`${since}: <a href=${`#/jobs/${job}`}>job ${job}</a> has delivered ${delivered}, then new ones follow`
    : since;
}

function limits({ requestsPerSecond, concurrentRequests } = {}) {
  const words = [
    requestsPerSecond ? `${requestsPerSecond} requests a second` : "",
    concurrentRequests ? `${concurrentRequests} requests at once` : "",
  ];
  return words.filter(each => each !== "").join(", ") || "none";
}

function lanes(number) {
  return number === 1
    ? "one: the same worker sends all its deliveries"
    : `${number}: so many workers can share its deliveries`;
}

function filter(settings) {
  const words = filterWords(settings);
  if (words.length === 0) {
    return "every event of the topic";
  }
  return html`<ul>${words.map(each => html`<li>${each}</li>`)}</ul>
    ${settings.enableAdvancedFilteringOnArrays ? "Conditions look into arrays." : nothing}`;
}

function signing(settings) {
  if (!settings) {
    return "requests are not signed";
  }
  return settings.formerUntil
    ? html`requests are signed, also with the former secret until ${exactTime(settings.formerUntil)}`
    : "requests are signed (Standard Webhooks)";
}

function authentication({ tidings, destination }) {
  const { oauth2, identity, trust } = tidings?.authentication ?? {};
  const { azureActiveDirectoryApplicationIdOrUri: application } = destination.properties;
  const ways = [
    oauth2 && html`an access token of <code>${oauth2.tokenUrl}</code> for <code>${oauth2.clientId}</code>`,
    application && html`an access token of Microsoft Entra for <code>${application}</code>`,
    identity && html`the client certificate <code>${identity}</code>`,
    trust && html`the endpoint’s certificate must descend from <code>${trust}</code>`,
  ].filter(Boolean);
  return ways.length === 0 ? "none" : html`<ul>${ways.map(way => html`<li>${way}</li>`)}</ul>`;
}

function headers(mappings = []) {
  return mappings.length === 0
    ? "none of its own"
    : html`<ul>${mappings.map(({ name, type, properties }) => html`
        <li><code>${name}</code>: ${type === "Dynamic"
          ? html`from <code>${properties.sourceField}</code> of the event`
          : properties.isSecret ? "a secret value" : html`<code>${properties.value}</code>`}</li>`)}</ul>`;
}

function deadLetters(destination, topic) {
  if (!destination && !topic) {
    return "none are kept: an event that is given up is dropped";
  }
  const { resourceId, blobContainerName } = destination?.properties ?? {};
  return html`
    ${destination
      ? html`container <code>${blobContainerName ?? ""}</code> of <code>${resourceId}</code>`
      : nothing}
    ${topic ? html`<div>Kafka topic <code>${topic}</code> of the settings</div>` : nothing}`;
}

function logged(attempts) {
  return { all: "all", failures: "failures, and what follows failures" }[attempts] ?? "as the workers are set";
}
