/** Keeps how far each entry of the history is scrolled: its page is filled after the browser has gone back to it. */

const PAUSE_MS = 100;
const OWN = ["wheel", "touchmove", "keydown", "pointerdown"];

export function keepScroll() {
  let wanted = null;
  let timer;

  function note() {
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (wanted === null && (scrollY > 0 || history.state)) {
        history.replaceState({ ...history.state, scrolled: scrollY }, "");
      }
    }, PAUSE_MS);
  }

  history.scrollRestoration = "manual";
  addEventListener("scroll", note, { passive: true });
  for (const event of OWN) {
    addEventListener(event, () => { wanted = null; }, { passive: true }); // somebody goes elsewhere
  }
  return {
    /** The address has changed, maybe back to an entry that was scrolled. */
    moved() {
      clearTimeout(timer);
      wanted = history.state?.scrolled ?? null;
    },
    /** Scrolls as far as before, once the page is long enough. */
    settle() {
      if (wanted !== null && document.documentElement.scrollHeight - innerHeight >= wanted) {
        scrollTo(0, wanted);
        wanted = null;
      }
    },
  };
}
