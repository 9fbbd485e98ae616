/** What a record of the audit log says. Pure. */

import { link } from "../../core/router.js";
import { leaves, patchOf, valueAt } from "../edit/patch.js";

/** Returns each member that a change has set, changed or removed. */
export function changesOf({ before = {}, after = {} }) {
  return leaves(patchOf(before, after))
    .map(({ path }) => ({ path, before: valueAt(before, path), after: valueAt(after, path) }));
}

/** Returns the page of a resource such as `topics/orders`; null if it has none. */
export function addressOf(resource) {
  const [, job] = /^jobs\/([^/]+)$/.exec(resource) ?? [];
  // A topic of a domain may have the name of what is inside others; then it is taken for that.
  const [, topic, inner, inside] =
    /^topics\/(.+?)(?:\/(eventSubscriptions|eventTypes|events|records)(?:\/([^/]+))?)?$/.exec(resource) ?? [];
  if (job !== undefined) {
    return link`/jobs/${job}`;
  }
  if (topic === undefined || topic.split("/").length > 2) {
    return null;
  }
  if (inner === undefined) {
    return link`/topics/${topic}`;
  }
  return inner === "eventSubscriptions" && inside !== undefined ? link`/topics/${topic}/subscriptions/${inside}` : null;
}
