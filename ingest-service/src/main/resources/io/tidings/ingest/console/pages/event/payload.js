/** The event itself: its data, and the key and the headers of its record. */

import { html } from "/console/lib/lit-html/lit-html.js";
import { path } from "../../core/api.js";
import { visible } from "../../core/commands.js";
import { exactly, number } from "../../core/format.js";
import { action } from "../../parts/action.js";
import { textView } from "../../parts/json.js";
import { notice } from "../../parts/notice.js";
import { table } from "../../parts/table.js";
import { exactTime } from "../../parts/time.js";
import { isRefusal } from "../lists.js";

/** Asks for the record of an event once, because each response is recorded in the audit log. */
export function createPayloads(page, topic) {
  /** By record: {event} or {error, again}, or neither while it is asked for. */
  const known = new Map();

  async function show(source, eventId) {
    if ((known.has(source) && !known.get(source).again) || !page.access.can("payloads", topic)) {
      return;
    }
    known.set(source, {});
    page.update();
    try {
      const target = path`/topics/${topic}/records/${source}`;
      const { text } = await page.api.send("GET", target, undefined, { query: { eventId }, signal: page.signal });
      known.set(source, { event: exactly(text) });
    } catch (error) {
      known.set(source, { error, again: !isRefusal(error) });
    }
    page.update();
  }

  function render(source, eventId) {
    const { event, error, again } = known.get(source) ?? {};
    const button = () => action({
      label: "Show the event",
      access: page.access,
      role: "payloads",
      topic,
      kind: "secondary outline",
      onClick: () => show(source, eventId),
    });
    if (!known.has(source)) {
      return button();
    }
    if (error) {
      return html`${notice("warning", error.message)}${again ? button() : ""}`;
    }
    return event ? payload(event) : html`<p aria-busy="true">Loading the event itself…</p>`;
  }

  return { show, render };
}

function payload({ source, foundIn, appended, bytes, event, invalid, data, others, key, headers, moreHeaders }) {
  return html`
    <section class="payload">
      <h3>The event</h3>
      ${foundIn === "deadLetter" ? html`<p>Kafka no longer keeps its record: this is from its dead letter.</p>` : ""}
      ${invalid ? html`<p>The record is no event of this topic: ${invalid.error}</p>` : ""}
      <dl class="facts">
        ${fact("Type", event?.type)}
        ${fact("Subject", event?.subject)}
        ${fact("Source", event?.source)}
        ${fact("Time", event?.time)}
        ${appended ? html`<dt>Appended</dt><dd>${exactTime(appended)}</dd>` : ""}
        ${bytes === undefined ? "" : fact("Size", `${number(bytes)} bytes`)}
        ${key ? fact("Record key", short(key)) : ""}
      </dl>
      ${data ? content(data, "Data", source) : html`<p>It has no data.</p>`}
      ${others ? content(others, "Other members", source) : ""}
      ${headers?.length > 0
        ? table({
          caption: `${moreHeaders ? "The first headers" : "Headers"} of the record ${source}`,
          columns: [
            { head: "Name", cell: row => visible(row.name) },
            { head: "Value", cell: row => short(row), wide: true },
          ],
          rows: headers,
        })
        : ""}
    </section>`;
}

const fact = (name, value) => value ? html`<dt>${name}</dt><dd>${visible(value)}</dd>` : "";

/** A value on one line. */
const short = ({ text, base64, hidden, cut }) =>
  `${hidden ?? (text === undefined ? base64 ?? "" : visible(text))}${cut ? "…" : ""}`;

function content({ json, text, base64, hidden, cut }, label, source) {
  const shown = json === undefined ? text ?? base64 : JSON.stringify(json, null, 2);
  return hidden
    ? html`<p>${label}: ${hidden}.</p>`
    : html`
      <h4>${label}${base64 === undefined ? "" : ", bytes in base64"}</h4>
      ${cut ? html`<p>Only the beginning is shown.</p>` : ""}
      ${textView(visible(shown), `${label} of ${source}`)}`;
}
