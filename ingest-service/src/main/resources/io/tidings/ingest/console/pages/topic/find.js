import { exactly } from "./name-search.js";

/** Returns a topic as the server shows it, or null if there is none of this name. */
export async function findTopic(api, name, signal) {
  const { value } = await api.get("/topics", { query: { $filter: exactly(name) }, signal });
  return value.find(topic => topic.name === name) ?? null;
}
