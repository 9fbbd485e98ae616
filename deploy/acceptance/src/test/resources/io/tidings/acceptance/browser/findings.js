// Runs in every document before its own scripts.
globalThis.browserFindings = [];
addEventListener("securitypolicyviolation", event => {
  const { violatedDirective, blockedURI, sourceFile, lineNumber, sample } = event;
  browserFindings.push(`policy: ${violatedDirective} forbids ${blockedURI} at ${sourceFile}:${lineNumber} ${sample}`);
});
addEventListener("error", event => browserFindings.push(`error: ${event.message} at ${event.filename}:${event.lineno}`));
addEventListener("unhandledrejection", event => browserFindings.push(`rejection: ${event.reason?.stack ?? event.reason}`));

// How long no request has been under way, for tests that wait until a page has what it asked for.
let underWay = 0;
let quietSince = performance.now();
const fetchOfBrowser = globalThis.fetch;
globalThis.fetch = async (...request) => {
  underWay += 1;
  try {
    return await fetchOfBrowser(...request);
  } finally {
    underWay -= 1;
    quietSince = performance.now();
  }
};
globalThis.browserQuietMillis = () => underWay === 0 ? performance.now() - quietSince : 0;
