import assert from "node:assert/strict";
import { test } from "node:test";
import { OPERATORS, advancedFilter, conditionArgs, conditionOf, split } from "./pages/create/conditions.js";
import { bodyOf, commandsOf, filterOf, localErrors, newDraft } from "./pages/create/draft.js";
import { topicBody, topicCommands } from "./pages/create/topic-draft.js";
import { placed } from "./pages/create/violations.js";
import { remedyOf } from "./pages/overview/remedy.js";
import { offeredTypes, schemaProblem, toggled, typeBody, typeDraft } from "./pages/topic/event-type-draft.js";
import { merged, nameFilter } from "./pages/topic/name-search.js";
import { eventId, jsonProblem, newId, publication } from "./pages/topic/publication.js";
import { formatsOf, sourceDraft, sourceOf, sourcePatch } from "./pages/topic/source-draft.js";

const TARGET = "/topics/orders/eventSubscriptions/billing";

function draft(more = {}) {
  return { ...newDraft("orders"), name: "billing", endpoint: "https://example.com/hook", ...more };
}

function properties(more) {
  return bodyOf(draft(more)).properties;
}

test("a draft without choices is a subscription with defaults", () => {
  assert.deepEqual(properties(), {
    destination: { endpointType: "WebHook", properties: { endpointUrl: "https://example.com/hook" } },
  });
  assert.deepEqual(filterOf(draft()), {});
});

test("a queue has no endpoint, and nothing that is about requests", () => {
  const queue = {
    destination: "Queue", endpoint: "", lock: "120", maxCount: "3", maxAttempts: "5", lanes: "2", signed: true,
    requestsPerSecond: "1", pauseGone: true, orderBy: "subject",
  };
  assert.deepEqual(localErrors(draft(queue)), {});
  assert.deepEqual(properties(queue), {
    deliveryConfiguration: {
      deliveryMode: "Queue", queue: { receiveLockDurationInSeconds: 120, maxDeliveryCount: 3 },
    },
    tidings: { orderBy: "subject" },
  });
  assert.match(commandsOf(draft(queue), TARGET).tidings, /--queue --receive-lock 120 --max-delivery-count 3/);
});

test("each choice has its member", () => {
  const { destination, ...others } = properties({
    maxAttempts: "5", timeToLive: "60", maxEvents: "10", batchSize: "64", deadLetter: "local/dead",
    expiration: "2030-01-02", labels: "a, b", signed: true, logAll: true, pauseGone: true, hold: true,
    start: "earliest ",
    deliverySchema: "CloudEventSchemaV1_0",
  });
  assert.equal(destination.properties.maxEventsPerBatch, 10);
  assert.equal(destination.properties.preferredBatchSizeInKilobytes, 64);
  assert.match(others.deadLetterDestination.properties.resourceId, /\/storageAccounts\/local$/);
  assert.equal(others.deadLetterDestination.properties.blobContainerName, "dead");
  delete others.deadLetterDestination;
  assert.deepEqual(others, {
    eventDeliverySchema: "CloudEventSchemaV1_0",
    retryPolicy: { maxDeliveryAttempts: 5, eventTimeToLiveInMinutes: 60 },
    expirationTimeUtc: "2030-01-02T00:00:00Z",
    labels: ["a", "b"],
    tidings: { signing: { secret: null }, gone: "pause", whilePaused: "hold", start: "earliest", attempts: "all" },
  });
});

test("limits are numbers", () => {
  assert.deepEqual(properties({ requestsPerSecond: "2.5", concurrentRequests: "4" }).tidings,
    { limits: { requestsPerSecond: 2.5, concurrentRequests: 4 } });
  assert.equal(properties({ requestsPerSecond: "2,5" }).tidings.limits.requestsPerSecond, "2,5");
});

test("what is no number goes to the server as it was typed", () => {
  assert.equal(properties({ maxAttempts: "5x" }).retryPolicy.maxDeliveryAttempts, "5x");
  assert.deepEqual(advancedFilter({ key: "n", operator: "NumberIn", value: "1, x, 9007199254740993" }).values,
    [1, "x", "9007199254740993"]);
});

