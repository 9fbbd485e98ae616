/** The rows of the latest events: new ones in front, older ones behind, each once. */

import { withQuery } from "../../core/api.js";
import { rowsAtOnce, rowsField } from "../../parts/rows.js";
import { Filters, isRefusal } from "../lists.js";

const NAMES = ["type", "subject", "subscription", "outcome", "text", "eventId", "from", "to"];
const FOLLOW_MS = 3000;
const PAGE = 50;
const LARGEST_PAGE = 200;
/** The most rows while new ones come. */
const MOST = 500;
/** The most pages without a row that one click asks for. */
const MOST_PAGES = 20;

export function createLatest(page, target) {
  const list = new Latest(page, target);
  page.every(FOLLOW_MS, signal => list.look(signal));
  return list;
}

class Latest extends Filters {
  /** Null until the first page is there. */
  rows = null;
  incomplete = [];
  behindMs = 0;
  error = null;
  /** Whether the server has refused to give the list, so that there is none to show. */
  failed = false;
  /** Whether older rows were asked for, so that nothing moves away under a reader. */
  standing = false;
  busy = false;
  /** The records that were looked at, and the time back to which everything was. */
  records = 0;
  back = null;
  #page;
  #first;
  #next = null;
  #latest = "";
  #stopped = false;

  constructor(page, target) {
    super(page, NAMES);
    this.#page = page;
    this.#first = withQuery(target, this.given);
    /**
     * Each look for a text is a record of the audit log, so it does not repeat by itself; and an outcome comes after
     * the event that is new.
     */
    this.live = !this.given.text && !this.given.outcome && !this.given.to;
  }

  get more() {
    return this.#next !== null;
  }

  /** The path of the first page. */
  get target() {
    return withQuery(this.#first, { $top: rowsAtOnce(PAGE, LARGEST_PAGE) });
  }

  /** Chooses how many rows are shown at once. */
  get size() {
    return rowsField({ shown: this.rows?.length ?? 0, more: this.more }, PAGE, LARGEST_PAGE, this.#anew);
  }

  async look(signal) {
    if (this.failed || this.standing || (this.rows !== null && !this.live)) {
      return;
    }
    try {
      await (this.rows === null ? this.#begin(signal) : this.#follow(signal));
    } catch (error) {
      if (!isRefusal(error) || this.rows !== null) {
        throw error;
      }
      Object.assign(this, { error, failed: true });
    }
    this.#page.update();
  }

  async #begin(signal) {
    const body = await this.#page.api.get(this.target, { signal });
    if (!this.standing) {
      this.records = 0;
      this.#latest = body.latest;
      this.#take([], body);
    }
  }

  /** Begins anew if so much is new that a page does not hold it, or so many rows are there. */
  async #follow(signal) {
    const body = await this.#page.api.get(this.target, { query: { since: this.#latest }, signal });
    if (this.standing || this.rows === null) {
      return;
    }
    if (body.nextLink || this.rows.length + body.value.length > MOST) {
      await this.#begin(signal);
    } else {
      this.#latest = body.latest;
      this.records += body.looked.records;
      this.rows = [...body.value, ...this.rows];
    }
  }

  #take(before, body) {
    this.rows = [...before, ...body.value];
    this.records += body.looked.records;
    this.back = body.looked.back ?? this.back;
    this.incomplete = body.incomplete ?? [];
    this.behindMs = body.behindMs ?? 0;
    this.#next = body.nextLink ?? null;
    this.error = null;
  }

  toggle = () => {
    this.live = !this.live;
    this.#page.update();
  };

  /** Shows the first page again, and follows. */
  again = () => {
    this.live = true;
    this.#anew();
  };

  #anew = () => {
    Object.assign(this, { standing: false, rows: null, error: null });
    this.#next = null;
    this.#page.update();
    this.look(this.#page.signal).catch(this.#fail);
  };

  /** Asks for page after page until there is a row more, or nothing is left. */
  lookFurther = async () => {
    Object.assign(this, { standing: true, busy: true });
    this.#stopped = false;
    const before = this.rows.length;
    try {
      for (let pages = 0; this.more && this.rows.length === before && pages < MOST_PAGES && !this.#stopped; pages++) {
        this.#page.update();
        this.#take(this.rows, await this.#page.api.next(this.#next, { signal: this.#page.signal }));
      }
    } catch (error) {
      this.#fail(error);
    }
    this.busy = false;
    this.#page.update();
  };

  #fail = error => {
    this.error = error;
    this.#page.update();
  };

  stop = () => {
    this.#stopped = true;
  };
}
