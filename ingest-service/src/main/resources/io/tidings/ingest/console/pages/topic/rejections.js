/** The newest rejected events of a topic. */

import { html } from "/console/lib/lit-html/lit-html.js";
import { ApiError, path } from "/console/core/api.js";
import { link } from "/console/core/router.js";
import { table } from "/console/parts/table.js";
import { term } from "/console/parts/term.js";
import { time } from "/console/parts/time.js";

const SHOWN = 5;

export function createRejections(page, topic) {
  const state = { rows: null, refusal: "" };

  page.every(10_000, async signal => {
    try {
      state.rows = (await page.api.get(path`/topics/${topic}/rejected`, { query: { $top: SHOWN }, signal })).value;
      state.refusal = "";
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 503) {
        throw error;
      }
      state.refusal = error.message; // without a timeline, which is no fault of this page
    }
    page.update();
  });

  return {
    render: () => html`
      <section aria-labelledby="rejected">
        <h2 id="rejected">${term("Rejected")} events</h2>
        ${state.refusal === ""
          ? table({
            caption: "The newest rejected events",
            quiet: true,
            columns: columns(topic),
            rows: state.rows,
            empty: html`<p>None was rejected within the time that the timeline covers.</p>`,
          })
          : html`<p class="muted">${state.refusal}</p>`}
        ${state.rows?.length > 0
          ? html`<p><a href=${link`/topics/${topic}/rejected`}>All rejected events</a></p>`
          : ""}
      </section>`,
  };
}

function columns(topic) {
  return [
    {
      head: "Event",
      cell: each => each.eventId
        ? html`<a href=${link`/topics/${topic}/events/${each.eventId}`}>${each.eventId}</a>`
        : html`<span class="muted">unknown</span>`,
    },
    { head: "When", cell: each => time(each.time) },
    { head: "Why", wide: true, cell: each => each.error ?? each.reason },
  ];
}
