/** Returns a URL that may stand in a link, http or https, or null for any other. */
export function webUrl(text) {
  if (typeof text !== "string" || !/^https?:\/\//i.test(text)) {
    return null;
  }
  try {
    return new URL(text).href;
  } catch {
    return null;
  }
}
