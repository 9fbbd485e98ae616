/** Follows a test event until it has ended, or sends one as soon as the endpoint has agreed. */

import { html, nothing } from "/console/lib/lit-html/lit-html.js";
import { path } from "/console/core/api.js";
import { link } from "/console/core/router.js";
import { badge } from "/console/parts/badge.js";
import { time } from "/console/parts/time.js";
import { outcomeSentence, reasonSentence } from "../event/words.js";

const EVERY_MS = 1000;
const FOLLOWED_MS = 10 * 60_000;

/**
 * @param {{topic: string, name: string, target: string}} key of the subscription
 * @param {() => object | null} properties of the subscription; null while they are not known
 */
export function createTestFollow(page, { topic, name, target }, properties) {
  let wanted = page.handed.test ?? false;
  let sent = null;

  const look = page.every(EVERY_MS, async signal => {
    if (wanted) {
      await sendWanted(signal);
    }
    if (sent === null || ended(sent) || Date.now() - sent.at > FOLLOWED_MS) {
      return;
    }
    const mine = sent;
    mine.delivery = await deliveryOf(page, topic, name, mine, signal);
    page.update();
  });

  /** The endpoint may have just been repaired, so its probation ends, too. */
  async function sendWanted(signal) {
    if (properties()?.provisioningState !== "Succeeded") {
      return;
    }
    const { body } = await page.api.send("POST", `${target}/test`, undefined, { signal });
    wanted = false;
    take(body);
    if (properties().status.state === "OnProbation") {
      await page.api.send("POST", `${target}/retryNow`, undefined, { signal });
    }
  }

  function take(response) {
    sent = { ...response, at: Date.now(), delivery: null, delivered: properties().status.delivered };
    page.update();
  }

  return {
    /** @param {{eventId: string, source: string}} response of the server */
    follow(response) {
      wanted = false;
      take(response);
      look();
    },
    render() {
      if (wanted) {
        return section(html`<p role="status">It is sent as soon as the endpoint has agreed to receive events.</p>`);
      }
      return sent === null ? nothing : section(progress(topic, sent, properties().status));
    },
  };
}

function ended({ delivery }) {
  return delivery !== null && delivery.state !== "Waiting";
}

/** Null while nothing is recorded of it. */
async function deliveryOf(page, topic, name, { eventId, source }, signal) {
  try {
    const timeline = await page.api.get(path`/topics/${topic}/events/${eventId}`, { signal });
    const record = timeline.records.find(each => each.source === source);
    return record?.deliveries.find(each => each.subscription === name) ?? null;
  } catch (error) {
    if (error.status === 404) {
      return null;
    }
    throw error;
  }
}

function section(content) {
  return html`
    <section aria-labelledby="test-title">
      <h2 id="test-title">Test event</h2>
      ${content}
    </section>`;
}

function progress(topic, sent, status) {
  return html`
    <p role="status">${sent.delivery ? outcome(sent.delivery) : unknown(sent, status)}</p>
    <p><a href=${link`/topics/${topic}/events/${sent.eventId}`}>Event ${sent.eventId}</a></p>`;
}

function outcome(delivery) {
  const last = delivery.attempts.at(-1);
  switch (delivery.state) {
    case "Delivered":
      return html`${badge("Delivered")} The endpoint accepted the test event${last
        ? ` with status ${last.status}, after ${last.durationMs} ms`
        : ""}.`;
    case "Waiting":
      return html`${badge("Waiting")} ${failure(last)} The next attempt is due ${time(delivery.due)}.`;
    default:
      return html`${badge(delivery.state)} ${failure(last)}
        ${reasonSentence(delivery.reason) ?? delivery.reason}`;
  }
}

function failure(last) {
  return last
    ? html`${outcomeSentence(last.outcome) ?? last.outcome}
        ${last.error ? html`<code>${last.error}</code>` : nothing}`
    : nothing;
}

/** A success at the first attempt leaves a record only where all attempts are logged. */
function unknown(sent, status) {
  if (status.delivered > sent.delivered) {
    return html`${badge("Delivered")} The endpoint accepted an event since then, and no failure of the test event is
      recorded.`;
  }
  if (status.health === "Paused" || status.health === "OnProbation") {
    return html`${badge("Waiting")} Nothing is sent to the endpoint at the moment; the test event waits, too.`;
  }
  return html`${badge("Running", "Sent")} Nothing is recorded of it yet. A success at the first attempt is
    recorded only if all attempts are logged.`;
}
