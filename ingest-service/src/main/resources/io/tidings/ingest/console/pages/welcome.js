import { html } from "/console/lib/lit-html/lit-html.js";
import { createWelcome } from "./welcome/form.js";

/** The first topic, subscription and event. @param {import("../core/pages.js").Page} page */
export function welcomePage(page) {
  let empty = null;
  const welcome = createWelcome(page, () => empty);

  page.every(10_000, async signal => {
    empty = (await page.api.get("/topics", { query: { $top: 1 }, signal })).value.length === 0;
    page.update();
  });

  return {
    render: () => html`<h1>Welcome</h1>${welcome.render()}`,
    close: () => welcome.close(),
  };
}
