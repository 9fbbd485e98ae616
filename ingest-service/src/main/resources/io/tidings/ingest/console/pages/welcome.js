import { html } from "/console/lib/lit-html/lit-html.js";
import { createWelcome } from "./welcome/form.js";

/** The first topic, subscription and event. @param {import("../core/pages.js").Page} page */
export function welcomePage(page) {
  const welcome = createWelcome(page);
  return {
    render: () => html`<h1>Welcome</h1>${welcome.render()}`,
    close: () => welcome.close(),
  };
}
