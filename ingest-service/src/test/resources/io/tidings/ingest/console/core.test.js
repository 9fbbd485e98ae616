import assert from "node:assert/strict";
import { test } from "node:test";
import { createAccess } from "./core/access.js";
import { ApiError, createApi, path, pathOf, withQuery } from "./core/api.js";
import { curl, option, quote, tidings, visible } from "./core/commands.js";
import { clock, durationText, exact, exactly, instantOf, number, percent, plural, relative } from "./core/format.js";
import { webUrl } from "./core/links.js";
import { byOutcome, endOf, marksOf, periodOf, points, sum } from "./core/periods.js";
import { pause, until } from "./core/poll.js";
import { findAddress, link, linkQuery, parseRoute } from "./core/router.js";
import { createPages } from "./core/pages.js";
import { meaning, wordOf } from "./core/terms.js";

const NOON = Date.parse("2026-11-22T12:00:00Z");

test("an address leads to its page, with its parameters decoded", () => {
  const cases = [
    ["", "overviewPage", {}],
    ["#/", "overviewPage", {}],
    ["#/topics/orders", "topicPage", { topic: "orders" }],
    ["#/topics/orders/", "topicPage", { topic: "orders" }],
    ["#/topics/orders/rejected", "rejectedPage", { topic: "orders" }],
    ["#/topics/orders/subscriptions/billing", "subscriptionPage", { topic: "orders", subscription: "billing" }],
    ["#/topics/orders/subscriptions/rejected/edit", "editPage", { topic: "orders", subscription: "rejected" }],
    ["#/topics/orders/events/a%2Fb%20%25", "eventPage", { topic: "orders", id: "a/b %" }],
    ["#/topics/orders/events/100%", "eventPage", { topic: "orders", id: "100%" }],
    ["#/topics/orders/events?type=placed", "latestPage", { topic: "orders" }],
    ["#/events?topic=orders", "findEventPage", {}],
    ["#/jobs/20261122-140000-3f9ac012", "jobPage", { id: "20261122-140000-3f9ac012" }],
  ];
  for (const [address, maker, params] of cases) {
    const route = parseRoute(address);
    assert.equal(route.maker, maker, address);
    assert.deepEqual(route.params, params, address);
  }
});

test("an address without a page is recognised", () => {
  for (const address of ["#/nowhere", "#/topics", "#/topics/a/b/c/d/e", "#main"]) {
    assert.equal(parseRoute(address), null, address);
  }
});

test("what a link encodes, the address has again", () => {
  for (const id of ["order-7", "a/b", "a?b=c#d", "50%", "<script>", "ä ☃", "..", "'\""]) {
    assert.equal(parseRoute(link`/topics/orders/events/${id}`).params.id, id);
  }
  const address = linkQuery(link`/topics/${"orders"}`, { filter: "a&b=c", after: undefined, from: "" });
  assert.equal(address, "#/topics/orders?filter=a%26b%3Dc");
  assert.equal(parseRoute(address).query.get("filter"), "a&b=c");
  assert.equal(linkQuery("#/?x=1", { x: null }), "#/");
});

test("an event is searched in all topics without one, and without an id the latest of the topic are shown", () => {
  assert.equal(findAddress("orders", "a/b"), "#/topics/orders/events/a%2Fb");
  assert.equal(findAddress("orders", ""), "#/topics/orders/events");
  assert.equal(findAddress("", "a/b"), "#/events?id=a%2Fb");
  assert.equal(findAddress("", ""), "#/events");
});

test("a path of the server encodes each value as one segment", () => {
  assert.equal(path`/topics/${"orders"}/events/${"a/../b?c#d"}`, "/topics/orders/events/a%2F..%2Fb%3Fc%23d");
  assert.equal(withQuery("/topics", { $top: 100, $filter: "contains(name,'a b')", none: undefined }),
    "/topics?%24top=100&%24filter=contains%28name%2C%27a+b%27%29");
  assert.equal(withQuery("/topics?a=1", { b: 0 }), "/topics?a=1&b=0");
});

