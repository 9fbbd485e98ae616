/** What waits, in words. Pure. */

import { number } from "../../core/format.js";

/**
 * How many of those that wait have failed, by the tier that they wait in.
 *
 * @param {{complete?: boolean, tiers?: {tier: string, count: number}[]}} pending as GET /overview shows it
 */
export function retryWords({ complete = true, tiers = [] }) {
  if (tiers.length === 0) {
    return "";
  }
  const words = tiers.map(({ tier, count }) => `${number(count)} in ${tier}`).join(", ");
  return `after a failed attempt: ${complete ? "" : "at least "}${words}`;
}
