/** Which page an address shows. The address is the part behind `#`, so the browser sends nothing of it. */

/** The pages: a pattern, the module of the page, and the function in it that makes the page. */
export const ROUTES = [
  ["/", "overview", "overviewPage"],
  ["/welcome", "welcome", "welcomePage"],
  ["/create", "create", "createPage"],
  ["/subscriptions", "subscriptions", "subscriptionsPage"],
  ["/topics/:topic", "topic", "topicPage"],
  ["/topics/:topic/rejected", "rejected", "rejectedPage"],
  ["/topics/:topic/events", "latest", "latestPage"],
  ["/topics/:topic/events/:id", "event", "eventPage"],
  ["/topics/:topic/subscriptions/:subscription", "subscription", "subscriptionPage"],
  ["/topics/:topic/subscriptions/:subscription/edit", "edit", "editPage"],
  ["/topics/:topic/subscriptions/:subscription/dead-letters", "dead-letters", "deadLettersPage"],
  ["/events", "event", "findEventPage"],
  ["/jobs", "jobs", "jobsPage"],
  ["/jobs/:id", "jobs", "jobPage"],
  ["/filter", "filter", "filterPage"],
  ["/audit", "audit", "auditPage"],
];

/**
 * Returns the page of an address such as `#/topics/orders?filter=bill`, or null if there is none.
 *
 * @returns {{module: string, maker: string, params: Object<string, string>, query: URLSearchParams} | null}
 */
export function parseRoute(hash) {
  const [before, ...after] = hash.replace(/^#/, "").split("?");
  const parts = before.split("/").filter(part => part !== "").map(decoded);
  for (const [pattern, module, maker] of ROUTES) {
    const params = match(pattern.split("/").filter(part => part !== ""), parts);
    if (params) {
      return { module, maker, params, query: new URLSearchParams(after.join("?")) };
    }
  }
  return null;
}

/** Builds an address: ``link`/topics/${topic}` `` is `#/topics/…`, with each value encoded. */
export function link(fixed, ...values) {
  return "#" + fixed.reduce((text, part, i) => text + encodeURIComponent(values[i - 1]) + part);
}

/** The page that finds an event: in all topics without one, and all of a topic without an id. */
export function findAddress(topic, id) {
  if (topic === "") {
    return linkQuery("#/events", { id });
  }
  return id === "" ? link`/topics/${topic}/events` : link`/topics/${topic}/events/${id}`;
}

/** Gives an address a query; parameters without a value are left out. */
export function linkQuery(address, query) {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null && value !== "");
  const before = address.split("?")[0];
  return given.length === 0 ? before : `${before}?${new URLSearchParams(given)}`;
}

function match(pattern, parts) {
  if (pattern.length !== parts.length) {
    return null;
  }
  const params = {};
  for (const [i, part] of pattern.entries()) {
    if (part.startsWith(":")) {
      params[part.slice(1)] = parts[i];
    } else if (part !== parts[i]) {
      return null;
    }
  }
  return params;
}

/** Returns a text with an invalid escape as it is. */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
