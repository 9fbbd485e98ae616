import { html, nothing, render } from "/console/lib/lit-html/lit-html.js";
import { commands as commandBox } from "./commands.js";
import { problem } from "./notice.js";

/**
 * Asks before an action. Resolves to true when the action is done, to false when the dialog is left without it.
 *
 * @param {object} options
 * @param {string} options.title the question, such as "Pause orders/billing?"
 * @param {unknown} options.text what will happen; like `count`, `commands` and `confirm` it may be a function,
 *     which is called each time the dialog is shown
 * @param {unknown} [options.count] to how many, such as "12 dead letters"
 * @param {string} options.confirm names the action: "Pause billing"
 * @param {boolean} [options.danger]
 * @param {{tidings?: string, curl?: string}} [options.commands] what does the same
 * @param {(update: () => void) => unknown} [options.form] fields, whose values the caller keeps; update shows changes
 * @param {() => boolean} [options.ready] whether the fields allow the action
 * @param {() => Promise<unknown>} options.onConfirm an error leaves the dialog open and shows what went wrong
 */
export function confirmDialog(options) {
  const dialog = document.createElement("dialog");
  dialog.setAttribute("aria-labelledby", "dialog-title");
  document.body.append(dialog);
  const state = { busy: false, error: null, done: false };
  const show = () => render(content(options, state, { show, close: () => dialog.close(), confirm }), dialog);

  async function confirm(event) {
    event.preventDefault();
    Object.assign(state, { busy: true, error: null });
    show();
    try {
      await options.onConfirm();
      state.done = true;
      dialog.close();
    } catch (error) {
      state.error = error;
    }
    state.busy = false;
    show();
  }

  const left = () => dialog.close(); // another page is shown behind it
  addEventListener("hashchange", left);
  dialog.addEventListener("cancel", event => state.busy && event.preventDefault());
  show();
  dialog.showModal();
  return new Promise(resolve => dialog.addEventListener("close", () => {
    removeEventListener("hashchange", left);
    render(nothing, dialog);
    dialog.remove();
    resolve(state.done);
  }));
}

function content(options, state, { show, close, confirm }) {
  const { title, text, count, commands, form, danger, ready } = options;
  return html`
    <article>
      <h2 id="dialog-title">${title}</h2>
      <form @submit=${confirm} novalidate>
        <div>${valueOf(text)}</div>
        ${count ? html`<p class="count"><strong>${valueOf(count)}</strong></p>` : nothing}
        ${form ? form(show) : nothing}
        ${state.error ? problem(state.error) : nothing}
        ${commands ? commandBox(valueOf(commands)) : nothing}
        <footer>
          <button type="button" class="secondary" ?disabled=${state.busy} @click=${close}>Cancel</button>
          <button type="submit" class=${danger ? "danger" : ""} aria-busy=${state.busy ? "true" : "false"}
            ?disabled=${state.busy || (ready && !ready())}>${valueOf(options.confirm)}</button>
        </footer>
      </form>
    </article>`;
}

function valueOf(value) {
  return typeof value === "function" ? value() : value;
}
