import { html, nothing } from "/console/lib/lit-html/lit-html.js";
import { number } from "/console/core/format.js";
import { link, linkQuery } from "/console/core/router.js";
import { notice } from "/console/parts/notice.js";
import { term } from "/console/parts/term.js";
import { attention } from "./overview/attention.js";
import { createCurves } from "./overview/curves.js";
import { figures } from "./overview/figures.js";
import { mostUrgentFirst, rateWords } from "./subscriptions/plan.js";
import { createSearchList } from "./topic/search-list.js";
import { createWelcome } from "./welcome/form.js";

/** What needs a person now, and how much there is. @param {import("../core/pages.js").Page} page */
export function overviewPage(page) {
  const topics = createSearchList(page, "/topics", { noun: "topics", ms: 10_000 });
  const domains = createSearchList(page, "/domains", { noun: "domains", ms: 10_000, find: "domain" });
  const curves = createCurves(page);
  const state = { overview: null, welcome: null };

  page.every(2000, async signal => {
    state.overview = await page.api.get("/overview", { signal });
    page.update();
  });

  const nothingYet = () => [topics, domains].every(list => list.rows?.length === 0 && !list.searched);

  /** Stays once it is there, because its form makes the first topic. */
  function welcome() {
    if (state.welcome === null && nothingYet()) {
      state.welcome = createWelcome(page, nothingYet);
    }
    return state.welcome;
  }

  return {
    render: () => html`
      <h1>Overview</h1>
      ${welcome() ? state.welcome.render() : content(page, state.overview, curves, topics, domains)}`,
    close: () => state.welcome?.close(),
  };
}

function content(page, overview, curves, topics, domains) {
  return html`
    ${overview === null
      ? html`<p aria-busy="true">Loading the overview…</p>`
      : html`${attention(overview)}${incomplete(overview)}${figures(overview)}${curves.render(overview)}`}
    <section aria-labelledby="topics">
      <h2 id="topics">Topics</h2>
      ${topics.render(columns(overview), html`<p>You see no topic.</p>`,
        rows => mostUrgentFirst(rows, topics.searched ? [] : overview?.byTopic ?? []))}
      ${page.access.can("admin") ? html`<p><a href="#/create">Create a topic or a subscription</a></p>` : nothing}
    </section>
    ${domains.rows?.length > 0 || domains.searched ? html`
      <section aria-labelledby="domains">
        <h2 id="domains">${term("Domains", "Each has one endpoint and two keys for the topics of many tenants.")}</h2>
        ${domains.render(columns(overview), nothing)}
      </section>` : nothing}`;
}

function incomplete({ incomplete: sentences = [] }) {
  return sentences.length === 0
    ? nothing
    : notice("warning", html`This may not be all: ${sentences.join("; ")}.`);
}

function columns(overview) {
  const loads = new Map((overview?.byTopic ?? []).map(load => [load.topic, load]));
  const figure = (head, shown) => ({
    head,
    numeric: true,
    cell: ({ name }) => (loads.has(name) ? shown(loads.get(name)) : "–"),
  });
  return [
    { head: "Name", cell: ({ name }) => html`<a href=${link`/topics/${name}`}>${name}</a>` },
    figure("Subscriptions", ({ topic, subscriptions }) =>
      html`<a href=${linkQuery("#/subscriptions", { topic })} aria-label="Subscriptions of ${topic}"
        >${number(subscriptions)}</a>`),
    figure("Failing", ({ failing }) => number(failing)),
    figure("Rate", ({ recent }) => rateWords(recent)),
    figure(term("Waiting"), ({ waiting }) => number(waiting)),
    { head: "Rejected", cell: ({ name }) => html`<a href=${link`/topics/${name}/rejected`}
      aria-label="Rejected events of ${name}">Rejected events</a>` },
  ];
}
