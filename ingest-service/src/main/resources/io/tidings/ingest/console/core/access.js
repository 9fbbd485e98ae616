/** What the token of this tab allows. */

const ROLES = ["reader", "payloads", "operator", "admin"];

/** @param {{name: string, issuer?: string, from: string, roles: {role: string, topics: string[]}[]}} response of GET
 *     /access */
export function createAccess(response) {
  const roles = response.roles ?? [];
  const allowing = topic =>
    roles.filter(grant => topic === undefined || grant.topics.some(pattern => matches(pattern, topic)));

  function held(topic) {
    return allowing(topic).map(grant => ROLES.indexOf(grant.role)).reduce((a, b) => Math.max(a, b), -1);
  }

  return {
    name: response.name,
    /** The highest role for any topic. */
    role: ROLES[held()] ?? "no role",
    /** Says what the token may do, who issued it, and where its requests come from. */
    sentence: [
      roles.length === 0
        ? "The token has no role."
        : `${roles.map(({ role, topics }) => `${role} of ${topicsText(topics)}`).join("; ")}.`,
      response.issuer ? `Signed in at ${response.issuer}.` : "",
      `Seen from ${response.from}.`,
    ].filter(part => part !== "").join(" "),
    /** Whether the token has a role for a topic, or without a topic for any. */
    can: (role, topic) => held(topic) >= ROLES.indexOf(role),
    /** Says which role an action needs, for a token that lacks it. */
    need: (role, topic) => `Needs the role ${role}${topic === undefined ? "" : ` for the topic ${topic}`}; ` +
      `your token has ${held(topic) < 0 ? "none" : ROLES[held(topic)]}.`,
  };
}

const topicsText = topics => (topics.includes("*") ? "all topics" : topics.join(", "));

/** A pattern without a slash is for domains and all of their topics. */
function matches(pattern, topic) {
  const [ofDomain, ofTopic] = pattern.split("/");
  const [domain, name] = topic.split("/");
  return like(ofDomain, domain) && (ofTopic === undefined || (name !== undefined && like(ofTopic, name)));
}

/** `*` stands for any characters. */
function like(pattern, topic) {
  const escaped = pattern.split("*").map(part => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${escaped.join(".*")}$`, "s").test(topic);
}