test("a topic of a domain has the paths of topics below its domain, and one page", () => {
  assert.equal(path`/topics/${"tenants/anna"}`, "/domains/tenants/topics/anna");
  assert.equal(path`/topics/${"tenants/anna"}/eventSubscriptions/${"b%2Fc"}`,
    "/domains/tenants/topics/anna/eventSubscriptions/b%252Fc");
  assert.equal(path`/topics/${"orders"}/events/${"a/b"}`, "/topics/orders/events/a%2Fb");
  const address = link`/topics/${"tenants/anna"}/subscriptions/${"billing"}`;
  assert.deepEqual(parseRoute(address).params, { topic: "tenants/anna", subscription: "billing" });
});

test("a role for a domain is one for its topics and not the reverse", () => {
  const can = (pattern, topic) =>
    createAccess({ name: "a", from: "b", roles: [{ role: "reader", topics: [pattern] }] }).can("reader", topic);
  const cases = [
    ["shop", "shop/anna", true], ["*", "shop/anna", true], ["sh*", "shop/anna", true], ["shop/a*", "shop/anna", true],
    ["shop/anna", "shop", false], ["*anna", "shop/anna", false], ["shop/anna", "shop/otto", false],
  ];
  for (const [pattern, topic, expected] of cases) {
    assert.equal(can(pattern, topic), expected, `${pattern} ${topic}`);
  }
});

test("of the link to the next page only the path is used", () => {
  assert.equal(pathOf("https://evil.example/topics?$skiptoken=a%2Fb"), "/topics?$skiptoken=a%2Fb");
});

test("the token goes to this server only, in the header", async () => {
  const seen = [];
  globalThis.fetch = async (target, request) => {
    seen.push([target, request]);
    return Response.json({ value: [] }, { headers: { etag: '"1"' } });
  };
  const api = createApi(() => "secret");
  await api.get("/topics", { query: { $top: 1 } });
  await api.next("https://evil.example/topics?x=1");
  const sent = await api.send("PUT", "/topics/orders", { properties: {} }, { headers: { "if-match": '"0"' } });
  await api.send("POST", "/topics/orders/api/events", "[]", { headers: { authorization: null, "aeg-sas-key": "k" } });
  assert.deepEqual(seen.map(([target]) => target),
    ["/topics?%24top=1", "/topics?x=1", "/topics/orders", "/topics/orders/api/events"]);
  assert.equal(seen[0][1].headers.authorization, "Bearer secret");
  assert.equal(seen[2][1].headers["if-match"], '"0"');
  assert.equal(seen[2][1].body, '{"properties":{}}');
  assert.equal(seen[3][1].headers.authorization, undefined);
  assert.equal(seen[3][1].body, "[]");
  assert.ok(seen.every(([, request]) => request.credentials === "omit" && request.redirect === "error"));
  assert.deepEqual(sent, { status: 200, body: { value: [] }, text: '{"value":[]}', etag: '"1"' });
  for (const elsewhere of ["https://evil.example/", "//evil.example/", "topics"]) {
    await assert.rejects(api.get(elsewhere), TypeError);
  }
  assert.equal(seen.length, 4);
});

test("an error has the sentence of the server and its details", async () => {
  const details = [{ code: "Invalid", target: "properties.x", message: "x: must be a number" }];
  globalThis.fetch = async () =>
    Response.json({ error: { code: "BadRequest", message: "the body is invalid", details } }, { status: 400 });
  await assert.rejects(createApi(() => "").get("/topics"), error => {
    assert.ok(error instanceof ApiError);
    assert.equal(error.status, 400);
    assert.equal(error.message, "The body is invalid");
    assert.deepEqual(error.details, details);
    return true;
  });
  globalThis.fetch = async () => new Response("<h1>Bad Gateway</h1>", { status: 502 });
  await assert.rejects(createApi(() => "").get("/topics"), { status: 502, message: "The server responded with status 502." });
  globalThis.fetch = async () => { throw new TypeError("Failed to fetch"); };
  await assert.rejects(createApi(() => "").get("/topics"), { status: 0, message: "Tidings cannot be reached." });
});

test("a 401 ends the session, unless the page sent a key of its own", async () => {
  const told = [];
  globalThis.fetch = async () => Response.json({ error: { message: "the token is not known" } }, { status: 401 });
  const api = createApi(() => "old", error => told.push(error.message));
  await assert.rejects(api.get("/topics"));
  assert.deepEqual(told, ["The token is not known"]);
  await assert.rejects(api.send("POST", "/topics/a/api/events", [], { headers: { authorization: null } }));
  assert.equal(told.length, 1);
});

