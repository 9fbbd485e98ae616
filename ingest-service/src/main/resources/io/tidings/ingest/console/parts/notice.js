import { html, nothing } from "/console/lib/lit-html/lit-html.js";

/** @param {"error" | "warning" | "info" | "success"} kind */
export function notice(kind, content) {
  return html`<div class="notice ${kind}" role=${kind === "error" ? "alert" : "status"}>${content}</div>`;
}

/** What went wrong, with each violation that the server names. @param {Error & {details?: object[]}} error */
export function problem(error) {
  const details = (error.details ?? []).filter(each => !repeats(each.message, error.message));
  return notice("error", html`
    <p>${error.message}</p>
    ${details.length === 0 ? nothing : html`
      <ul>${details.map(each => html`<li>${each.message}</li>`)}</ul>`}`);
}

/** The message of an error with one detail is that detail, with a capital letter. */
function repeats(detail, message) {
  return detail.toLowerCase() === message.toLowerCase();
}
