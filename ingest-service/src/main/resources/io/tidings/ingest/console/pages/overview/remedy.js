/** Where something that needs a person is made right, and what is made right at one host. Pure. */

import { link } from "../../core/router.js";

const TEXTS = {
  OnProbation: "See why it fails",
  Failing: "See why it fails",
  ValidationWaits: "Let the endpoint agree",
  ValidationFailed: "See why it was not validated",
  Expiring: "Change when it expires",
  Paused: "Resume it",
  HoldsMuch: "Resume it",
};

/** Where it can be made right, or at least understood; null if the console has no page for it. */
export function remedyOf({ kind, topic, subscription }) {
  if (kind === "Rejected" && topic) {
    return { to: link`/topics/${topic}/rejected`, text: "See why they were rejected" };
  }
  if (kind === "DeadLetters" && subscription) {
    return {
      to: link`/topics/${topic}/subscriptions/${subscription}/dead-letters`,
      text: "Look at the dead letters",
    };
  }
  if (subscription) {
    const text = TEXTS[kind] ?? "Look at the subscription";
    return { to: link`/topics/${topic}/subscriptions/${subscription}`, text };
  }
  return topic ? { to: link`/topics/${topic}`, text: "Look at the topic" } : null;
}

/** What needs a person in groups of one host, each where its most urgent one stands; what has no host stands alone. */
export function byHost(items) {
  const groups = new Map();
  for (const item of items) {
    const key = item.host ?? item;
    groups.set(key, [...(groups.get(key) ?? []), item]);
  }
  return [...groups.values()];
}
