import { html, nothing } from "/console/lib/lit-html/lit-html.js";

/** Says why there is nothing, and what to do. @param {{title: string, text?: unknown, action?: unknown}} options */
export function emptyState({ title, text, action }) {
  return html`
    <div class="empty">
      <p><strong>${title}</strong></p>
      ${text ? html`<p>${text}</p>` : nothing}
      ${action ? html`<p>${action}</p>` : nothing}
    </div>`;
}
