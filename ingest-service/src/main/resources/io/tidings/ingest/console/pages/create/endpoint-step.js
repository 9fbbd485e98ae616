/** The second step: where the events go, and how delivery is tried. */

import { html, nothing } from "/console/lib/lit-html/lit-html.js";
import { field } from "/console/parts/field.js";
import { notice } from "/console/parts/notice.js";
import { term } from "/console/parts/term.js";
import { deliverySchemas, schemaText } from "../topic/schema.js";
import { isQueue, KAFKA, localErrors, QUEUE, toKafka, WEBHOOK } from "./draft.js";
import { ENDPOINT_FIELDS } from "./violations.js";

/**
 * @param {{draft: object, check: object, topic: object, set: Function, next: () => void, settings: object}} options
 *     set(name, value) changes the draft
 */
export function endpointStep(options) {
  const { draft, check, next } = options;
  const wrong = Object.keys(localErrors(draft)).length > 0 || ENDPOINT_FIELDS.some(name => check.fields[name]);
  return html`
    <p>A ${term("subscription")} sends the events of the topic to one ${term("endpoint")}, writes them to a topic of
      Kafka, or lets them wait in a queue for programs that receive them.</p>
    ${input(options, "name", "Name of the subscription", { help: "Such as billing." })}
    ${input(options, "destination", "The events go to", {
      type: "select",
      options: [{ value: WEBHOOK, label: "a webhook" }, { value: KAFKA, label: "a topic of Kafka" },
        { value: QUEUE, label: "a queue, for receivers" }],
    })}
    ${isQueue(draft) ? queue(options) : toKafka(draft) ? hub(options) : webhook(options)}
    <details ?open=${ENDPOINT_FIELDS.slice(5).some(name => check.fields[name])}>
      <summary>How delivery is tried, batches, signatures</summary>
      ${more(options)}
    </details>
    ${check.others.map(sentence => notice("error", sentence))}
    <div class="actions">
      <button type="button" aria-busy=${check.busy ? "true" : "false"} ?disabled=${wrong} @click=${next}
        >Next: filter</button>
    </div>`;
}

function webhook(options) {
  return html`
    ${input(options, "endpoint", "Endpoint URL", {
      type: "url", placeholder: "https://example.com/hook", help: receiverHelp(options),
    })}
    ${handshake()}`;
}

function hub(options) {
  return input(options, "hub", "Kafka topic", {
    placeholder: "orders",
    help: "The name that the settings of Tidings (destination.kafka.…) give a Kafka topic, or a resource id of an event hub " +
      "that ends with it.",
  });
}

function queue(options) {
  return html`
    <div class="grid">
      ${input(options, "lock", "Lock of a received event, in seconds", { placeholder: "60", help: "60 to 300" })}
      ${input(options, "maxCount", "Most receives of an event", { placeholder: "10", help: "1 to 10; then it is a dead letter" })}
    </div>`;
}

function receiverHelp({ settings, set }) {
  const receiver = settings.testReceiver;
  return receiver
    ? html`No endpoint yet? <button type="button" class="secondary outline small"
        @click=${() => set("endpoint", receiver)}>Use the test receiver</button> of this installation. It accepts all.`
    : "No endpoint yet? The command “tidings listen” receives webhooks on your machine.";
}

/** What happens before the first event is sent. */
function handshake() {
  return html`
    <details>
      <summary>What the endpoint must do first: the handshake</summary>
      <p>Before it gets events, the endpoint is asked once whether it wants them. If it gets Event Grid events, it
        responds to a <code>POST</code> of an event <code>Microsoft.EventGrid.SubscriptionValidationEvent</code>
        with status 200 and <code>{"validationResponse": "…"}</code>, the <code>validationCode</code> from that
        event. If it gets CloudEvents, it responds to an <code>OPTIONS</code> with the header
        <code>WebHook-Allowed-Origin: *</code>. Otherwise somebody opens the validation URL that the endpoint was
        sent, within 10 minutes. The page of the subscription shows how far this is.</p>
    </details>`;
}