test("an advanced filter is a condition that makes it again", () => {
  const cases = [
    [{ operatorType: "StringIn", key: "data.x", values: ["a", "b, c", 'say "hi"', " d", "e\\f", '"'] },
      'a, "b, c", say "hi", " d", e\\f, "\\""'],
    [{ operatorType: "NumberInRange", key: "n", values: [[1, 10], [-5, -1.5]] }, "1 - 10, -5 - -1.5"],
    [{ operatorType: "NumberGreaterThan", key: "n", value: 3 }, "3"],
    [{ operatorType: "BoolEquals", key: "b", value: false }, "false"],
    [{ operatorType: "IsNotNull", key: "b" }, ""],
  ];
  for (const [filter, value] of cases) {
    assert.deepEqual(conditionOf(filter), { key: filter.key, operator: filter.operatorType, value });
    assert.deepEqual(advancedFilter(conditionOf(filter)), filter);
  }
});

test("names and URLs are checked at first sight", () => {
  assert.deepEqual(localErrors(draft()), {});
  assert.deepEqual(Object.keys(localErrors(newDraft("a b"))), ["topic", "name", "endpoint"]);
  for (const endpoint of ["javascript:alert(1)", "ftp://x/", "http://", "example.com"]) {
    assert.ok(localErrors(draft({ endpoint })).endpoint, endpoint);
  }
});

test("values have commas between them, and quotes keep a comma", () => {
  assert.deepEqual(split(' a, "b, c" ,, d '), ["a", "b, c", "d"]);
  assert.deepEqual(split('"a \\"quoted\\" text"'), ['a "quoted" text']);
  assert.deepEqual(split(""), []);
});

test("every operator takes its kind of value", () => {
  const filter = (operator, value) => advancedFilter({ key: " data.n ", operator, value });
  assert.deepEqual(filter("IsNotNull", "1"), { operatorType: "IsNotNull", key: "data.n" });
  assert.equal(filter("BoolEquals", " True ").value, true);
  assert.equal(filter("BoolEquals", "yes").value, "yes");
  assert.equal(filter("NumberLessThan", "-1.5").value, -1.5);
  assert.deepEqual(filter("NumberInRange", "1 - 10, -5..-2").values, [[1, 10], [-5, -2]]);
  assert.deepEqual(filter("StringIn", "a,b").values, ["a", "b"]);
  assert.equal(Object.keys(OPERATORS).length, 19);
});

test("the commands say the same as the body", () => {
  const condition = { key: "data.n", operator: "NumberInRange", value: "1 - 10" };
  const { tidings, curl } = commandsOf(draft({ types: "A, B", begins: "/o's", conditions: [condition] }), TARGET);
  assert.equal(tidings, "tidings subscription create orders/billing --endpoint https://example.com/hook"
    + " --included-event-types A B --subject-begins-with '/o'\\''s' --advanced-filter data.n NumberInRange 1,10");
  assert.match(curl, /^curl -X PUT .*\/topics\/orders\/eventSubscriptions\/billing.* -H 'If-None-Match: \*' -d /);
  assert.deepEqual(conditionArgs({ key: "a", operator: "StringIn", value: '"b c", d' }), ["a", "StringIn", "b c", "d"]);
});

const violation = (target, rule) => ({ target, message: `${target}: ${rule}` });

test("a violation stands beside its field", () => {
  const found = placed([
    violation("properties.filter.advancedFilters[1].values[0]", "must be a number"),
    violation("properties.filter.advancedFilters[0].key", "is required"),
    violation("filter.subjectBeginsWith", "must be a string"),
    violation("properties.destination.properties.endpointUrl", "must be https"),
    violation("properties.labelsOfMine", "is not a known member"),
    { message: "the topic is away" },
  ]);
  assert.deepEqual(found.fields, {
    "condition-0-key": "Is required.", "condition-1-value": "Values[0] must be a number.",
    begins: "Must be a string.", endpoint: "Must be https.",
  });
  assert.deepEqual(found.others, ["properties.labelsOfMine: is not a known member", "The topic is away."]);
});

