import assert from "node:assert/strict";
import { test } from "node:test";
import { afterJson, afterTyping, bodyOf, changed, changes, differences, draftOf, givenSecrets, readable, rebased,
  withHeaders, withSecret } from "./pages/edit/draft.js";
import { errorAt, errorOf, others } from "./pages/edit/errors.js";
import { rowsOf } from "./pages/edit/headers.js";
import { MEMBERS, conditionsIn, editable, groupsOf, shownIn } from "./pages/edit/members.js";
import { leaves, patchOf, patched, valueAt, withValue } from "./pages/edit/patch.js";
import { batchWords } from "./pages/subscription/batch-words.js";
import { destinationText } from "./pages/subscription/destination.js";
import { causeWords, fateWords } from "./pages/subscription/failure-words.js";
import { filterWords } from "./pages/subscription/filter-words.js";
import { isoWords, retryWords } from "./pages/subscription/retry-words.js";
import { sparing } from "./pages/subscription/sparing.js";
import { standing } from "./pages/subscription/standing.js";

const NOON = Date.parse("2026-11-22T12:00:00Z");
const STATUS = { health: "Delivering", consecutiveFailures: 0, deferred: 0, matched: 7, delivered: 7, deadLettered: 0, dropped: 0, waiting: 0 };

function subscription(more = {}, status = {}) {
  const destination = { endpointType: "WebHook", properties: {} };
  return { provisioningState: "Succeeded", paused: false, destination, ...more, status: { ...STATUS, ...status } };
}

function words(properties) {
  return standing(properties, NOON).map(line => line.word);
}

function resource() {
  return {
    name: "billing",
    properties: {
      topic: "/topics/orders",
      provisioningState: "Succeeded",
      warnings: ["w"],
      status: STATUS,
      paused: false,
      destination: {
        endpointType: "WebHook",
        properties: {
          endpointBaseUrl: "https://e.example/hook",
          deliveryAttributeMappings: [{ name: "X-Key", type: "Static", properties: { value: null, isSecret: true } }],
        },
      },
      filter: { subjectBeginsWith: "", subjectEndsWith: "/x", isSubjectCaseSensitive: false },
      retryPolicy: { maxDeliveryAttempts: 5 },
      tidings: { signing: { secret: null } },
    },
  };
}

function member(path) {
  return MEMBERS.find(each => each.path === path);
}

function typed(path, value) {
  return afterTyping(draftOf(resource(), '"v1"'), member(path), value);
}

test("what needs a person stands before what is well", () => {
  assert.deepEqual(words(subscription()), ["Delivering"]);
  assert.deepEqual(words(subscription({}, { health: "NoTraffic" })), ["No traffic"]);
  assert.deepEqual(words(subscription({}, { health: "Failing", reason: "x", consecutiveFailures: 3 })), ["Failing"]);
  assert.deepEqual(words(subscription({ paused: true }, { health: "Paused" })), ["Paused"]);
  assert.deepEqual(words(subscription({ provisioningState: "Failed" }, { health: "NotValidated" })), ["Not validated"]);
  assert.deepEqual(words(subscription({ provisioningState: "Failed", paused: true }, { health: "Paused" })),
    ["Not validated", "Paused"]);
  assert.deepEqual(words(subscription({ provisioningError: "no topic" })), ["Invalid", "Delivering"]);
  assert.deepEqual(words(subscription({ expirationTimeUtc: "2026-11-22T11:00:00Z" }))[0], "Expired");
  assert.deepEqual(words(subscription({}, { recovery: { state: "Moving", since: "2026-11-22T11:00:00Z", moved: 1 } })),
    ["Recovering", "Delivering"]);
});

test("what fails says why, and what is delivering how much of it fails", () => {
  const text = status => standing(subscription({}, status), NOON)[0].text;
  assert.equal(text({ health: "Failing", reason: "the last 3 attempts failed: status 503" }),
    "The last 3 attempts failed: status 503.");
  assert.equal(text({ lastDelivered: "2026-11-22T11:59:00Z", recent: { minutes: 5, delivered: 99, failed: 1 } }),
    "The last event was delivered 1 min ago. 1 of 100 attempts failed in the last 5 minutes.");
  assert.equal(text({ health: "NoTraffic", lastMatched: "2026-11-20T12:00:00Z" }),
    "Nothing waits, and the last event came 2 d ago.");
});