test("a token allows what its roles say", () => {
  const access = createAccess({
    name: "alice",
    from: "192.0.2.7",
    roles: [{ role: "reader", topics: ["*"] }, { role: "operator", topics: ["orders*", "a.c"] }],
  });
  assert.equal(access.can("reader", "anything"), true);
  assert.equal(access.can("operator", "orders-eu"), true);
  assert.equal(access.can("operator", "my-orders"), false);
  assert.equal(access.can("operator", "abc"), false);
  assert.equal(access.can("admin", "orders"), false);
  assert.equal(access.can("operator"), true);
  assert.equal(access.can("admin"), false);
  assert.equal(access.role, "operator");
  assert.equal(access.sentence, "reader of all topics; operator of orders*, a.c. Seen from 192.0.2.7.");
  assert.equal(access.need("admin", "orders"), "Needs the role admin for the topic orders; your token has operator.");
  assert.equal(createAccess({ name: "x", roles: [] }).need("reader"), "Needs the role reader; your token has none.");
});

test("arguments are quoted for the shell", () => {
  assert.equal(quote("orders/billing"), "orders/billing");
  assert.equal(quote(""), "''");
  assert.equal(quote("a b"), "'a b'");
  assert.equal(quote("it's"), "'it'\\''s'");
  assert.equal(quote("$(reboot) `id` !x \\"), "'$(reboot) `id` !x \\'");
  assert.equal(quote("a\u001b[31m'\\\n"), "$'a\\u001b[31m\\'\\\\\\u000a'");
  assert.equal(quote("evil\u202egnp.exe"), "$'evil\\u202egnp.exe'");
});

test("a name that begins as an option does is none", () => {
  assert.equal(tidings(["event", "show"], ["orders", "--url=http://evil"], ["--watch"]),
    "tidings event show --watch -- orders --url=http://evil");
  assert.equal(tidings(["event", "show"], ["orders", "a-1"], ["--watch"]), "tidings event show orders a-1 --watch");
  assert.deepEqual(option("--event-id", "--url=http://evil"), ["--event-id=--url=http://evil"]);
  assert.deepEqual(option("--labels", "a", "-b"), ["--labels=a", "--labels=-b"]);
  assert.deepEqual(option("--labels", "a", 2), ["--labels", "a", 2]);
  assert.deepEqual(option("--from", undefined), []);
  assert.deepEqual(option("--from", ""), []);
});

test("JSON keeps the digits that it has", () => {
  const text = `{"sum":1.10,"id":12345678901234567890,"__proto__":{"n":7}}`;
  const shown = JSON.stringify(exactly(text));
  assert.equal(shown, JSON.rawJSON ? text : JSON.stringify(JSON.parse(text)));
});

test("characters that hide or turn a text are visible, and JSON stays the same", () => {
  const text = JSON.stringify({ name: "\u202egnp.exe", line: "a\nb\u001b[2J" }, null, 2);
  assert.ok(!/[\u202e\u001b]/.test(visible(text)));
  assert.deepEqual(JSON.parse(visible(text)), JSON.parse(text));
  assert.equal(visible("a\n\tb"), "a\n\tb");
});

test("commands are complete", () => {
  assert.equal(tidings(["subscription", "pause"], ["orders/it's"]), "tidings subscription pause 'orders/it'\\''s'");
  assert.equal(
    curl("PATCH", "/topics/orders/eventSubscriptions/billing", { properties: { paused: true } }, {}, "http://h:1"),
    'curl -X PATCH http://h:1/topics/orders/eventSubscriptions/billing -H "Authorization: Bearer $TIDINGS_TOKEN"' +
      " -d '{\"properties\":{\"paused\":true}}'");
  assert.equal(curl("GET", "/jobs", undefined, {}, "http://h"),
    'curl http://h/jobs -H "Authorization: Bearer $TIDINGS_TOKEN"');
  assert.equal(curl("PUT", "/topics/a", {}, { "If-Match": '"1"' }, "http://h"),
    'curl -X PUT http://h/topics/a -H "Authorization: Bearer $TIDINGS_TOKEN" -H \'If-Match: "1"\' -d \'{}\'');
});