test("a topic whose events are records takes the schema of their format", () => {
  const source = { ...sourceDraft(), kafkaTopic: " shop.orders ", start: "earliest", mapping: '{"id": {"sourceField": "nr"}}' };
  const state = { schema: "CustomEventSchema", mapping: {}, source };
  assert.deepEqual(topicBody(state), {
    properties: {
      inputSchema: "EventGridSchema",
      tidings: {
        source: { kafkaTopic: "shop.orders", format: "json", start: "earliest", mapping: { id: { sourceField: "nr" } } },
      },
    },
  });
  assert.equal(topicCommands("orders", state).tidings, "tidings topic create orders --source-kafka-topic shop.orders"
    + " --source-format json --source-start earliest --input-mapping-fields id=nr");
  const cloud = { ...state, source: { ...source, format: "cloudevents" } };
  assert.deepEqual(topicBody(cloud).properties.inputSchema, "CloudEventSchemaV1_0");
  assert.equal("mapping" in topicBody(cloud).properties.tidings.source, false);
});

test("a domain has a schema and no source, and its mapping names the topic", () => {
  const state = {
    domain: true, schema: "CustomEventSchema", deduplicateBy: "id",
    mapping: { topic: "tenant", id: "", eventType: "kind", subject: "", defaultType: "" },
    source: { ...sourceDraft(), kafkaTopic: "shop.orders" },
  };
  assert.deepEqual(topicBody(state), {
    properties: {
      inputSchema: "CustomEventSchema",
      inputSchemaMapping: {
        inputSchemaMappingType: "Json",
        properties: { topic: { sourceField: "tenant" }, eventType: { sourceField: "kind" } },
      },
    },
  });
  const { tidings, curl } = topicCommands("tenants", state);
  assert.equal(tidings, "tidings domain create tenants --input-schema CustomEventSchema"
    + " --input-mapping-fields topic=tenant eventType=kind");
  assert.match(curl, /\/domains\/tenants/);
});

test("a source is changed and removed member by member", () => {
  const before = { kafkaTopic: "shop", format: "json", start: "earliest", mapping: { id: { sourceField: "nr" } } };
  assert.deepEqual(sourceOf(sourceDraft(before)), before);
  assert.deepEqual(sourcePatch(before, { ...sourceDraft(before), start: "latest", mapping: "" }),
    { properties: { tidings: { source: { start: null, mapping: null } } } });
  assert.deepEqual(sourcePatch(before, { ...sourceDraft(before), kafkaTopic: " " }),
    { properties: { tidings: { source: null } } });
  assert.deepEqual(sourcePatch(undefined, { ...sourceDraft(undefined, "CloudEventSchemaV1_0"), kafkaTopic: "shop" }),
    { properties: { tidings: { source: { kafkaTopic: "shop", format: "cloudevents" } } } });
  assert.deepEqual(formatsOf("CustomEventSchema"), []);
});

test("a topic of custom events has the mapping that was typed", () => {
  const mapping = { id: "nr", eventType: "", subject: " ", defaultType: "Order.Changed" };
  const custom = { schema: "CustomEventSchema", mapping };
  assert.deepEqual(topicBody(custom).properties.inputSchemaMapping.properties,
    { id: { sourceField: "nr" }, eventType: { defaultValue: "Order.Changed" } });
  assert.equal(topicCommands("orders", custom).tidings, "tidings topic create orders --input-schema CustomEventSchema"
    + " --input-mapping-fields id=nr --input-mapping-default-values eventType=Order.Changed");
  const partitioned = { schema: "EventGridSchema", partitionBy: " subject ", mapping };
  assert.deepEqual(topicBody(partitioned), {
    properties: { inputSchema: "EventGridSchema", tidings: { partitionBy: "subject" } },
  });
  assert.equal(topicCommands("orders", partitioned).tidings, "tidings topic create orders --partition-by subject");
  const deduplicated = { schema: "EventGridSchema", deduplicateBy: "id", deduplicateWindow: " PT10M ", mapping };
  assert.deepEqual(topicBody(deduplicated), {
    properties: { inputSchema: "EventGridSchema", tidings: { deduplicate: { by: "id", window: "PT10M" } } },
  });
  assert.equal(topicCommands("orders", deduplicated).tidings,
    "tidings topic create orders --deduplicate-by id --deduplicate-window PT10M");
  assert.deepEqual(topicBody({ ...deduplicated, deduplicateBy: "" }), { properties: { inputSchema: "EventGridSchema" } });
  const locked = { schema: "EventGridSchema", disableLocalAuth: true, mapping };
  assert.deepEqual(topicBody(locked), { properties: { inputSchema: "EventGridSchema", disableLocalAuth: true } });
  assert.equal(topicCommands("orders", locked).tidings, "tidings topic create orders --disable-local-auth");
  assert.equal(topicCommands("orders", { schema: "EventGridSchema", mapping }).tidings, "tidings topic create orders");
});