test("from the end of a probation on one delivery is a probe", () => {
  assert.deepEqual(words(subscription({}, { health: "OnProbation", probationUntil: "2026-11-22T12:00:00Z" })), ["Probing"]);
});

test("a probation says until when, why, and what is sent meanwhile", () => {
  const [line] = standing(subscription({}, {
    health: "OnProbation",
    consecutiveFailures: 10,
    deferred: 40,
    waiting: 1,
    probationUntil: "2026-11-22T12:05:00.123Z",
    lastDeliveryOutcome: "Busy",
    lastDeliveryError: "status 503: e.example:443",
  }), NOON);
  assert.match(line.text, /until 2026-11-22 12:05:00.123 UTC \(in 5 min\)/);
  assert.match(line.text, /the last 10 attempts have failed; the last outcome was Busy/);
  assert.match(line.text, /one delivery is sent as a probe/);
  assert.match(line.text, /1 delivery waits/);
  assert.equal(line.error, "status 503: e.example:443");
  assert.equal(line.state, "OnProbation");
  assert.equal(line.word, "On probation");
});

test("an endpoint that has not agreed has a hint what to do", () => {
  for (const provisioningState of ["AwaitingManualAction", "Failed"]) {
    const [line] = standing(subscription({ provisioningState, provisioningError: "why" }, { health: "NotValidated" }), NOON);
    assert.equal(line.error, "why");
    assert.match(line.todo, /Ask the endpoint again/);
  }
});

test("failures are told by what the endpoint said and what becomes of the events", () => {
  assert.equal(causeWords({ status: 400, outcome: "BadRequest", events: 1024 }), "400 × 1,024");
  assert.equal(causeWords({ outcome: "SocketError", events: 3 }), "SocketError × 3");
  assert.equal(fateWords({ events: 24, waiting: 0 }), "24 events, none of which is tried again");
  assert.equal(fateWords({ events: 2, waiting: 2 }), "2 events, tried again");
  assert.equal(fateWords({ events: 2, waiting: 1 }), "2 events, 1 of which is tried again");
});

// #31
test("either setting of batches alone asks for batches", () => {
  assert.equal(batchWords({}), "one event in each request");
  assert.equal(batchWords({ maxEventsPerBatch: 1, preferredBatchSizeInKilobytes: 64 }), "one event in each request");
  assert.equal(batchWords({ maxEventsPerBatch: 20 }), "up to 20 events in each request");
  assert.equal(batchWords({ maxEventsPerBatch: 20, preferredBatchSizeInKilobytes: 64 }),
    "up to 20 events in each request, and about 64 KB");
  assert.equal(batchWords({ preferredBatchSizeInKilobytes: 64 }),
    "as many events as the worker is set to in each request, and about 64 KB");
});

test("a filter is told in words", () => {
  assert.deepEqual(filterWords({ subjectBeginsWith: "", subjectEndsWith: "" }), []);
  assert.deepEqual(filterWords({
    includedEventTypes: ["a", "b"],
    subjectBeginsWith: "/x",
    isSubjectCaseSensitive: true,
    advancedFilters: [
      { operatorType: "NumberGreaterThan", key: "data.n", value: 1 },
      { operatorType: "NumberNotInRange", key: "data.n", values: [[1, 2], [3, 4]] },
      { operatorType: "StringNotContains", key: "subject", values: ["p", "q"] },
      { operatorType: "BoolEquals", key: "data.b", value: false },
      { operatorType: "IsNullOrUndefined", key: "data.c" },
    ],
  }), [
    "the event type is one of “a”, “b”",
    "the subject begins with “/x” (upper and lower case differ)",
    "data.n is greater than 1",
    "data.n is not from 1 to 2 and not from 3 to 4",
    "subject does not contain “p” or “q”",
    "data.b is false",
    "data.c is missing or null",
  ]);
});

test("retries are told in words", () => {
  assert.equal(isoWords("PT1H30M"), "1 h 30 min");
  assert.equal(isoWords("P2D"), "2 d");
  assert.equal(isoWords("soon"), "soon");
  assert.deepEqual(retryWords({
    retryPolicy: { maxDeliveryAttempts: 5, eventTimeToLiveInMinutes: 60 },
    tidings: { retry: { schedule: ["PT15S", "PT1M"], maxDeliveryAttempts: 50, noRetryStatuses: [404] } },
  }), ["after 15 s, then every 1 min", "at most 50 attempts", "for 1 h after the publication",
    "the statuses 404 are not retried"]);
});

