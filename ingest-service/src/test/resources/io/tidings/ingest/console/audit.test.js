import assert from "node:assert/strict";
import { test } from "node:test";
import { addressOf, changesOf } from "./pages/audit/change.js";

test("a change is the members that differ, with their values before and after", () => {
  const before = { name: "billing", properties: { paused: false, labels: ["a"], retry: { jitter: 0.1 } } };
  const after = { name: "billing", properties: { paused: true, retry: { jitter: 0.1 }, lanes: 2 } };
  assert.deepEqual(changesOf({ before, after }), [
    { path: "properties.paused", before: false, after: true },
    { path: "properties.labels", before: ["a"], after: undefined },
    { path: "properties.lanes", before: undefined, after: 2 },
  ]);
});

test("what is created has no value before, and what is deleted none after", () => {
  assert.deepEqual(changesOf({ after: { name: "a" } }), [{ path: "name", before: undefined, after: "a" }]);
  assert.deepEqual(changesOf({ before: { name: "a" } }), [{ path: "name", before: "a", after: undefined }]);
});

test("an action without a resource changes no member", () => {
  assert.deepEqual(changesOf({}), []);
});

test("topics, subscriptions and jobs have pages, and nothing else has", () => {
  assert.equal(addressOf("topics/orders"), "#/topics/orders");
  assert.equal(addressOf("topics/orders/eventSubscriptions/billing"), "#/topics/orders/subscriptions/billing");
  assert.equal(addressOf("jobs/7"), "#/jobs/7");
  assert.equal(addressOf("topics/tenants/anna"), "#/topics/tenants%2Fanna");
  assert.equal(addressOf("topics/tenants/anna/eventSubscriptions/all"), "#/topics/tenants%2Fanna/subscriptions/all");
  assert.equal(addressOf("topics/orders/events"), null);
  assert.equal(addressOf("topics/orders/records/tidings.events-0@1"), null);
  assert.equal(addressOf("elsewhere"), null);
});
