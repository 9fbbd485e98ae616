/** Why events of a subscription fail: those that were not delivered since, grouped by what the endpoint said. */

import { html, nothing } from "/console/lib/lit-html/lit-html.js";
import { path } from "/console/core/api.js";
import { link } from "/console/core/router.js";
import { notice } from "/console/parts/notice.js";
import { time } from "/console/parts/time.js";
import { causeWords, fateWords } from "./failure-words.js";
import { sparing } from "./sparing.js";

const EVERY_MS = 5000;

/** @param {{topic: string, name: string}} key of the subscription */
export function createFailures(page, { topic, name }) {
  let found = null;

  page.every(EVERY_MS, sparing(async signal => {
    found = await page.api.get(path`/topics/${topic}/eventSubscriptions/${name}/failures`, { signal });
    page.update();
  }).run);

  return { render: () => (found?.value.length > 0 ? section(topic, found) : nothing) };
}

function section(topic, { value, incomplete = [] }) {
  return html`
    <section aria-labelledby="failures-title">
      <h2 id="failures-title">Why events fail</h2>
      <ul class="standing">${value.map(group => line(topic, group))}</ul>
      ${incomplete.length > 0 ? notice("warning", `This may not be all: ${incomplete.join("; ")}.`) : nothing}
    </section>`;
}

function line(topic, group) {
  return html`
    <li>
      <strong>${causeWords(group)}</strong>
      <div>
        <div>${group.said ? html`<code>${group.said}</code>` : nothing}${group.host ? ` at ${group.host}` : nothing}</div>
        <div class="muted">since ${time(group.since)}, the last ${time(group.last)}: ${fateWords(group)},
          such as <a href=${link`/topics/${topic}/events/${group.lastEventId}`}>${group.lastEventId}</a></div>
      </div>
    </li>`;
}
