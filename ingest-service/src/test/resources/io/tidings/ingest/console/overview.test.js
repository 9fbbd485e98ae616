import assert from "node:assert/strict";
import { test } from "node:test";
import { retryWords } from "./pages/overview/pending.js";

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
