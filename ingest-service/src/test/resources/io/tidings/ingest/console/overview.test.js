import assert from "node:assert/strict";
import { test } from "node:test";
import { retryWords } from "./pages/overview/pending.js";
import { byHost } from "./pages/overview/remedy.js";
import { hostOf, mostUrgentFirst, planOf, planWords, rateWords, redriveOf } from "./pages/subscriptions/plan.js";

test("what waits after a failed attempt is shown with its tiers", () => {
  const tiers = [{ tier: "memory", count: 2 }, { tier: "30s", count: 12_000 }];
  assert.equal(retryWords({ total: 12_345, complete: true, tiers, deferred: 7 }),
    "after a failed attempt: 2 in memory, 12,000 in 30s");
});

test("a count that lacks some says that there may be more", () => {
  const tiers = [{ tier: "30s", count: 5000 }];
  assert.match(retryWords({ total: 6000, complete: false, tiers, deferred: 0 }), /at least 5,000 in 30s/);
});

test("nothing is said of tiers that are not known, or empty", () => {
  assert.equal(retryWords({ total: 9, deferred: 7 }), "");
  assert.equal(retryWords({ total: 9, complete: true, tiers: [], deferred: 7 }), "");
});

test("a dry run says what is changed and why the others are left", () => {
  const rows = ["Failing", "Paused", "Delivering", "NotValidated"]
    .map((health, i) => ({ topic: i === 2 ? "secret" : "orders", name: `s${i}`, health }));
  const may = topic => topic !== "secret";
  assert.deepEqual(planOf("pause", rows, may).todo.map(row => row.name), ["s0", "s3"]);
  assert.equal(planWords(planOf("pause", rows, may)),
    "2 subscriptions; 1 is left: paused already; 1 is left: not for your token");
  assert.deepEqual(planOf("resume", rows, may).todo.map(row => row.name), ["s1"]);
  assert.deepEqual(planOf("retry", rows, may).todo.map(row => row.name), ["s0"]);
  assert.equal(planWords(planOf("redrive", rows, may)), "3 subscriptions; 1 is left: not for your token");
});

test("a redrive of several topics names the subscriptions with them", () => {
  assert.deepEqual(redriveOf([{ topic: "orders", name: "a" }, { topic: "orders", name: "b" }]),
    { kind: "redrive", topic: "orders", subscriptions: ["a", "b"] });
  assert.deepEqual(redriveOf([{ topic: "orders", name: "a" }, { topic: "invoices", name: "a" }]),
    { kind: "redrive", subscriptions: ["orders/a", "invoices/a"] });
});

test("actions on a host need one that is clear", () => {
  const rows = ["hooks.example:443", "my-hooks.example:443"].map(host => ({ host }));
  assert.equal(hostOf(rows, "hooks.example:443"), "hooks.example:443");
  assert.equal(hostOf(rows, "hooks"), undefined);
  assert.equal(hostOf(rows.slice(1), "hooks"), "my-hooks.example:443");
  assert.equal(hostOf([], "hooks"), undefined);
});

test("rates have a unit", () => {
  assert.equal(rateWords(undefined), "–");
  assert.equal(rateWords({ minutes: 5, delivered: 3 }), "0.6 a minute");
  assert.equal(rateWords({ minutes: 5, delivered: 500 }), "100 a minute");
  assert.equal(rateWords({ minutes: 5, delivered: 150_000 }), "500 a second");
});

test("topics whose subscriptions fail stand first, also if the list has not come to them", () => {
  const rows = ["a", "b", "c"].map(name => ({ name }));
  const loads = [{ topic: "z", failing: 2 }, { topic: "c", failing: 1 }, { topic: "a", failing: 0 }];
  assert.deepEqual(mostUrgentFirst(rows, loads).map(row => row.name), ["z", "c", "a", "b"]);
  assert.deepEqual(mostUrgentFirst(rows, []), rows);
});

test("what needs a person is grouped by host, the most urgent first", () => {
  const [stalled, probation, other, letters, rejected] = [
    { kind: "MatchingStalled" },
    { kind: "OnProbation", host: "a.example:443" },
    { kind: "OnProbation", host: "b.example:443" },
    { kind: "DeadLetters", host: "a.example:443" },
    { kind: "Rejected" },
  ];
  assert.deepEqual(byHost([stalled, probation, other, letters, rejected]),
    [[stalled], [probation, letters], [other], [rejected]]);
});
