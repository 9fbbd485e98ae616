import assert from "node:assert/strict";
import { test } from "node:test";
import { lateWords, unrecordedWords } from "./pages/event/late.js";
import * as story from "./pages/event/story.js";
import * as words from "./pages/event/words.js";
import { exampleEvent } from "./pages/filter/example.js";
import { jsonError } from "./pages/filter/json-error.js";
import * as jobs from "./pages/jobs/story.js";

const NOON = Date.parse("2026-11-22T12:00:00Z");
const at = seconds => new Date(NOON + 1000 * seconds).toISOString();
const attempt = (number, seconds, more) => ({ number, ended: at(seconds), durationMs: 500, outcome: "Busy", ...more });
const record = (...deliveries) => ({ source: "tidings.events-0@1", published: at(0), deliveries });
const waiting = { subscription: "billing", state: "Waiting", published: at(0), due: at(40), attempts: [attempt(1, 1)] };
const dead = {
  subscription: "billing",
  state: "DeadLettered",
  published: at(0),
  attempts: [attempt(1, 1), attempt(2, 30, { outcome: "Canceled" })],
};

test("a waiting delivery is drawn from its publication to its next attempt", () => {
  assert.deepEqual(story.lane(record(waiting), waiting, NOON + 5000), {
    from: NOON,
    to: NOON + 40_000,
    due: NOON + 40_000,
    points: [{ number: 1, from: NOON + 500, to: NOON + 1000, kind: "failure" }],
  });
});

test("a delivery that is overdue is drawn up to now", () => {
  assert.equal(story.lane(record(waiting), waiting, NOON + 90_000).to, NOON + 90_000);
});

test("a delivery that has ended is drawn up to its end, and an end without an attempt is no failure", () => {
  const lane = story.lane(record(dead), dead, NOON + 90_000);
  assert.equal(lane.to, NOON + 30_000);
  assert.deepEqual(lane.points.map(point => point.kind), ["failure", "end"]);
});

test("a delivery of an earlier release without times is drawn all the same", () => {
  const bare = { subscription: "billing", state: "DeadLettered", attempts: [] };
  const lane = story.lane({ source: "t-0@1", deliveries: [bare] }, bare, NOON);
  assert.deepEqual([lane.from, lane.to], [NOON, NOON]);
  assert.ok(Number.isFinite(story.scale(story.extent([lane]))(NOON)));
});

test("all of a record fits between 2 and 98 percent", () => {
  const place = story.scale({ from: NOON, to: NOON + 1000 });
  assert.deepEqual([place(NOON), place(NOON + 500), place(NOON + 1000)], [2, 50, 98]);
});

test("many attempts are folded between the first two and the last six", () => {
  const attempts = Array.from({ length: 30 }, (_, i) => attempt(i + 1, i));
  const { first, hidden, last } = story.folded(attempts);
  assert.deepEqual([first.length, hidden.length, last.length], [2, 22, 6]);
  assert.equal(last[5].number, 30);
  assert.deepEqual(story.folded(attempts.slice(0, 12)).hidden, []);
});

test("the summary of a record counts its deliveries by state", () => {
  assert.equal(story.summary(record(waiting)), "The delivery to billing waits for its next attempt.");
  assert.equal(
    story.summary(record(waiting, dead, dead)),
    "Of 3 recorded deliveries, 1 waits for its next attempt and 2 became dead letters.");
  assert.equal(story.summary(record()), "No delivery of the event is recorded.");
  assert.match(story.summary({ ...record(), rejected: { reason: "WrongSchema" } }), /rejected/);
});

test("deliveries that need a person come first", () => {
  const delivered = { ...waiting, state: "Delivered" };
  assert.deepEqual(story.ordered([delivered, waiting, dead]), [dead, waiting, delivered]);
});

test("a delivery after which the event was brought back comes last", () => {
  const again = { ...waiting, state: "Delivered", redriven: 1, published: at(60) };
  assert.deepEqual(story.ordered([dead, again]), [again, dead]);
  assert.ok(story.superseded(dead, [dead, again]));
  assert.ok(!story.superseded(again, [dead, again]));
  assert.ok(!story.superseded(dead, [dead, { ...again, subscription: "audit" }]));
});

test("the dead letter that a page is about first is none that was brought back since", () => {
  const again = { ...waiting, state: "Delivered", redriven: 1, published: at(60) };
  const other = { ...dead, subscription: "audit" };
  assert.equal(story.mostUrgent({ records: [record(dead, again, other)] }), other);
  assert.equal(story.mostUrgent({ records: [record(dead, again)] }), undefined);
});

