/** Curves of all topics that the token may see. */

import { html, nothing } from "/console/lib/lit-html/lit-html.js";
import { durationText } from "/console/core/format.js";
import { PERIODS, byOutcome, periodOf, points, seconds } from "/console/core/periods.js";
import { chart } from "/console/parts/chart.js";
import { field } from "/console/parts/field.js";
import { exactTime } from "/console/parts/time.js";

const EVERY_MS = 10_000;
const BEHIND_MS = 60_000;

export function createCurves(page) {
  const state = { period: periodOf("hour"), stats: null };

  const look = page.every(EVERY_MS, async signal => {
    const { period } = state;
    const stats = await page.api.get("/stats", { query: { period: period.value }, signal });
    if (period === state.period) {
      state.stats = stats;
      page.update();
    }
  });

  function choose(value) {
    Object.assign(state, { period: periodOf(value), stats: null });
    page.update();
    look();
  }

  return { render: overview => section(state, overview, choose) };
}

/** @param {object} overview as GET /overview shows it */
function section({ period, stats }, { minutes, timeline }, choose) {
  return html`
    <section aria-labelledby="curves">
      <h2 id="curves">Over time</h2>
      ${minutes ? nothing : html`<p class="muted">${timeline?.available === false
        ? "The timeline is switched off or does not respond, so failed attempts are missing."
        : "The figures of the last hour are not known at the moment."}</p>`}
      ${field({
        label: "Period",
        name: "period",
        type: "select",
        value: period.value,
        options: PERIODS.map(({ value, label }) => ({ value, label })),
        onInput: choose,
      })}
      ${stats === null
        ? html`<p aria-busy="true">Loading the statistics…</p>`
        : charts(period, period === PERIODS[0] ? withMinutes(stats.value, minutes) : stats.value)}
      ${stats && Date.parse(stats.since) > Date.parse(stats.value[0].minute)
        ? html`<p class="muted">Counted since ${exactTime(stats.since)}, when the server started.</p>`
        : nothing}
      ${timeline?.behindMs > BEHIND_MS
        ? html`<p class="muted">The newest ${durationText(timeline.behindMs)} may be missing.</p>`
        : nothing}
    </section>`;
}

/** The last hour is known from before the start of the server, too. */
function withMinutes(parts, minutes = []) {
  const known = new Map(minutes.map(minute => [minute.minute, minute]));
  return parts.map(part => ({ ...part, ...known.get(part.minute) }));
}

function charts(period, parts) {
  const each = period.part;
  const curve = (name, tone, member) => ({ name, tone, points: points(parts, member) });
  return html`
    <div class="charts">
      ${chart({
        label: `Delivered events and failed attempts per ${each}`,
        kind: "bar",
        stacked: true,
        axis: `per ${each}`,
        series: [curve("Delivered", "good", "delivered"), curve("Failed", "bad", "failed")],
      })}
      ${chart({
        label: `Matched events per ${each}`,
        unit: "events",
        axis: `events per ${each}`,
        series: [curve("Matched", "info", "matched")],
      })}
      ${chart({
        label: "Waiting deliveries",
        unit: "deliveries",
        series: [curve("Waiting", "warning", "waiting")],
      })}
      ${chart({
        label: `Dead letters per ${each}`,
        kind: "bar",
        unit: "dead letters",
        axis: `dead letters per ${each}`,
        series: [curve("Dead-lettered", "bad", "deadLettered")],
      })}
      ${ofAttempts(each, parts)}
      ${parts.some(part => part.sourceLag !== undefined) ? chart({
        label: "Records of sources that are not read yet",
        unit: "records",
        series: [curve("Source lag", "info", "sourceLag")],
      }) : nothing}
    </div>`;
}

/** What the timeline knows of all attempts, for those who see all topics. */
function ofAttempts(each, parts) {
  const curve = (name, tone, member) => ({ name, tone, points: points(parts, member) });
  return !parts.some(part => part.p50Ms !== undefined || part.outcomes) ? nothing : html`
    ${chart({
      label: `Failed attempts per ${each}, by outcome`,
      kind: "bar",
      stacked: true,
      unit: "attempts",
      axis: `attempts per ${each}`,
      series: byOutcome(parts.map(part => ({ failed: 0, ...part }))),
    })}
    ${chart({
      label: "Age of the oldest event of which an attempt failed",
      unit: "s",
      series: [{ name: "Oldest", tone: "warning", points: seconds(points(parts, "oldestMs")) }],
    })}
    ${chart({
      label: "From publication to delivery",
      unit: "ms",
      series: [curve("Half of the events at most", "info", "ageP50Ms"), curve("99 of 100 at most", "warning", "ageP99Ms")],
    })}
    ${chart({
      label: "Response time",
      unit: "ms",
      series: [curve("Half of the requests at most", "info", "p50Ms"), curve("99 of 100 at most", "warning", "p99Ms")],
    })}`;
}
