/** What became of events that failed, in words. Pure. */

import { number, plural } from "../../core/format.js";

/** Such as "400 × 24", or "SocketError × 3". @param {object} group as GET …/failures shows it */
export function causeWords({ status, outcome, events }) {
  return `${status ?? outcome} × ${number(events)}`;
}

/** Such as "2 events, 1 of which waits for the next attempt". */
export function fateWords({ events, waiting }) {
  const all = plural(events, "event");
  if (waiting === 0) {
    return `${all}, none of which is tried again`;
  }
  return waiting === events
    ? `${all}, tried again`
    : `${all}, ${number(waiting)} of which ${waiting === 1 ? "is" : "are"} tried again`;
}
