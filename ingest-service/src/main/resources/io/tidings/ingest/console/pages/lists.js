/** Lists that the server pages, with their filters in the address, so that a link shows the same list. */

import { html } from "/console/lib/lit-html/lit-html.js";
import { withQuery } from "../core/api.js";
import { instantOf, plural } from "../core/format.js";
import { linkQuery } from "../core/router.js";
import { field } from "../parts/field.js";
import { notice, problem } from "../parts/notice.js";
import { rowsAtOnce, rowsField } from "../parts/rows.js";
import { table } from "../parts/table.js";
import { timeField } from "../parts/time-field.js";

/**
 * @param {object} page
 * @param {string} target of the list
 * @param {object} options
 * @param {string[]} options.names of the filters; the query of the page has their values
 * @param {object} [options.fixed] parameters that every request has
 * @param {number} options.usual rows at once, before anybody has chosen
 * @param {number} options.most rows that the server gives at once
 * @param {number} options.ms between two looks at the first page; none while further pages are shown
 * @param {() => boolean} [options.still] true while the rows must not change under the hands of the reader
 */
export function createList(page, target, options) {
  return new PagedList(page, target, options);
}

/** The filters of a list, which the query of the page has. */
export class Filters {
  #page;
  #names;

  constructor(page, names) {
    this.#page = page;
    this.#names = names;
    this.take(Object.fromEntries(names.map(name => [name, page.query.get(name)])));
  }

  take(values) {
    /** The values of the filters. */
    this.given = Object.fromEntries(Object.entries(values).filter(([, value]) => value));
    /** What the fields of the filters show. */
    this.draft = draftOf(this.given);
  }

  get filtered() {
    return Object.keys(this.given).length > 0;
  }

  /** The values for the address; empty for what selects nothing. */
  get query() {
    return Object.fromEntries(this.#names.map(name => [name, this.given[name] ?? ""]));
  }

  /** Takes what a field of the filters says. */
  set = (name, value) => {
    this.draft[name] = value;
    this.#page.update();
  };
}

class PagedList extends Filters {
  /** Null until the first page is there. */
  rows = null;
  incomplete = [];
  behindMs = 0;
  error = null;
  /** Whether the server has refused to give the list, so that there is none to show. */
  failed = false;
  #page;
  #first;
  #sizes;
  #next = null;
  #further = false;
  #busy = false;
  #look;

  constructor(page, target, { names, fixed = {}, usual, most, ms, still = () => false }) {
    super(page, names);
    this.#page = page;
    this.#sizes = [usual, most];
    this.#first = withQuery(target, { ...this.given, ...fixed });
    this.#look = page.every(ms, signal => this.#read(signal, still));
  }

  /** The path of the first page. */
  get target() {
    return withQuery(this.#first, { $top: rowsAtOnce(...this.#sizes) });
  }

  /** For the table: a button, if there are further rows. */
  get more() {
    return this.#next ? { onMore: () => this.#showMore(), busy: this.#busy } : null;
  }

  /** Chooses how many rows are shown at once. */
  get size() {
    return rowsField({ shown: this.rows?.length ?? 0, more: this.#next !== null }, ...this.#sizes, () => {
      Object.assign(this, { rows: null, error: null });
      this.#next = null;
      this.#further = false;
      this.#page.update();
      this.#look();
    });
  }

  async #read(signal, still) {
    const settled = () => this.rows !== null && (this.#further || still());
    if (this.failed || settled()) {
      return;
    }
    try {
      const asked = this.target;
      const body = await this.#page.api.get(asked, { signal });
      if (!settled() && asked === this.target) {
        this.#take(body, []);
      }
    } catch (error) {
      if (!isRefusal(error) || this.rows !== null) {
        throw error;
      }
      Object.assign(this, { error, failed: true });
    }
    this.#page.update();
  }

  async #showMore() {
    const before = this.rows;
    this.#further = true;
    this.#busy = true;
    this.#page.update();
    try {
      const body = await this.#page.api.next(this.#next);
      if (this.rows === before) {
        this.#take(body, before);
      }
    } catch (error) {
      this.error = error;
    }
    this.#busy = false;
    this.#page.update();
  }

