import { html, nothing } from "/console/lib/lit-html/lit-html.js";
import { notice } from "./notice.js";

/**
 * The form that asks for a token, or leads to the issuer of tokens.
 *
 * @param {{settings: object, refusal: string, busy: boolean, onToken: (token: string) => void, onLeave: () => void}}
 *     options
 */
export function loginForm({ settings, refusal, busy, onToken, onLeave }) {
  function submit(event) {
    event.preventDefault();
    const input = event.target.elements.namedItem("token");
    onToken(input.value.trim());
  }
  return html`
    <div class="login">
      <h1 tabindex="-1">Sign in</h1>
      ${settings.signIn ? issuer(settings.signIn, busy, onLeave) : nothing}
      <p>The console needs a token. It stays in the memory of this tab; a reload asks for it again.</p>
      ${settings.tokenFile ? html`
        <p>On this machine the admin token is in <code>${settings.tokenFile}</code>.</p>` : nothing}
      ${refusal ? notice("error", refusal) : nothing}
      <form @submit=${submit}>
        <label for="token">Token</label>
        <input id="token" name="token" type="password" autocomplete="off" spellcheck="false" required
          aria-invalid=${refusal ? "true" : nothing}>
        <button type="submit" aria-busy=${busy ? "true" : "false"} ?disabled=${busy}>Sign in</button>
      </form>
    </div>`;
}

/** The button comes before the form, so that it is not the one that Enter in the form presses. */
function issuer({ issuer: name, authorization }, busy, onLeave) {
  return authorization
    ? html`
      <p><button type="button" ?disabled=${busy} @click=${onLeave}>Sign in at ${new URL(name).host}</button></p>
      <p>Or with a token:</p>`
    : notice("warning", `${name} does not respond, so nobody can sign in there. Reload the page to try again.`);
}