test("a list keeps the rows behind its first page", () => {
  const rows = names => [...names].map(name => ({ name }));
  assert.deepEqual(merged({ value: rows("ab"), nextLink: "2" }, { rows: rows("abcd"), next: "4" }),
    { rows: rows("abcd"), next: "4" });
  assert.deepEqual(merged({ value: rows("ab") }, { rows: rows("abcd"), next: "4" }), { rows: rows("ab"), next: null });
  assert.deepEqual(merged({ value: rows("ab"), nextLink: "2" }, { rows: null, next: null }),
    { rows: rows("ab"), next: "2" });
  assert.equal(nameFilter("it's"), "contains(name,'it''s')");
  assert.equal(nameFilter(""), undefined);
});

test("events are published in the form that their topic takes", () => {
  const topic = (inputSchema, mapping) =>
    ({ properties: { inputSchema, inputSchemaMapping: mapping && { properties: mapping } } });
  assert.deepEqual(publication(topic("EventGridSchema"), "{}", {}), { body: "[{}]", type: "application/json" });
  assert.deepEqual(publication(topic("EventGridSchema"), "[{}]", [{}]), { body: "[{}]", type: "application/json" });
  assert.equal(publication(topic("CloudEventSchemaV1_0"), "{}", {}).type, "application/cloudevents+json");
  assert.equal(publication(topic("CloudEventSchemaV1_0"), "[]", []).type, "application/cloudevents-batch+json");
  assert.equal(eventId(topic("EventGridSchema"), { id: "1" }), "1");
  assert.equal(eventId(topic("CustomEventSchema", { id: { sourceField: "nr" } }), { nr: 7 }), "7");
  assert.equal(eventId(topic("CustomEventSchema", {}), { id: "1" }), null);
  assert.match(newId(), /^[0-9a-f]{16}$/);
  assert.equal(jsonProblem("{}"), "");
  assert.match(jsonProblem("{"), /^Line 1, column 2: /);
});

test("what needs a person links to where it is made right", () => {
  const of = (kind, more) => remedyOf({ kind, ...more })?.to;
  assert.equal(of("OnProbation", { topic: "orders", subscription: "billing" }), "#/topics/orders/subscriptions/billing");
  assert.equal(of("DeadLetters", { topic: "orders", subscription: "billing" }),
    "#/topics/orders/subscriptions/billing/dead-letters");
  assert.equal(of("Rejected", { topic: "orders" }), "#/topics/orders/rejected");
  assert.equal(of("MatchingStalled", {}), undefined);
});

test("an event type that is changed keeps what the form does not show", () => {
  const type = { name: "paid", properties: { version: "2", deprecated: true, dataSchema: { required: ["n"] } } };
  const draft = typeDraft(type);
  assert.deepEqual(typeBody(draft, type), { properties: type.properties });
  assert.deepEqual(typeBody({ ...draft, schema: " ", deprecated: false, description: "x " }, type),
    { properties: { version: "2", description: "x" } });
  assert.equal(schemaProblem({ schema: "" }), "");
  assert.match(schemaProblem({ schema: "{" }), /^Line 1/);
});

test("types are offered that are declared or seen, and none that is deprecated", () => {
  const declared = [{ name: "b", properties: {} }, { name: "old", properties: { deprecated: true } }];
  assert.deepEqual(offeredTypes(declared, [{ type: "c" }, { type: "a" }]), ["a", "b", "c"]);
  assert.equal(toggled("", "a"), "a");
  assert.equal(toggled("a, b", "a"), "b");
  assert.equal(toggled("b ,", "a, c"), 'b, "a, c"');
  assert.equal(toggled('b, "a, c"', "a, c"), "b");
});
