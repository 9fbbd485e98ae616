/** What waits, in words. Pure. */

import { number } from "../../core/format.js";

/**
 * @param {{total?: number, complete?: boolean, tiers?: {tier: string, count: number}[], deferred: number}} pending
 *     as GET /overview shows it
 * @returns {{figure: string, tiers: string}} the figure is empty if it is not known
 */
export function pendingWords({ total, complete = true, tiers = [] }) {
  if (total === undefined) {
    return { figure: "", tiers: "" };
  }
  return {
    figure: complete ? number(total) : `at least ${number(total)}`,
    tiers: tiers.map(({ tier, count }) => `${number(count)} in ${tier}`).join(", "),
  };
}
