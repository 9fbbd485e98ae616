import { html, nothing } from "/console/lib/lit-html/lit-html.js";
import { link } from "/console/core/router.js";
import { notice } from "/console/parts/notice.js";
import { attention } from "./overview/attention.js";
import { createCurves } from "./overview/curves.js";
import { figures } from "./overview/figures.js";
import { schemaText } from "./topic/schema.js";
import { createSearchList } from "./topic/search-list.js";
import { createWelcome } from "./welcome/form.js";

/** What needs a person now, and how much there is. @param {import("../core/pages.js").Page} page */
export function overviewPage(page) {
  const topics = createSearchList(page, "/topics", { noun: "topics", ms: 10_000 });
  const curves = createCurves(page);
  const state = { overview: null, welcome: null };

  page.every(2000, async signal => {
    state.overview = await page.api.get("/overview", { signal });
    page.update();
  });

  /** Stays once it is there, because its form makes the first topic. */
  function welcome() {
    if (state.welcome === null && topics.rows?.length === 0 && !topics.searched) {
      state.welcome = createWelcome(page, () => topics.rows?.length === 0 && !topics.searched);
    }
    return state.welcome;
  }

  return {
    render: () => html`
      <h1>Overview</h1>
      ${welcome() ? state.welcome.render() : content(page, state.overview, curves, topics)}`,
    close: () => state.welcome?.close(),
  };
}

function content(page, overview, curves, topics) {
  return html`
    ${overview === null
      ? html`<p aria-busy="true">Loading the overview…</p>`
      : html`${attention(overview)}${incomplete(overview)}${figures(overview)}${curves.render(overview)}`}
    <section aria-labelledby="topics">
      <h2 id="topics">Topics</h2>
      ${topics.render(COLUMNS, html`<p>You see no topic.</p>`)}
      ${page.access.can("admin") ? html`<p><a href="#/create">Create a topic or a subscription</a></p>` : nothing}
    </section>`;
}

function incomplete({ incomplete: sentences = [] }) {
  return sentences.length === 0
    ? nothing
    : notice("warning", html`This may not be all: ${sentences.join("; ")}.`);
}

const COLUMNS = [
  { head: "Name", cell: topic => html`<a href=${link`/topics/${topic.name}`}>${topic.name}</a>` },
  { head: "Takes", wide: true, cell: topic => schemaText(topic.properties.inputSchema) },
  { head: "", cell: topic => html`<a href=${link`/topics/${topic.name}/rejected`}
    aria-label="Rejected events of ${topic.name}">Rejected events</a>` },
];