test("a patch holds what differs, and makes the one of the other", () => {
  const before = { a: 1, b: { c: [1, { d: 2 }], e: null }, gone: true };
  const after = { a: 1, b: { c: [1, { d: 3 }], e: null }, fresh: { x: "y" } };
  const patch = patchOf(before, after);
  assert.deepEqual(patch, { b: { c: [1, { d: 3 }] }, gone: null, fresh: { x: "y" } });
  assert.deepEqual(patched(before, patch), after);
  assert.deepEqual(patchOf({ a: { x: 1, y: 2 } }, { a: { y: 2, x: 1 } }), {});
  assert.deepEqual(leaves(patch), [
    { path: "b.c", value: [1, { d: 3 }] },
    { path: "gone", value: null },
    { path: "fresh.x", value: "y" },
  ]);
});

test("values are found and placed by their paths, and nothing else changes", () => {
  const document = { a: [{ b: 1 }, { b: 2 }] };
  assert.equal(valueAt(document, "a[1].b"), 2);
  assert.equal(valueAt(document, "x.y"), undefined);
  assert.deepEqual(withValue(document, "a[1].b", 3), { a: [{ b: 1 }, { b: 3 }] });
  assert.deepEqual(withValue(document, "x.y", 1), { a: document.a, x: { y: 1 } });
  assert.deepEqual(withValue({ a: { b: 1 } }, "a.b", undefined), { a: {} });
  assert.deepEqual(document, { a: [{ b: 1 }, { b: 2 }] });
});

test("only what managers decide can be edited", () => {
  const settings = editable(resource().properties);
  for (const name of ["topic", "provisioningState", "warnings", "status"]) {
    assert.equal(name in settings, false, name);
  }
  assert.equal(settings.destination.properties.endpointUrl, "https://e.example/hook");
  assert.equal("endpointBaseUrl" in settings.destination.properties, false);
});

test("what is typed becomes a change, and typing it back is none", () => {
  const cases = [
    ["destination.properties.endpointUrl", "https://e.example/new",
      { destination: { properties: { endpointUrl: "https://e.example/new" } } }],
    ["retryPolicy.maxDeliveryAttempts", "7", { retryPolicy: { maxDeliveryAttempts: 7 } }],
    ["retryPolicy.maxDeliveryAttempts", "many", { retryPolicy: { maxDeliveryAttempts: "many" } }],
    ["retryPolicy.maxDeliveryAttempts", "", { retryPolicy: { maxDeliveryAttempts: null } }],
    ["filter.includedEventTypes", "a\n\n b", { filter: { includedEventTypes: ["a", "b"] } }],
    ["filter.subjectBeginsWith", "", {}],
    ["filter.subjectEndsWith", "", { filter: { subjectEndsWith: null } }],
    ["filter.advancedFilters", '[{"key": "k"}]', { filter: { advancedFilters: [{ key: "k" }] } }],
    ["tidings.retry.noRetryStatuses", "404, x", { tidings: { retry: { noRetryStatuses: [404, "x"] } } }],
    ["tidings.signing", false, { tidings: { signing: null } }],
    ["tidings.signing", true, {}],
    ["paused", true, { paused: true }],
  ];
  for (const [path, value, expected] of cases) {
    assert.deepEqual(changes(typed(path, value)), expected, `${path} ${value}`);
  }
});

test("advanced filters are rows of conditions, as far as these can say them", () => {
  const conditions = member("filter.advancedFilters");
  const rows = [{ key: "data.amount", operator: "NumberGreaterThan", value: "100" }];
  const draft = typed(conditions.path, rows);
  const filters = [{ operatorType: "NumberGreaterThan", key: "data.amount", value: 100 }];
  assert.deepEqual(changes(draft), { filter: { advancedFilters: filters } });
  assert.deepEqual(conditionsIn(draft.settings, conditions), rows);
  assert.equal(changed(afterTyping(draft, conditions, [])), false);
  assert.deepEqual(conditionsIn({}, conditions), []);
  for (const filter of [{ operatorType: "StringIn", key: "x", values: [""] }, { operatorType: "New", key: "x" }, "x"]) {
    assert.equal(conditionsIn({ filter: { advancedFilters: [filter] } }, conditions), null);
  }
});

