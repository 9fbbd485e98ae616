import { html } from "/console/lib/lit-html/lit-html.js";
import { webUrl } from "../core/links.js";

/** A link to a URL from data if it is http or https; otherwise its text. */
export function safeLink(text) {
  const url = webUrl(text);
  return url ? html`<a href=${url} rel="noopener noreferrer" target="_blank">${text}</a>` : html`<span>${text}</span>`;
}