function more(options) {
  const { draft, topic } = options;
  const schemas = deliverySchemas(topic.properties.inputSchema);
  return html`
    ${input(options, "deliverySchema", "Events are delivered as", {
      type: "select",
      options: schemas.map((schema, i) => ({ value: i === 0 ? "" : schema, label: schemaText(schema) })),
    })}
    ${isQueue(draft) ? nothing : html`<div class="grid">
      ${input(options, "maxAttempts", "Most attempts", { placeholder: "30", help: "1 to 30" })}
      ${input(options, "timeToLive", "Time to live, in minutes", { placeholder: "1440", help: "1 to 1440, a day" })}
    </div>`}
    ${input(options, "deadLetter", "Dead letters go to", {
      placeholder: "account/container",
      help: "A container of blobs. Without one, events that cannot be delivered are dropped.",
    })}
    ${toKafka(draft) || isQueue(draft) ? nothing : ofWebhook(options)}
    ${isQueue(draft) ? nothing : input(options, "lanes", "Lanes", {
      placeholder: "1", help: "1 to 64: over so many partitions, and so workers, the deliveries are spread.",
    })}
    ${input(options, "orderBy", "Order by", {
      placeholder: "subject",
      help: "Events with the same value arrive one after the other: subject, kafka.key, or a path such as " +
        "/data/customerId. It cannot be changed later. Empty: in no order.",
    })}
    ${isQueue(draft) ? nothing : html`<div class="grid">
      ${input(options, "requestsPerSecond", "Requests a second at most", {
        help: "0.1 to 10000, from all workers together; what exceeds it waits. Empty: no limit.",
      })}
      ${input(options, "concurrentRequests", "Concurrent requests at most", { help: "1 to 1000. Empty: no limit." })}
    </div>`}
    ${input(options, "hold", "Hold what waits while it is paused", {
      type: "checkbox", help: "Its time to live stands still until somebody resumes it. Otherwise it goes on.",
    })}
    ${begins(options)}
    ${input(options, "logAll", "Log every attempt, also those that succeed at once", {
      type: "checkbox", help: "Then the page of an event shows each delivery. It costs room in Kafka.",
    })}
    <div class="grid">
      ${input(options, "expiration", "Ends on", {
        placeholder: "2030-01-02", help: "The beginning of a day, in UTC. Without one it never ends.",
      })}
      ${input(options, "labels", "Labels", { help: "With commas between them." })}
    </div>`;
}

/** What was typed before stays, with the server's reason why it is refused. */
function begins(options) {
  const { draft, topic } = options;
  const refused = topic.properties.tidings?.source ? "The source of the topic says what a new subscription gets."
    : draft.orderBy.trim() !== "" ? "With an order, it begins with new events: those of the past could be passed." : "";
  return input(options, "start", "Begins with", {
    placeholder: "now",
    disabled: refused !== "" && draft.start === "",
    help: refused || "now, earliest, or a time such as 2030-01-02T03:04:05Z: events that Kafka still holds come first, "
      + "then new ones.",
  });
}

function ofWebhook(options) {
  return html`
    <div class="grid">
      ${input(options, "maxEvents", "Most events in a request", {
        placeholder: "1", help: "1 to 5000; 1 for no batches",
      })}
      ${input(options, "batchSize", "Size of a batch, in KB", { placeholder: "64", help: "1 to 1024" })}
    </div>
    ${input(options, "signed", "Sign the requests (Standard Webhooks)", {
      type: "checkbox", help: "The page of the subscription shows the secret once, when you replace it.",
    })}
    ${input(options, "pauseGone", "Pause the subscription when the endpoint is gone (410)", {
      type: "checkbox", help: "Events wait until somebody resumes it. Otherwise each is tried again.",
    })}`;
}

function input({ draft, check, set }, name, label, rest) {
  return field({ label, name, value: draft[name], error: check.of(name), onInput: value => set(name, value), ...rest });
}
