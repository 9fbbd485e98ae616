import { html, nothing } from "/console/lib/lit-html/lit-html.js";
import { repeat } from "/console/lib/lit-html/directives/repeat.js";

/**
 * A table that scrolls inside its own box where the screen is narrow.
 *
 * @param {object} options
 * @param {string} options.caption names the table, also for screen readers
 * @param {boolean} [options.quiet] shows no caption, because a heading above says the same
 * @param {{head: unknown, cell: (row: any) => unknown, numeric?: boolean, wide?: boolean,
 *     stays?: boolean}[]} options.columns the first cell of each row is its heading; one stays in sight on a phone
 * @param {any[] | null} options.rows null while they are loaded for the first time
 * @param {(row: any) => unknown} [options.key] what identifies a row
 * @param {unknown} [options.empty] stands in place of the table if there are no rows
 * @param {{onMore: () => void, busy?: boolean} | null} [options.more] a button for further rows
 */
export function table({ caption, quiet, columns, rows, key, empty, more }) {
  if (rows === null || rows === undefined) {
    return html`<p aria-busy="true">Loading ${caption.charAt(0).toLowerCase() + caption.slice(1)}…</p>`;
  }
  if (rows.length === 0 && empty !== undefined) {
    return html`${empty}${moreButton(more)}`;
  }
  return html`
    <div class="scroll" role="region" tabindex="0" aria-label=${caption}>
      <table>
        <caption class=${quiet ? "hidden" : ""}>${caption}</caption>
        <thead><tr>${columns.map(column => html`
          <th scope="col" class=${cellClass(column)}>${column.head}</th>`)}</tr></thead>
        <tbody>${repeat(rows, key ?? ((_, i) => i), row => rowOf(columns, row))}</tbody>
      </table>
    </div>
    ${moreButton(more)}`;
}

function rowOf(columns, row) {
  return html`<tr>${columns.map((column, i) => i === 0
    ? html`<th scope="row" class=${cellClass(column)}>${column.cell(row)}</th>`
    : html`<td class=${cellClass(column)}>${column.cell(row)}</td>`)}</tr>`;
}

function cellClass({ numeric, wide, stays }) {
  return [numeric ? "numeric" : "", wide ? "wide" : "", stays ? "stays" : ""].join(" ").trim();
}

function moreButton(more) {
  return more
    ? html`<button class="secondary outline" aria-busy=${more.busy ? "true" : "false"} ?disabled=${more.busy}
        @click=${more.onMore}>Show more</button>`
    : nothing;
}

/** A button for the next page of a list; nothing on the last one. */
export function pager({ next, onNext }) {
  return next ? html`<button class="secondary outline" @click=${onNext}>Next page</button>` : nothing;
}
