/** What a subscription did over time, as curves of an hour, a day or a week. */

import { html, nothing } from "/console/lib/lit-html/lit-html.js";
import { path } from "/console/core/api.js";
import { percent, plural } from "/console/core/format.js";
import { PERIODS, byOutcome, endOf, marksOf, periodOf, points, seconds, sum } from "/console/core/periods.js";
import { link, linkQuery } from "/console/core/router.js";
import { chart } from "/console/parts/chart.js";
import { emptyState } from "/console/parts/empty.js";
import { field } from "/console/parts/field.js";
import { notice } from "/console/parts/notice.js";
import { exactTime } from "/console/parts/time.js";
import { sparing } from "./sparing.js";

const EVERY_MS = 10_000;

/**
 * @param {{topic: string, name: string}} key of the subscription
 * @param {(query: {outcome: string, from: string, to: string}) => void} showAttempts of a part of the time
 */
export function createCharts(page, { topic, name }, showAttempts) {
  const target = path`/topics/${topic}/eventSubscriptions/${name}/stats`;
  const state = { period: periodOf("hour"), stats: null };

  const reading = sparing(async signal => {
    const { period } = state;
    const stats = await page.api.get(target, { query: { period: period.value }, signal });
    if (period === state.period) {
      state.stats = stats;
      page.update();
    }
  });
  const look = page.every(EVERY_MS, reading.run);

  function choose(value) {
    Object.assign(state, { period: periodOf(value), stats: null });
    page.update();
    reading.hurry();
    look();
  }

  /** The attempts of the part that a point stands for. */
  function pick(period, outcome) {
    const query = from => ({ outcome, from, to: endOf(period, from) });
    return {
      href: from => linkQuery(link`/topics/${topic}/subscriptions/${name}`, query(from)),
      go: from => showAttempts(query(from)),
    };
  }

  return { render: () => section(state, choose, pick) };
}

function section({ period, stats }, choose, pick) {
  return html`
    <section aria-labelledby="charts-title">
      <h2 id="charts-title">Over time</h2>
      ${field({
        label: "Period",
        name: "period",
        type: "select",
        value: period.value,
        options: PERIODS.map(({ value, label }) => ({ value, label })),
        onInput: choose,
      })}
      ${stats === null ? html`<p aria-busy="true">Loading the statistics…</p>` : content(period, stats, pick)}
    </section>`;
}

function content(period, { value: parts, changes, since, incomplete = [] }, pick) {
  const nothingThere = ["delivered", "failed", "matched", "waiting"].every(member => sum(parts, member) === 0);
  return html`
    ${incomplete.length > 0 ? notice("warning", `This may not be all: ${incomplete.join("; ")}.`) : nothing}
    ${summary(parts)}
    ${nothingThere ? nothing : charts(period, parts, marksOf(changes, parts), pick)}
    ${Date.parse(since) > Date.parse(parts[0].minute)
      ? html`<p class="muted">Matched, waiting and given up events are counted, and changes of the settings are
          noted, since ${exactTime(since)}, when the server started.</p>`
      : nothing}`;
}

function summary(parts) {
  const delivered = sum(parts, "delivered");
  const failed = sum(parts, "failed");
  return delivered + failed === 0
    ? emptyState({ title: "No attempt was made in this time." })
    : html`<p><strong>${percent(delivered, delivered + failed)}</strong> of ${plural(delivered + failed, "attempt")}
        succeeded; ${failed === 0 ? "none" : plural(failed, "attempt")} failed.</p>`;
}

function charts(period, parts, marks, pick) {
  const each = period.part;
  const curve = (name, tone, member) => ({ name, tone, points: points(parts, member) });
  const failures = { marks, pick: pick(period, "Failed") };
  const all = { marks, pick: pick(period, "all") };
  return html`
    ${marks.length === 0 ? nothing : html`
      <ul class="marks">${marks.map(({ time, text }) => html`<li>${exactTime(time)}: ${text}</li>`)}</ul>`}
    <div class="charts">
      ${chart({
        label: `Matched and delivered events per ${each}`,
        unit: "events",
        axis: `events per ${each}`,
        series: [curve("Matched", "info", "matched"), curve("Delivered", "good", "delivered")],
        ...all,
      })}
      ${chart({
        label: `Failed attempts per ${each}, by outcome`,
        kind: "bar",
        stacked: true,
        unit: "attempts",
        axis: `attempts per ${each}`,
        series: byOutcome(parts),
        ...failures,
      })}
      ${chart({
        label: "Waiting deliveries",
        unit: "deliveries",
        series: [curve("Waiting", "warning", "waiting")],
        ...failures,
      })}
      ${chart({
        label: "Age of the oldest event of which an attempt failed",
        unit: "s",
        series: [{ name: "Oldest", tone: "warning", points: seconds(points(parts, "oldestMs")) }],
        ...failures,
      })}
      ${chart({
        label: `Given up events per ${each}`,
        kind: "bar",
        stacked: true,
        unit: "events",
        axis: `events per ${each}`,
        series: [curve("Dead-lettered", "bad", "deadLettered"), curve("Dropped", "muted", "dropped")],
        ...failures,
      })}
      ${chart({
        label: "From publication to delivery",
        unit: "ms",
        series: [curve("Half of the events at most", "info", "ageP50Ms"),
          curve("99 of 100 at most", "warning", "ageP99Ms")],
        ...all,
      })}
      ${chart({
        label: "Response time",
        unit: "ms",
        series: [curve("Half of the requests at most", "info", "p50Ms"),
          curve("99 of 100 at most", "warning", "p99Ms")],
        ...all,
      })}
    </div>`;
}
