import { html, nothing } from "/console/lib/lit-html/lit-html.js";
import { copyButton } from "./copy.js";
export { curl, option, tidings } from "../core/commands.js";

/** What does the same as an action. @param {{tidings?: string, curl?: string}} lines */
export function commands(lines) {
  return html`
    <details class="commands">
      <summary>Same on the command line</summary>
      ${lines.tidings ? line("Command line", lines.tidings) : nothing}
      ${lines.curl ? line("curl", lines.curl) : nothing}
    </details>`;
}

function line(name, text) {
  return html`
    <div class="command">
      <pre tabindex="0" role="region" aria-label=${name}><code>${text}</code></pre>
      ${copyButton(text, `Copy ${name === "curl" ? "curl" : "command"}`)}
    </div>`;
}