test("only web addresses become links", () => {
  assert.equal(webUrl("https://billing.example/hook?a=1"), "https://billing.example/hook?a=1");
  assert.equal(webUrl("HTTP://x"), "http://x/");
  const others = ["javascript:alert(1)", " javascript:alert(1)", "java\nscript:x", "data:text/html,x", "//evil", "/x",
    "http:evil", "https://", "vbscript:x", "", undefined, null, 7, {}];
  for (const other of others) {
    assert.equal(webUrl(other), null, String(other));
  }
});

test("durations and times read well", () => {
  const durations = [[0, "0 ms"], [-5, "0 ms"], [340, "340 ms"], [1234, "1.2 s"], [59_000, "59 s"], [59_990, "1 min"],
    [60_000, "1 min"], [3_599_999, "1 h"], [12_000_000, "3 h 20 min"], [86_400_000, "1 d"], [187_200_000, "2 d 4 h"]];
  for (const [ms, text] of durations) {
    assert.equal(durationText(ms), text, String(ms));
  }
  const times = [["2026-11-22T12:00:01Z", "now"], ["2026-11-22T11:59:48Z", "12 s ago"], ["2026-11-22T12:05:30Z", "in 5 min"],
    ["2026-11-22T09:00:00Z", "3 h ago"], ["2026-11-16T12:00:00Z", "6 d ago"], ["soon", "soon"]];
  for (const [instant, text] of times) {
    assert.equal(relative(instant, NOON), text, instant);
  }
});

test("an instant is shown to the millisecond, here and in UTC", () => {
  assert.equal(exact("2026-11-22T14:00:00.102Z", 0), "2026-11-22 14:00:00.102 UTC");
  assert.equal(exact("2026-11-22T15:00:00+01:00", 60), "2026-11-22 15:00:00.000 +01:00 (14:00:00.000 UTC)");
  assert.equal(exact("2026-11-22T23:00:00Z", 60), "2026-11-23 00:00:00.000 +01:00 (2026-11-22 23:00:00.000 UTC)");
  assert.equal(exact(NOON, -210), "2026-11-22 08:30:00.000 -03:30 (12:00:00.000 UTC)");
  assert.equal(exact("<b>"), "<b>");
  assert.equal(clock("2026-11-22T14:00:00Z", 330), "19:30");
});

test("an instant is typed as it is shown, and what is none is not taken", () => {
  const cases = [
    ["", ""],
    ["2026-11-22", "2026-11-22T00:00:00.000Z"],
    ["2026-11-22 14:00", "2026-11-22T14:00:00.000Z"],
    [" 2026-11-22 14:00:00.102 UTC ", "2026-11-22T14:00:00.102Z"],
    ["2026-11-22T15:00:00+01:00", "2026-11-22T14:00:00.000Z"],
    [exact("2026-11-22T14:00:00.102Z", 60), "2026-11-22T14:00:00.102Z"],
    ["14:00", null],
    ["2026-13-40", null],
    ["yesterday", null],
  ];
  for (const [text, instant] of cases) {
    assert.equal(instantOf(text), instant, text);
  }
});

test("numbers read well", () => {
  assert.equal(number(1234567), "1,234,567");
  assert.equal(plural(1, "event"), "1 event");
  assert.equal(plural(1200, "delivery", "deliveries"), "1,200 deliveries");
  assert.equal(percent(999_999, 1_000_000), "99.9 %");
  assert.equal(percent(1, 1), "100 %");
  assert.equal(percent(0, 0), "–");
});

test("a task that fails is repeated more seldom", () => {
  assert.deepEqual([0, 1, 2, 3, 4, 9].map(failures => pause(2000, failures)), [2000, 4000, 8000, 16000, 30000, 30000]);
  assert.equal(pause(60_000, 3), 60_000);
});

test("states and words are explained in any case", () => {
  assert.ok(meaning("OnProbation").startsWith("A pause"));
  assert.equal(meaning(wordOf("OnProbation")), meaning("OnProbation"));
  assert.equal(wordOf("Delivering"), "Delivering");
  assert.ok(meaning("Retry tier"));
  assert.equal(meaning("constructor"), undefined);
});

