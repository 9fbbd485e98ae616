import { html, nothing } from "/console/lib/lit-html/lit-html.js";
import { ApiError, path } from "/console/core/api.js";
import { number } from "/console/core/format.js";
import { link, linkQuery } from "/console/core/router.js";
import { action } from "/console/parts/action.js";
import { badge } from "/console/parts/badge.js";
import { copyButton } from "/console/parts/copy.js";
import { emptyState } from "/console/parts/empty.js";
import { jsonView } from "/console/parts/json.js";
import { notice, problem } from "/console/parts/notice.js";
import { term } from "/console/parts/term.js";
import { time } from "/console/parts/time.js";
import { destinationText } from "./subscription/destination.js";
import { createEventTypes } from "./topic/event-types.js";
import { isDomain, ownerOf } from "./topic/find.js";
import { createKeys } from "./topic/keys.js";
import { createPublishForm } from "./topic/publish.js";
import { createRejections } from "./topic/rejections.js";
import { schemaText } from "./topic/schema.js";
import { createSearchList } from "./topic/search-list.js";
import { createSendAgain } from "./topic/send-again.js";
import { formatsOf } from "./topic/source-draft.js";
import { changeSource } from "./topic/source.js";

/**
 * A topic with its subscriptions; also a domain, and a topic of one.
 *
 * @param {import("../core/pages.js").Page} page
 */
export function topicPage(page) {
  const name = page.params.topic;
  const state = { topic: null, refusal: null, target: path`/topics/${name}` };
  const parts = {
    subscriptions: createSearchList(page, path`/topics/${name}/eventSubscriptions`, {
      noun: "subscriptions", ms: 5000,
    }),
    types: ownerOf(name) === null ? createEventTypes(page, name) : null,
    rejections: createRejections(page, name),
    keys: createKeys(page, name, () => state.topic),
    topics: null,
    publishing: createPublishForm(page, () => state.topic),
    again: createSendAgain(page, { topic: name }),
    sourceButton: () => sourceButton(page, state.topic, topic => {
      state.topic = topic;
      page.update();
    }),
  };

  page.every(30_000, async signal => {
    try {
      state.topic = { ...await read(page, state, name, signal), name };
      state.refusal = null;
      if (isDomain(state.topic)) {
        parts.topics ??= createSearchList(page, path`/domains/${name}/topics`, {
          noun: "topics", ms: 10_000, find: "topic",
        });
      }
    } catch (error) {
      if (!(error instanceof ApiError) || ![403, 404].includes(error.status)) {
        throw error;
      }
      state.refusal = error;
    }
    page.update();
  });

  return {
    render: () => state.refusal ? refused(page, name, state.refusal) : content(page, name, state.topic, parts),
  };
}

/** A topic and a domain never have the same name. */
async function read(page, state, name, signal) {
  try {
    return await page.api.get(state.target, { signal });
  } catch (error) {
    const domain = path`/domains/${name}`;
    if (!(error instanceof ApiError) || error.status !== 404 || ownerOf(name) !== null || state.target === domain) {
      throw error;
    }
    try {
      const found = await page.api.get(domain, { signal });
      state.target = domain;
      return found;
    } catch (other) {
      throw other instanceof ApiError && other.status === 404 ? error : other;
    }
  }
}

function refused(page, name, refusal) {
  return html`
    <h1>Topic ${name}</h1>
    ${problem(refusal)}
    ${refusal.status === 404 && ownerOf(name) !== null
      ? html`<p>Its events go to the subscriptions of the domain <a href=${link`/topics/${ownerOf(name)}`}
          >${ownerOf(name)}</a>.</p>`
      : nothing}
    ${refusal.status === 404 && page.access.can("admin", name)
      ? html`<p><a href=${linkQuery("#/create", { topic: name })}>Create this topic</a></p>`
      : nothing}`;
}

/** Those who may not save it see no form. */
function sourceButton(page, topic, onChange) {
  const { inputSchema, tidings } = topic.properties;
  return page.access.can("admin", topic.name) && !isDomain(topic) && formatsOf(inputSchema).length > 0
    ? action({
      label: tidings?.source ? "Change the source…" : "Read a Kafka topic…",
      access: page.access, role: "admin", topic: topic.name, kind: "secondary outline small",
      onClick: () => changeSource(page, topic, onChange),
    })
    : nothing;
}

