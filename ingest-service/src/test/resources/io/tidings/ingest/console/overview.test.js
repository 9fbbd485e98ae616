import assert from "node:assert/strict";
import { test } from "node:test";
import { pendingWords } from "./pages/overview/pending.js";

test("what waits is shown with its tiers", () => {
  const tiers = [{ tier: "memory", count: 2 }, { tier: "30s", count: 12_000 }];
  assert.deepEqual(pendingWords({ total: 12_002, complete: true, tiers, deferred: 7 }),
    { figure: "12,002", tiers: "2 in memory, 12,000 in 30s" });
  assert.deepEqual(pendingWords({ total: 0, complete: true, tiers: [], deferred: 7 }), { figure: "0", tiers: "" });
});

test("a count that lacks some says that there may be more", () => {
  const tiers = [{ tier: "30s", count: 5000 }];
  assert.equal(pendingWords({ total: 5000, complete: false, tiers, deferred: 0 }).figure, "at least 5,000");
});

test("a figure that is not known is not shown as none", () => {
  assert.equal(pendingWords({ deferred: 7 }).figure, "");
});
