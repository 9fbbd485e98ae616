/** Success rate and response times of a subscription over time. */

import { html } from "/console/lib/lit-html/lit-html.js";
import { path } from "/console/core/api.js";
import { percent, plural } from "/console/core/format.js";
import { chart } from "/console/parts/chart.js";
import { emptyState } from "/console/parts/empty.js";
import { field } from "/console/parts/field.js";
import { PERIODS, buckets, periodOf, span, total } from "./minutes.js";
import { sparing } from "./sparing.js";

const EVERY_MS = 10_000;

/** @param {{topic: string, name: string}} key of the subscription */
export function createCharts(page, { topic, name }) {
  const target = path`/topics/${topic}/eventSubscriptions/${name}/stats`;
  const state = { period: periodOf("1h"), all: null };

  const minutes = sparing(async signal => {
    const { period } = state;
    const during = span(period, Date.now());
    const body = await page.api.get(target, { query: during, signal });
    if (period === state.period) {
      state.all = buckets(body.value, during, period.step);
      page.update();
    }
  });
  const look = page.every(EVERY_MS, minutes.run);

  function choose(value) {
    Object.assign(state, { period: periodOf(value), all: null });
    page.update();
    minutes.hurry();
    look();
  }

  return { render: () => section(state, choose) };
}

function section({ period, all }, choose) {
  return html`
    <section aria-labelledby="charts-title">
      <h2 id="charts-title">Success and response times</h2>
      ${field({
        label: "Period",
        name: "period",
        type: "select",
        value: period.value,
        options: PERIODS.map(({ value, label }) => ({ value, label })),
        onInput: choose,
      })}
      ${all === null ? html`<p aria-busy="true">Loading the statistics…</p>` : charts(period, all)}
    </section>`;
}

function charts(period, all) {
  const { delivered, failed } = total(all);
  if (delivered + failed === 0) {
    return emptyState({ title: "No attempt was made in this time." });
  }
  const each = period.step === 1 ? "minute" : `${period.step} minutes`;
  return html`
    <p><strong>${percent(delivered, delivered + failed)}</strong> of ${plural(delivered + failed, "attempt")}
      succeeded; ${failed === 0 ? "none" : plural(failed, "attempt")} failed.</p>
    <div class="charts">
      ${chart({
        label: `Attempts per ${each}`,
        kind: "bar",
        stacked: true,
        series: [
          { name: "Delivered", tone: "good", points: points(all, "delivered") },
          { name: "Failed", tone: "bad", points: points(all, "failed") },
        ],
      })}
      ${chart({
        label: `Response time per ${each}`,
        unit: "ms",
        series: [
          { name: "Half of the requests at most", tone: "info", points: points(all, "p50Ms") },
          { name: "99 of 100 at most", tone: "warning", points: points(all, "p99Ms") },
        ],
      })}
    </div>`;
}

function points(all, member) {
  return all.map(each => ({ x: each.at, y: each[member] }));
}
