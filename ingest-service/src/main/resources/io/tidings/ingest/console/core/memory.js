/** What the browser remembers for somebody: the colours, and how many rows a list shows. Nothing else is ever kept. */

/** @param {"theme" | "rows"} what @returns {string | null} null for nothing, also where the browser keeps nothing */
export function remembered(what) {
  try {
    return localStorage.getItem(`tidings.${what}`);
  } catch {
    return null;
  }
}

/** @param {"theme" | "rows"} what */
export function remember(what, value) {
  try {
    localStorage.setItem(`tidings.${what}`, value);
  } catch (error) {
    console.warn("the browser keeps nothing:", error.message);
  }
}