function content(page, name, topic, parts) {
  const { subscriptions, types, rejections, keys, publishing, again, topics, sourceButton: button } = parts;
  const domain = ownerOf(name);
  return html`
    <h1>${topic && isDomain(topic) ? "Domain" : "Topic"} ${name}</h1>
    ${domain !== null
      ? html`<p>A topic of the domain <a href=${link`/topics/${domain}`}>${domain}</a>, which has its schema, its keys
          and its event types.</p>`
      : topic ? facts(topic, keys, button()) : html`<p aria-busy="true">Loading the topic…</p>`}
    <div class="actions">
      ${domain === null ? publishing.button() : nothing}
      ${page.access.can("admin", name)
        ? html`<a role="button" class="secondary" href=${linkQuery("#/create", { topic: name })}
            >Create a subscription</a>`
        : nothing}
      <a role="button" class="secondary" href=${link`/topics/${name}/events`}>Latest events</a>
      <a role="button" class="secondary outline" href=${linkQuery("#/filter", { topic: name })}>Try a filter</a>
    </div>
    ${publishing.render()}
    ${again.render()}
    <section aria-labelledby="subscriptions">
      <h2 id="subscriptions">${term("Subscriptions", SUBSCRIPTIONS)}</h2>
      ${subscriptions.render(columns(name), none(page, name))}
      ${subscriptions.rows?.length > 0 ? again.form() : nothing}
    </section>
    ${topics ? html`
      <section aria-labelledby="topics">
        <h2 id="topics">${term("Topics", "Each event names its topic. The subscriptions above get the events of all.")}</h2>
        ${topics.render(
          [{ head: "Name", cell: each => html`<a href=${link`/topics/${`${name}/${each.name}`}`}>${each.name}</a>` }],
          html`<p>No topic yet: the first subscription of one creates it, unless the domain says otherwise.</p>`)}
      </section>` : nothing}
    ${types ? types.render() : nothing}
    ${rejections.render()}`;
}

const SUBSCRIPTIONS = "Each subscription says which events of the topic go to which endpoint.";

function facts(topic, keys, button) {
  const { inputSchema, inputSchemaMapping, disableLocalAuth, endpoint, provisioningError, tidings } = topic.properties;
  return html`
    ${provisioningError ? notice("warning", provisioningError) : nothing}
    <dl class="facts">
      <dt>Takes</dt>
      <dd>${schemaText(inputSchema)} <span class="muted">(${inputSchema})</span></dd>
      ${tidings?.source || button !== nothing ? source(tidings?.source, button) : nothing}
      ${tidings?.partitionBy ? partitioned(tidings.partitionBy) : nothing}
      ${tidings?.deduplicate ? deduplicated(tidings.deduplicate) : nothing}
      ${tidings?.mask ? html`<dt>Never shown</dt><dd><code>${tidings.mask.join(", ")}</code></dd>` : nothing}
      ${tidings?.check ? html`<dt>Checks data</dt><dd><code>${tidings.check}</code></dd>` : nothing}
      <dt>Publish to</dt>
      <dd><code>${endpoint}</code> ${copyButton(endpoint, "Copy the URL")}</dd>
      <dt>${term("Keys", "Publishers show one of the two keys of the topic, so that one can be replaced while the " +
        "other one stays valid.")}</dt>
      <dd>${disableLocalAuth ? html`refused: publishers need a token with the role publisher` : keys.render()}</dd>
    </dl>
    ${inputSchemaMapping
      ? html`<details><summary>Which members of an event hold what</summary>${jsonView(inputSchemaMapping)}</details>`
      : nothing}`;
}

function source(kafka, button) {
  return html`
    <dt>${term("Source", "Each record of that Kafka topic becomes an event of this topic, without a publisher.")}</dt>
    <dd>${kafka ? html`the Kafka topic <code>${kafka.kafkaTopic}</code> (${kafka.format})` : "publishers only"}
      ${button}</dd>`;
}

function partitioned(by) {
  return html`
    <dt>${term("Partitioned by", "Events that are published with the same value keep their order for subscriptions " +
      "that are ordered by it.")}</dt>
    <dd><code>${by}</code></dd>`;
}

function deduplicated({ by, window: span }) {
  return html`
    <dt>${term("Repeated events", "An event is dropped if one with the same value came shortly before. Those that were " +
      "are among the rejected events.")}</dt>
    <dd>dropped if one with the same <code>${by}</code> came within <code>${span}</code> before</dd>`;
}

function none(page, topic) {
  return emptyState({
    title: "No subscription yet",
    text: "Events are accepted and kept, but nobody gets them.",
    action: page.access.can("admin", topic)
      ? html`<a role="button" href=${linkQuery("#/create", { topic })}>Create the first subscription</a>`
      : nothing,
  });
}

function health({ provisioningState, status }) {
  return html`${badge(status.health)}${provisioningState === "Succeeded"
    ? nothing
    : html` <span class="muted">${provisioningState}</span>`}`;
}

function columns(topic) {
  return [
    {
      head: "Name",
      cell: each => html`<a href=${link`/topics/${topic}/subscriptions/${each.name}`}>${each.name}</a>`,
    },
    { head: "Health", stays: true, cell: each => health(each.properties) },
    { head: "Endpoint", wide: true, cell: each => destinationText(each.properties.destination) },
    { head: "Matched", numeric: true, cell: each => number(each.properties.status.matched) },
    { head: "Delivered", numeric: true, cell: each => number(each.properties.status.delivered) },
    { head: term("Waiting"), numeric: true, cell: each => number(each.properties.status.waiting) },
    { head: "Last delivered", cell: each => time(each.properties.status.lastDelivered) },
  ];
}