test("a change is shown with the values before and after", () => {
  const set = typed("destination.properties.endpointUrl", "https://e.example/new");
  assert.deepEqual(differences(set), [{
    path: "destination.properties.endpointUrl", before: "https://e.example/hook", after: "https://e.example/new",
  }]);
  const removed = typed("filter.subjectEndsWith", "");
  assert.equal(differences(removed)[0].after, undefined);
  assert.deepEqual(differences(withSecret(removed, "tidings.authentication.oauth2.clientSecret", "hush")),
    differences(removed));
});

test("an object is there as long as one of its members is", () => {
  const account = "deadLetterDestination.properties.resourceId";
  const container = "deadLetterDestination.properties.blobContainerName";
  const one = typed(account, "/x/storageAccounts/local");
  assert.deepEqual(changes(one), {
    deadLetterDestination: { endpointType: "StorageBlob", properties: { resourceId: "/x/storageAccounts/local" } },
  });
  const both = afterTyping(one, member(container), "letters");
  const left = afterTyping(both, member(account), "");
  assert.deepEqual(changes(left).deadLetterDestination,
    { endpointType: "StorageBlob", properties: { blobContainerName: "letters" } });
  assert.equal(changed(afterTyping(left, member(container), "")), false);
});

test("what is typed and cleared again leaves no empty objects", () => {
  for (const path of ["tidings.retry.timeToLive", "tidings.authentication.oauth2.scope", "eventDeliverySchema"]) {
    assert.deepEqual(changes(typed(path, "x")).destination, undefined, path);
    assert.equal(changed(afterTyping(typed(path, "x"), member(path), "")), false, path);
  }
  const bare = resource();
  delete bare.properties.tidings;
  const asked = afterTyping(draftOf(bare, '"v1"'), member("tidings.authentication.oauth2"), true);
  assert.deepEqual(changes(asked), { tidings: { authentication: { oauth2: {} } } });
});

test("a client secret alone is a change, and shown nowhere", () => {
  const path = "tidings.authentication.oauth2.clientSecret";
  const draft = withSecret(draftOf(resource(), '"v1"'), path, "hush");
  assert.equal(changed(draft), true);
  assert.deepEqual(changes(draft), {});
  assert.deepEqual(givenSecrets(draft), [path]);
  assert.equal(draft.json.includes("hush"), false);
  assert.deepEqual(bodyOf(draft).properties, { tidings: { authentication: { oauth2: { clientSecret: "hush" } } } });
  assert.equal(changed(withSecret(draft, path, "")), false);
});

test("headers are rows, and those that stay are not sent", () => {
  const draft = draftOf(resource(), '"v1"');
  const rows = rowsOf(draft.settings, draft.secrets);
  assert.deepEqual(rows, [{ name: "X-Key", kind: "secret", value: "" }]);
  assert.equal(changed(withHeaders(draft, rows)), false);
  assert.deepEqual(changes(withHeaders(draft, [])),
    { destination: { properties: { deliveryAttributeMappings: null } } });
});

test("a header holds a text, a secret or a member of the event", () => {
  const rows = [
    { name: "X-Shop", kind: "text", value: "north" },
    { name: "X-Key", kind: "secret", value: "" },
    { name: "X-Other", kind: "secret", value: "hush" },
    { name: "X-Customer", kind: "field", value: "data.customer" },
  ];
  const draft = withHeaders(draftOf(resource(), '"v1"'), rows);
  assert.deepEqual(rowsOf(draft.settings, draft.secrets), rows);
  assert.equal(JSON.stringify(changes(draft)).includes("hush"), false);
  assert.deepEqual(bodyOf(draft).properties.destination.properties.deliveryAttributeMappings, [
    { name: "X-Shop", type: "Static", properties: { value: "north", isSecret: false } },
    { name: "X-Key", type: "Static", properties: { value: null, isSecret: true } },
    { name: "X-Other", type: "Static", properties: { value: "hush", isSecret: true } },
    { name: "X-Customer", type: "Dynamic", properties: { sourceField: "data.customer" } },
  ]);
});

test("a secret stays with its header when one before it is removed", () => {
  const [first, second] = [{ name: "A", kind: "text", value: "1" }, { name: "B", kind: "secret", value: "hush" }];
  const both = withHeaders(draftOf(resource(), '"v1"'), [first, second]);
  const one = withHeaders(both, [second]);
  assert.deepEqual(rowsOf(one.settings, one.secrets), [second]);
  assert.deepEqual(givenSecrets(one), ["destination.properties.deliveryAttributeMappings[0].properties.value"]);
  assert.deepEqual(givenSecrets(withHeaders(one, [first])), []);
});

