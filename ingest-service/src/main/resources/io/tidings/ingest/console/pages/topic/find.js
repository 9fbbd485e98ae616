import { ApiError, path } from "../../core/api.js";
import { exactly } from "./name-search.js";

/** Returns a topic, a domain or a topic of one as the server shows it, or null if there is none of this name. */
export async function findTopic(api, name, signal) {
  if (ownerOf(name) !== null) {
    return ofDomain(api, name, signal);
  }
  for (const list of ["/topics", "/domains"]) {
    const { value } = await api.get(list, { query: { $filter: exactly(name) }, signal });
    const found = value.find(topic => topic.name === name);
    if (found) {
      return found;
    }
  }
  return null;
}

/** A list of its domain may not be for this token. */
async function ofDomain(api, name, signal) {
  try {
    return { ...await api.get(path`/topics/${name}`, { signal }), name };
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) {
      return null;
    }
    throw error;
  }
}

/** Returns the domain of a topic such as `tenants/anna`; null for any other. */
export function ownerOf(name) {
  const slash = name.indexOf("/");
  return slash < 0 ? null : name.slice(0, slash);
}

export const isDomain = topic => topic.properties.autoCreateTopicWithFirstSubscription !== undefined;

/** The path of a topic or of a domain. */
export const placeOf = topic => (isDomain(topic) ? path`/domains/${topic.name}` : path`/topics/${topic.name}`);
