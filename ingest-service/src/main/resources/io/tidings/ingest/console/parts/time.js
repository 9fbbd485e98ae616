import { html } from "/console/lib/lit-html/lit-html.js";
import { durationText, exact, relative } from "../core/format.js";

/** An instant such as "3 min ago"; the tooltip has it exactly. */
export function time(instant) {
  return instant
    ? html`<time datetime=${instant} title=${exact(instant)}>${relative(instant, Date.now())}</time>`
    : html`–`;
}

/** An instant exactly; the tooltip says how long ago. */
export function exactTime(instant) {
  return instant
    ? html`<time class="exact" datetime=${instant} title=${relative(instant, Date.now())}>${exact(instant)}</time>`
    : html`–`;
}

/** Milliseconds such as "340 ms" or "5 min". */
export function duration(ms) {
  return ms === undefined || ms === null ? html`–` : html`<span>${durationText(ms)}</span>`;
}
