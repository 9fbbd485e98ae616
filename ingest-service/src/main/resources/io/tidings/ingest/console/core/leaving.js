/** Asks before a page is left whose changes are not saved: by a link, with the history, or with the tab. */

/**
 * @param {object} page
 * @param {() => boolean} page.unsaved whether the page that is shown has such changes
 * @param {() => Promise<boolean>} page.ask resolves to true if they may be lost
 * @param {() => void} page.leave shows the page of the address
 */
export function watchLeaving({ unsaved, ask, leave }) {
  let allowed = false;

  async function moved({ oldURL }) {
    if (allowed || !unsaved()) {
      allowed = false;
      leave();
      return;
    }
    const target = location.hash;
    history.pushState(null, "", new URL(oldURL).hash || "#/");
    if (await ask()) {
      allowed = true;
      location.hash = target;
    }
  }

  addEventListener("hashchange", moved);
  addEventListener("beforeunload", event => unsaved() && event.preventDefault());
}