// #31
test("a page that could not be loaded is shown as soon as it can be", async () => {
  globalThis.document = { hidden: false, addEventListener() {} };
  globalThis.location = { hash: "#/jobs" };
  const seen = [];
  let fails = 1;
  const load = async name => {
    if (fails-- > 0) {
      throw new TypeError("Failed to fetch dynamically imported module");
    }
    return { jobsPage: () => ({ render: () => name }) };
  };
  const shown = new Promise(resolve => {
    const view = {
      show: content => resolve(seen.push(content)),
      showNotices() {},
      showFailure: error => seen.push(error.message),
      shown() {},
      left() {},
    };
    createPages({}, view, load).open();
  });
  await shown;
  assert.equal(seen.length, 2);
  assert.match(seen[0], /cannot be reached/);
  assert.equal(seen[1], "jobs");
});

test("a period has the length of its parts, and another word is the first one", () => {
  assert.equal(endOf(periodOf("day"), "2026-11-22T12:00:00Z"), "2026-11-22T12:10:00.000Z");
  assert.equal(endOf(periodOf("week"), "2026-11-22T12:00:00Z"), "2026-11-22T13:00:00.000Z");
  assert.equal(periodOf("year").value, "hour");
});

test("a part of which nothing is known leaves a gap in the curve and adds nothing", () => {
  const parts = [{ minute: "a", waiting: 3 }, { minute: "b" }, { minute: "c", waiting: 0 }];
  assert.deepEqual(points(parts, "waiting"), [{ x: "a", y: 3 }, { x: "b", y: null }, { x: "c", y: 0 }]);
  assert.equal(sum(parts, "waiting"), 3);
});

test("failures are told apart by the most frequent outcomes, and the rest is kept together", () => {
  const curves = byOutcome([
    { minute: "a", failed: 20, outcomes: { Busy: 9, TimedOut: 5, NotFound: 3, Forbidden: 2 } },
    { minute: "b", failed: 1, outcomes: { Forbidden: 1 } },
    { minute: "c", failed: 0 },
  ]);
  assert.deepEqual(curves.map(curve => [curve.name, curve.points.map(point => point.y)]), [
    ["Busy", [9, 0, 0]],
    ["TimedOut", [5, 0, 0]],
    ["Forbidden", [2, 1, 0]],
    ["Other outcomes", [4, 0, 0]],
  ]);
  assert.deepEqual(byOutcome([{ minute: "a", failed: 2, outcomes: { Busy: 2 } }]).map(curve => curve.name), ["Busy"]);
  assert.deepEqual(byOutcome([{ minute: "a", failed: 2 }]),
    [{ name: "Failed", tone: "muted", points: [{ x: "a", y: 2 }] }]);
});

test("a change stands at the part in which it was made, and none before the first part", () => {
  const parts = [{ minute: "2026-11-22T12:00:00Z" }, { minute: "2026-11-22T12:10:00Z" }];
  assert.deepEqual(marksOf([
    { time: "2026-11-22T11:59:59Z", members: ["labels"] },
    { time: "2026-11-22T12:09:59Z", members: ["paused", "tidings.lanes"] },
    { time: "2026-11-22T12:10:00Z" },
  ], parts), [
    { x: "2026-11-22T12:00:00Z", time: "2026-11-22T12:09:59Z", text: "changed: paused, tidings.lanes" },
    { x: "2026-11-22T12:10:00Z", time: "2026-11-22T12:10:00Z", text: "created" },
  ]);
});

test("what starts is asked again, and what is refused is told at once", async () => {
  const limits = { signal: new AbortController().signal, everyMs: 1, patienceMs: 5000, otherwise: "too late" };
  const answers = [new ApiError(503, "ServiceUnavailable", "it starts"), new ApiError(0, "Unreachable", "away"), false, true];
  const ask = async () => {
    const answer = answers.shift();
    if (answer instanceof Error) {
      throw answer;
    }
    return answer;
  };
  await until(ask, limits);
  assert.deepEqual(answers, []);

  answers.push(new ApiError(403, "Forbidden", "not you"), true);
  await assert.rejects(until(ask, limits), /not you/);
  await assert.rejects(until(async () => false, { ...limits, patienceMs: -1 }), /too late/);
  answers.splice(0, 1, new ApiError(503, "ServiceUnavailable", "it starts"));
  await assert.rejects(until(ask, { ...limits, patienceMs: -1 }), /it starts/);
});