  #take(body, before) {
    this.rows = [...before, ...body.value];
    this.incomplete = body.incomplete ?? [];
    this.behindMs = body.behindMs ?? 0;
    this.error = null;
    this.#next = body.nextLink ?? null;
  }

  replace(same, row) {
    this.rows = this.rows?.map(each => (same(each) ? row : each)) ?? null;
  }
}

/**
 * The filters of a list. The button changes the address, and so the list.
 *
 * @param {(values: Object<string, string>, set: (name: string, value: string) => void) => unknown} fields
 */
export function filterForm(page, address, list, fields) {
  const apply = event => {
    event.preventDefault();
    const given = givenOf(list.draft);
    if (given) {
      page.go(linkQuery(address, given));
    }
  };
  return html`
    <form class="filters" aria-label="Filter" novalidate @submit=${apply}>
      ${fields(list.draft, list.set)}
      <div class="actions">
        <button type="submit" class="secondary">Filter</button>
        ${list.filtered ? html`<a href=${address}>Show all</a>` : ""}
      </div>
    </form>`;
}

const TIMES = ["from", "to"];

/** What the fields show. */
function draftOf(given) {
  const shown = instant => instant.replace("T", " ").replace(/(\.000)?Z$/, "");
  return mapped(given, (name, value) => (TIMES.includes(name) ? shown(value) : value));
}

/** The values that the fields of the filters have, without those that are empty; none if a time is none. */
export function givenOf(draft) {
  const given = mapped(draft, (name, value) => (TIMES.includes(name) ? instantOf(value) : value.trim()));
  return Object.values(given).includes(null)
    ? null
    : Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ""));
}

const mapped = (values, change) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(name, value)]));

/** Fields for a time, which select what happened from then on, or before. */
export function timeFields({ id, what, values, set }) {
  const at = (name, label) => timeField({
    label, name: `${id}-${name}`, value: values[name] ?? "", onInput: text => set(name, text),
  });
  return html`${at("from", `${what} from (UTC)`)} ${at("to", `${what} before (UTC)`)}`;
}

/** Fields for a list of the timeline: why, when and which event. */
export function timeAndIdFields({ id, what, values, set, reasons }) {
  return html`
    ${field({
      label: "Reason",
      name: `${id}-reason`,
      type: "select",
      value: values.reason ?? "",
      options: [{ value: "", label: "any" }, ...reasons.map(word => ({ value: word, label: word }))],
      onInput: text => set("reason", text),
    })}
    ${timeFields({ id, what, values, set })}
    ${field({
      label: "Id of the event",
      name: `${id}-event`,
      value: values.eventId ?? "",
      onInput: text => set("eventId", text),
    })}`;
}

/** Whether the server has understood the request and will refuse it again. */
export const isRefusal = error => error.status >= 400 && error.status < 500;

/** The rows, and before them what the list may lack. @param {object} options of the table, without the rows */
export function listTable(list, options) {
  return html`
    ${lacks(list)}
    ${list.failed ? "" : html`${table({ ...options, quiet: true, rows: list.rows, more: list.more })}${list.size}`}`;
}

/** What a list may lack, and why. */
export function lacks(list) {
  return html`
    ${list.error ? problem(list.error) : ""}
    ${list.incomplete.length > 0
      ? notice("warning", html`This may not be all: ${list.incomplete.join("; ")}.`)
      : ""}
    ${list.behindMs > 10_000
      ? notice("warning", `The newest ${plural(Math.round(list.behindMs / 1000), "second")} are not shown yet.`)
      : ""}`;
}

/**
 * A button in a row that shows more of it, below the heading with the id "looked".
 *
 * @param {{looked: object | null, onLook: (row: object) => void}} state
 * @param {string} what is shown
 */
export function lookButton(page, state, keyOf, row, what) {
  const shown = state.looked !== null && keyOf(state.looked) === keyOf(row);
  const click = () => {
    state.looked = shown ? null : row;
    page.update();
    if (!shown) {
      state.onLook(row);
      requestAnimationFrame(() => requestAnimationFrame(() => document.getElementById("looked")?.focus()));
    }
  };
  return html`<button type="button" class="secondary outline" aria-expanded=${shown ? "true" : "false"}
    aria-label=${`${shown ? "Hide" : "Show"} ${what}`} @click=${click}>${shown ? "Hide" : "Show"}</button>`;
}
