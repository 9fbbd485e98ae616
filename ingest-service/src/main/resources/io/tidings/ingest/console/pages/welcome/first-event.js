/** Makes the first topic and subscription, publishes the first event, and watches it arrive. */

import { path } from "/console/core/api.js";
import { until } from "/console/core/poll.js";
import { exampleEvent } from "../filter/example.js";
import { findTopic } from "../topic/find.js";
import { newId } from "../topic/publication.js";
import { publishEvents } from "../topic/publish.js";

export const TOPIC = "hello";
export const SUBSCRIPTION = "world";
export const STEPS = ["topic", "subscription", "validated", "published", "delivered"];

const LOOK_MS = 700;
const PATIENCE_MS = 20_000;
const WAITING = ["Creating", "Updating"];

/** @param {string} endpoint */
export function subscriptionBody(endpoint) {
  return {
    properties: {
      destination: { endpointType: "WebHook", properties: { endpointUrl: endpoint } },
      tidings: { attempts: "all" }, // so that the page of the event shows a delivery that succeeds at once
    },
  };
}

export function firstEventOf(topic, id) {
  const now = new Date().toISOString();
  return exampleEvent(topic, now, { id, eventType: "Greeting", subject: "/hello", data: { text: "good tidings" } });
}

/**
 * @param {object} page
 * @param {{done: (step: string, detail?: object) => void}} progress told of each step
 */
export function createFirstEvent(page, progress) {
  const { api, signal } = page;
  const ofTopic = path`/topics/${TOPIC}`;
  const ofSubscription = path`/topics/${TOPIC}/eventSubscriptions/${SUBSCRIPTION}`;

  async function run(endpoint) {
    const topic = await madeTopic();
    progress.done("topic");
    await api.send("PUT", ofSubscription, subscriptionBody(endpoint), { signal });
    progress.done("subscription");
    await validated();
    progress.done("validated");
    await publish(topic);
  }

  /** Leaves a topic of this name as it is. */
  async function madeTopic() {
    return await findTopic(api, TOPIC, signal)
      ?? (await api.send("PUT", ofTopic, { properties: {} }, { signal })).body;
  }

  async function validated() {
    await waitUntil(async () => {
      const { provisioningState, provisioningError } = (await api.get(ofSubscription, { signal })).properties;
      if (provisioningState === "Succeeded") {
        return true;
      }
      if (!WAITING.includes(provisioningState)) {
        throw new Error(provisioningError ?? `The subscription is ${provisioningState}.`);
      }
      return false;
    }, "The endpoint has not agreed yet; the page of the subscription says how far it is.");
  }

  async function publish(topic) {
    const id = newId();
    await publishEvents(api, topic, JSON.stringify(firstEventOf(topic, id)));
    progress.done("published", { id });
    await waitUntil(() => arrived(id), "The event has not arrived yet. It may have been matched before every program " +
      "knew the new subscription: publish another one.");
    progress.done("delivered", { id });
  }

  async function arrived(id) {
    const { value } = await api.get(`${ofSubscription}/attempts`, { query: { eventId: id }, signal });
    return value.some(attempt => attempt.verdict === "Delivered");
  }

  function waitUntil(condition, otherwise) {
    return until(condition, { signal, everyMs: LOOK_MS, patienceMs: PATIENCE_MS, otherwise });
  }

  return { run, publishAnother: async () => publish(await api.get(ofTopic, { signal })) };
}