test("the form has the fields of its destination", () => {
  const labels = endpointType =>
    groupsOf({ destination: { endpointType } }).flatMap(({ members }) => members.map(({ label }) => label));
  assert.ok(labels("WebHook").includes("Endpoint URL"));
  assert.ok(labels("webhook").includes("Sign requests"));
  assert.equal(labels("WebHook").includes("Resource id of the event hub"), false);
  assert.ok(labels("EventHub").includes("Resource id of the event hub"));
  assert.equal(labels("EventHub").includes("Endpoint URL"), false);
  assert.equal(labels("EventHub").includes("Token URL"), false);
});

test("a destination without a URL can be edited, and has a name", () => {
  const hub = resource();
  const destination = { endpointType: "EventHub", properties: { resourceId: "/x/eventhubs/billing" } };
  hub.properties.destination = destination;
  const draft = draftOf(hub, '"v1"');
  assert.deepEqual(draft.settings.destination, destination);
  assert.equal(changed(afterJson(draft, draft.json)), false);
  assert.equal(destinationText(destination), "event hub billing");
  assert.equal(destinationText(resource().properties.destination), "https://e.example/hook");
});

test("a broken rule stands beside one field, or below all", () => {
  const violation = (path, rule) => ({ target: `properties.${path}`, message: `properties.${path}: ${rule}` });
  const header = "destination.properties.deliveryAttributeMappings[0].name";
  const draft = {
    ...typed("tidings.authentication.oauth2", true),
    violations: [
      violation("tidings.authentication.oauth2.tokenUrl", "is required"),
      violation("retryPolicy.maxDeliveryAttempts", "must be 1 to 30"),
      violation("retryPolicy.maxDeliveryAttempts", "must be whole"),
      violation("tidings.signing.secret", "must be long"),
      violation(header, "must be a token"),
    ],
  };
  assert.equal(errorOf(member("tidings.authentication.oauth2.tokenUrl"), draft), "Is required.");
  assert.equal(errorOf(member("tidings.authentication.oauth2"), draft), undefined);
  assert.equal(errorOf(member("retryPolicy.maxDeliveryAttempts"), draft), "Must be 1 to 30. Must be whole.");
  assert.equal(errorOf(member("paused"), draft), undefined);
  assert.equal(errorAt(header, draft), "Must be a token.");
  assert.deepEqual(others(draft).map(({ target }) => target), ["properties.tidings.signing.secret"]);
});

test("every field shows a member that a document may lack", () => {
  for (const each of MEMBERS) {
    assert.ok(["", false].includes(shownIn({}, each)), each.path);
  }
});

test("what is no JSON changes nothing and is told", () => {
  const wrong = typed("filter.advancedFilters", "[{");
  assert.equal(readable(wrong), false);
  assert.equal(changed(wrong), false);
  assert.match(wrong.malformed["filter.advancedFilters"], /no JSON/);
  const whole = afterJson(draftOf(resource(), '"v1"'), "[]");
  assert.match(whole.jsonError, /object/);
  assert.equal(readable(afterJson(whole, "{}")), true);
});

test("a secret is sent and not shown", () => {
  const path = "destination.properties.deliveryAttributeMappings[0].properties.value";
  const draft = withSecret(typed("destination.properties.endpointUrl", "https://other.example/"), path, "hush");
  assert.equal(JSON.stringify(changes(draft)).includes("hush"), false);
  assert.equal(draft.json.includes("hush"), false);
  assert.equal(valueAt(bodyOf(draft).properties, path), "hush");
});

test("changes can be made to a newer version", () => {
  const newer = resource();
  newer.properties.retryPolicy = { maxDeliveryAttempts: 9 };
  const draft = rebased(typed("filter.subjectEndsWith", "/y"), newer, '"v2"');
  assert.equal(draft.etag, '"v2"');
  assert.equal(draft.settings.retryPolicy.maxDeliveryAttempts, 9);
  assert.deepEqual(changes(draft), { filter: { subjectEndsWith: "/y" } });
});

test("a look that took long is repeated seldom, unless somebody asks for it", async () => {
  let now = 0;
  let looks = 0;
  const task = sparing(async () => {
    looks += 1;
    now += 100;
  }, () => now);
  await task.run();
  await task.run();
  assert.equal(looks, 1);
  task.hurry();
  await task.run();
  now += 5000;
  await task.run();
  assert.equal(looks, 3);
});
