/** What a subscription has done and what waits, in numbers. */

import { html, nothing } from "/console/lib/lit-html/lit-html.js";
import { path } from "/console/core/api.js";
import { number } from "/console/core/format.js";
import { notice } from "/console/parts/notice.js";
import { table } from "/console/parts/table.js";
import { term } from "/console/parts/term.js";
import { time } from "/console/parts/time.js";
import { sparing } from "./sparing.js";

const EVERY_MS = 4000;

/** @param {{topic: string, name: string}} key of the subscription */
export function createFigures(page, { topic, name }) {
  let pending = null;

  page.every(EVERY_MS, sparing(async signal => {
    pending = await page.api.get(path`/topics/${topic}/eventSubscriptions/${name}/pending`, { signal });
    page.update();
  }).run);

  return {
    /** How many wait; undefined while that is not known. */
    get waiting() {
      return pending?.total;
    },
    render: properties => html`
      <section aria-labelledby="figures-title">
        <h2 id="figures-title">Deliveries</h2>
        <div class="cards">${figures(properties, pending)}</div>
        ${tiers(pending)}
      </section>`,
  };
}

function figures({ status, destination }, pending) {
  return [
    figure("Matched", number(status.matched), latest(status.lastMatched)),
    figure(term("Delivered"), number(status.delivered), latest(status.lastDelivered)),
    figure(term("Waiting"), number(status.waiting), soonest(pending)),
    figure(term("Dead-lettered", DEAD_LETTERED), number(status.deadLettered), html`${number(status.dropped)} dropped`),
    figure(term("Deferred"), number(status.deferred), "times, without an attempt"),
    destination ? atOnce(status) : nothing,
  ];
}

/** Nobody is sent a request by a queue. */
function atOnce(status) {
  return status.concurrencyLimit === undefined
    ? figure(term("Concurrency"), "–", "not known before the first delivery")
    : figure(term("Concurrency"), `up to ${number(status.concurrencyLimit)}`, "requests at once");
}

const DEAD_LETTERED = "Given up for this subscription, and kept as dead letters. Those that were not kept, or whose " +
  "subscription is gone, are dropped.";

function figure(label, value, more) {
  return html`
    <article>
      <div class="muted">${label}</div>
      <div class="figure">${value}</div>
      <small>${more}</small>
    </article>`;
}

function latest(instant) {
  return instant ? html`the last ${time(instant)}` : "none yet";
}

function soonest(pending) {
  const dues = (pending?.tiers ?? []).map(each => each.nextDue).sort();
  if (dues.length === 0) {
    return "none after a failed attempt";
  }
  const past = Date.parse(dues[0]) < Date.now(); // what is deferred stays behind its time
  return html`the first ${past ? "was" : "is"} due ${time(dues[0])}`;
}

function tiers(pending) {
  if (!pending || pending.tiers.length === 0) {
    return nothing;
  }
  return html`
    ${pending.incomplete
      ? notice("warning", `This may not be all: ${pending.incomplete.join("; ")}.`)
      : nothing}
    ${table({
      caption: "Waiting after a failed attempt",
      columns: [
        { head: term("Retry tier"), cell: row => tierName(row.tier) },
        { head: "Deliveries", cell: row => number(row.count), numeric: true },
        { head: "First one due", cell: row => time(row.nextDue) },
        { head: "Oldest event", cell: row => time(row.oldest) },
      ],
      rows: pending.tiers,
      key: row => row.tier,
    })}`;
}

function tierName(tier) {
  return tier === "memory" ? term("memory", "Waits that are shorter than any retry tier.") : tier;
}