test("only an event with a waiting delivery may still change", () => {
  assert.ok(story.waits({ records: [record(dead), record(waiting)] }));
  assert.ok(!story.waits({ records: [record(dead)] }));
});

test("a redrive of one event reads dead letters from shortly before the last attempt", () => {
  assert.deepEqual(story.redriveOf("orders", "7", dead), {
    kind: "redrive",
    topic: "orders",
    subscription: "billing",
    select: { eventIds: ["7"], from: at(30 - 300) },
  });
});

test("a replay of one event reads events around its publication", () => {
  const { select } = story.replayOf("orders", "7", record(dead), "audit");
  assert.deepEqual(select, { eventIds: ["7"], from: at(-60), to: at(60) });
});

test("a replay of an event that is known only from a redrive reads all events", () => {
  const again = { ...dead, redriven: 1, published: at(500) };
  assert.deepEqual(story.replayOf("orders", "7", record(again), "audit").select, { eventIds: ["7"] });
});

test("every subscription of an event is named once", () => {
  const all = { ...record(waiting, dead), notMatched: [{ subscription: "b" }], matchedWithoutRecord: ["a"] };
  assert.deepEqual(story.subscriptionsOf({ records: [all, all] }), ["a", "b", "billing"]);
});

test("words of the API have a sentence, and unknown ones none", () => {
  assert.match(words.outcomeSentence("Busy"), /busy/);
  assert.match(words.reasonSentence("UndeliverableDueToHttpConflict"), /status/);
  assert.equal(words.outcomeSentence("toString"), null);
  assert.equal(words.reasonSentence("Unheard"), null);
});

const job = { id: "j", kind: "redrive", topic: "orders", subscription: "billing", rate: 100, select: { from: at(0) } };

test("a job says how far it is", () => {
  const progress = { scanned: 5000, selected: 120, written: 40, left: 80, skipped: { Copy: 3, TooLarge: 0 } };
  const running = { ...job, state: "Running", progress };
  assert.equal(jobs.sentence(running), "40 of 120 dead letters redriven to orders/billing.");
  assert.deepEqual(jobs.share(running), { value: 40, max: 120 });
  assert.deepEqual(jobs.skipped(running), [["Copy", 3]]);
  assert.match(jobs.consequence(running, "cancel"), /will not deliver 80 dead letters/);
});

test("nobody knows how far a job is that still counts", () => {
  const counting = { ...job, state: "Running", progress: { scanned: 5000, selected: 120, written: 0 } };
  assert.equal(jobs.share(counting), null);
  assert.equal(jobs.sentence(counting), "Counts: 5,000 records read, 120 dead letters found.");
});

test("the real run has the selection of the dry run", () => {
  const dry = { ...job, dryRun: true, state: "Done", createdBy: "alice", from: "topic", force: false };
  assert.deepEqual(jobs.requestOf(dry), {
    kind: "redrive",
    topic: "orders",
    subscription: "billing",
    select: { from: at(0) },
    from: "topic",
    filter: undefined,
    force: false,
    rate: 100,
  });
});

test("a job is a command", () => {
  const request = { ...job, select: { eventIds: ["a", "b"], reasons: ["TimeToLiveExceeded"], from: at(0) }, force: true };
  assert.equal(jobs.commandOf(request), "tidings redrive orders/billing --event-id a,b --reason TimeToLiveExceeded"
    + ` --from ${at(0)} --force --rate 100 --wait`);
});

test("a job of several subscriptions says so, and its real run and its command name them", () => {
  const { subscription, ...rest } = job;
  const several = { ...rest, subscriptions: ["audit", "billing"], state: "Done", progress: { written: 2 } };
  assert.equal(jobs.sentence(several), "2 dead letters redriven to 2 subscriptions of orders.");
  assert.deepEqual(jobs.requestOf(several).subscriptions, ["audit", "billing"]);
  assert.equal("subscription" in jobs.requestOf(several), false);
  assert.match(jobs.commandOf(several), /^tidings redrive orders --subscription audit,billing /);
});

test("a job of several topics says how many, and its real run and its command name their subscriptions", () => {
  const { topic, subscription, ...rest } = job;
  const several = { ...rest, subscriptions: ["news/crm", "orders/audit", "orders/billing"], progress: { written: 2 } };
  assert.equal(jobs.target(several), "3 subscriptions of 2 topics");
  assert.deepEqual(jobs.topicsOf(several), ["news", "orders"]);
  assert.deepEqual(jobs.topicsOf(job), ["orders"]);
  assert.deepEqual(jobs.requestOf(several).subscriptions, several.subscriptions);
  assert.equal("topic" in jobs.requestOf(several), false);
  assert.match(jobs.commandOf(several), /^tidings redrive --subscription news\/crm,orders\/audit,orders\/billing /);
});

