import { html } from "/console/lib/lit-html/lit-html.js";

/**
 * A button for those whose token allows it; for others it is disabled and says which role it needs.
 *
 * @param {object} options
 * @param {string} options.label a verb
 * @param {{can: Function, need: Function}} options.access of the page
 * @param {"reader" | "payloads" | "operator" | "admin"} options.role that the action needs
 * @param {string} [options.topic] without it the role for any topic is enough
 * @param {() => void} options.onClick
 * @param {string} [options.kind] classes of the button: "secondary", "outline", "danger"
 * @param {boolean} [options.busy]
 */
export function action({ label, access, role, topic, onClick, kind = "", busy = false }) {
  if (access.can(role, topic)) {
    return html`<button type="button" class=${kind} aria-busy=${busy ? "true" : "false"} ?disabled=${busy}
      @click=${onClick}>${label}</button>`;
  }
  const need = access.need(role, topic);
  return html`<button type="button" class=${kind} aria-disabled="true" title=${need}
    aria-description=${need}>${label}</button>`;
}
