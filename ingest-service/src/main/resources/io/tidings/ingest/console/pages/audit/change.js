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
  const [kind, name, inner, inside] = resource.split("/");
  switch (`${kind}/${inner ?? ""}`) {
    case "topics/": return link`/topics/${name}`;
    case "topics/eventSubscriptions": return link`/topics/${name}/subscriptions/${inside}`;
    case "jobs/": return link`/jobs/${name}`;
    default: return null;
  }
}