test("a command cannot name an id with a comma", () => {
  assert.equal(jobs.commandOf({ ...job, select: { eventIds: ["a,b"] } }), undefined);
});

test("an overdue delivery says why it is not sent", () => {
  const now = Date.parse("2026-11-22T12:00:00Z");
  const words = (health, more) => lateWords({ status: { health, ...more } }, now);
  assert.match(words("OnProbation", { probationUntil: "2026-11-22T12:05:00.123Z" }),
    /on probation, so nothing is sent to it until 2026-11-22 12:05:00.123 UTC \(in 5 min\)\./);
  assert.match(words("OnProbation", { probationUntil: "2026-11-22T12:00:00Z" }), /probe/);
  assert.match(words("Paused"), /until somebody resumes it/);
  assert.match(words("Delivering"), /as soon as its turn comes/);
  const limits = { requestsPerSecond: 5 };
  assert.match(lateWords({ status: { health: "Delivering" }, tidings: { limits } }, now), /requests .* are limited/);
  assert.match(lateWords(undefined, now), /on probation, or the subscription is paused/);
});

// #31
test("an event that waits for a paused subscription is not said to be delivered", () => {
  const words = health => unrecordedWords({ status: { health } });
  assert.match(words("Paused"), /paused, so .* waits until somebody resumes it/);
  assert.match(words("OnProbation"), /on probation/);
  assert.match(words("Delivering"), /the first attempt has succeeded, is still to come/);
  assert.equal(unrecordedWords(undefined), words("Delivering"));
  const limits = { concurrentRequests: 1 };
  assert.match(unrecordedWords({ status: { health: "Delivering" }, tidings: { limits } }), /limited, .* still to come/);
});

test("overdue deliveries and those without a record ask for their subscriptions", () => {
  const now = Date.parse("2026-11-22T12:00:00Z");
  const delivery = (subscription, state, due) => ({ subscription, state, due });
  const timeline = { records: [
    { deliveries: [
      delivery("late", "Waiting", "2026-11-22T11:59:59Z"), delivery("early", "Waiting", "2026-11-22T12:00:01Z"),
      delivery("done", "Delivered", undefined), delivery("unknown", "Waiting", undefined),
    ] },
    { deliveries: [delivery("late", "Waiting", "2026-11-22T11:00:00Z")], matchedWithoutRecord: ["silent"] },
  ] };
  assert.deepEqual(story.askedSubscriptions(timeline, now), ["late", "silent"]);
});

const PLACES = [
  ['{"a":1,}', 1, 7],
  ['{\n "a": tru\n}', 2, 7],
  ["[1 2]", 1, 4],
  ['{"a" 1}', 1, 6],
  ["{a:1}", 1, 2],
  ["", 1, 1],
  ['{"a":"x', 1, 6],
  ['{"a":"x\ny"}', 1, 8],
  ['{"a":"\\q"}', 1, 7],
  ["{} x", 1, 4],
  ["01", 1, 2],
  ['{"a":1', 1, 7],
];

for (const [text, line, column] of PLACES) {
  test(`${JSON.stringify(text)} stops being JSON at line ${line}, column ${column}`, () => {
    const error = jsonError(text);
    assert.deepEqual([error.line, error.column], [line, column]);
    assert.notEqual(error.message, "");
  });
}

test("JSON has no error, and a deep text no endless one", () => {
  assert.equal(jsonError('{"a": [1.5e3, "\\u00e4", null, true, {}], "b": ""}'), null);
  assert.match(jsonError("[".repeat(100_000)).message, /deep/);
});

test("examples are in the schema of the topic", () => {
  const topic = (inputSchema, properties) =>
    ({ name: "orders", properties: { inputSchema, inputSchemaMapping: { properties } } });
  assert.equal(exampleEvent(topic("EventGridSchema"), at(0)).eventTime, at(0));
  assert.equal(exampleEvent(topic("CloudEventSchemaV1_0"), at(0)).specversion, "1.0");
  const mapping = { id: { sourceField: "number" }, subject: { defaultValue: "/x" }, topic: { sourceField: "shop" } };
  const own = exampleEvent(topic("CustomEventSchema", mapping), at(0));
  assert.deepEqual(own, { number: "order-7", shop: "orders", customer: "c-42", amount: 42 });
});
