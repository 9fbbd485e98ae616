import { html } from "/console/lib/lit-html/lit-html.js";
import { copyButton } from "./copy.js";

/** A value as indented JSON; a string that is JSON is read first, any other text is shown as it is. */
export function jsonView(value, label = "JSON") {
  return textView(typeof value === "string" ? indented(value) : JSON.stringify(value, null, 2), label);
}

/** A text as it is. */
export function textView(text, label) {
  return html`
    <div class="json">
      ${copyButton(text)}
      <pre tabindex="0" role="region" aria-label=${label}><code>${text}</code></pre>
    </div>`;
}

function indented(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
