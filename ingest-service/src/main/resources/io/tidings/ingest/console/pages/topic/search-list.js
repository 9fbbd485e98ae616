/** A list of resources that the server pages and searches by name. */

import { html, nothing } from "/console/lib/lit-html/lit-html.js";
import { field } from "/console/parts/field.js";
import { problem } from "/console/parts/notice.js";
import { rowsAtOnce, rowsField } from "/console/parts/rows.js";
import { table } from "/console/parts/table.js";
import { merged, nameFilter } from "./name-search.js";

const PAUSE_MS = 250;
const PAGE = 20;
const MOST = 100;

/**
 * @param {object} page
 * @param {string} target of the list
 * @param {{noun: string, ms: number, find?: string}} options noun is the plural, such as "topics"; find is the
 *     parameter of the page with the search, for a second list of it
 */
export function createSearchList(page, target, { noun, ms, find = "find" }) {
  const state = { text: page.query.get(find) ?? "", rows: null, next: null, busy: false, error: null };
  let shown = null; // the search that the rows belong to
  let timer;

  const refresh = page.every(ms, async signal => {
    const asked = state.text.trim();
    const first = await page.api.get(target, { query: { $top: rowsAtOnce(PAGE, MOST), $filter: nameFilter(asked) }, signal });
    if (asked === state.text.trim()) {
      Object.assign(state, merged(first, asked === shown ? state : { rows: [], next: null }));
      shown = asked;
      page.update();
    }
  });

  function typed(text) {
    state.text = text;
    page.setQuery({ [find]: text.trim() });
    clearTimeout(timer);
    timer = setTimeout(refresh, PAUSE_MS);
    page.update();
  }

  function resize() {
    Object.assign(state, { rows: null, next: null });
    shown = null;
    page.update();
    refresh();
  }

  async function showMore() {
    const search = shown;
    Object.assign(state, { busy: true, error: null });
    page.update();
    try {
      const body = await page.api.next(state.next, { signal: page.signal });
      if (search === shown) {
        Object.assign(state, { rows: [...state.rows, ...body.value], next: body.nextLink ?? null });
      }
    } catch (error) {
      state.error = error;
    }
    state.busy = false;
    page.update();
  }

  return {
    refresh,
    get rows() {
      return state.rows;
    },
    get searched() {
      return state.text.trim() !== "";
    },
    /**
     * @param {object[]} columns
     * @param {unknown} empty stands there if there are none at all
     * @param {(rows: object[]) => object[]} [arranged] what is shown of the rows, in which order
     */
    render: (columns, empty, arranged = rows => rows) => html`
      ${searchField(noun, state, typed)}
      ${table({
        caption: noun.charAt(0).toUpperCase() + noun.slice(1),
        quiet: true,
        columns,
        rows: state.rows && arranged(state.rows),
        key: row => row.name,
        empty: state.text.trim() === ""
          ? empty
          : html`<p>No name of these ${noun} contains “${state.text.trim()}”.</p>`,
        more: state.next ? { onMore: showMore, busy: state.busy } : null,
      })}
      ${rowsField({ shown: state.rows?.length ?? 0, more: state.next !== null, noun }, PAGE, MOST, resize)}
      ${state.error ? problem(state.error) : nothing}`,
  };
}

function searchField(noun, state, onInput) {
  if (state.text === "" && (state.rows ?? []).length < 2) {
    return nothing;
  }
  return field({ label: `Search ${noun}`, name: `search-${noun}`, type: "search", value: state.text, onInput });
}
