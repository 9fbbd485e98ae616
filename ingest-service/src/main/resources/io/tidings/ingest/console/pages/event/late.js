/** Why a delivery is not sent, or not recorded. Pure: the present is an argument. */

import { until } from "../../core/format.js";

/** @param {object} [properties] of its subscription; undefined if they are not known */
export function lateWords(properties, now) {
  if (properties === undefined) {
    return "If this lasts, the endpoint is on probation, or the subscription is paused: the page of the subscription " +
      "says which.";
  }
  const { health, probationUntil } = properties.status;
  switch (health) {
    case "Paused":
      return "The subscription is paused, so it waits until somebody resumes it.";
    case "OnProbation":
      return Date.parse(probationUntil) <= now
        ? "The probation of the endpoint is over: one delivery is sent as a probe, and the others wait for its outcome."
        : `The endpoint is on probation, so nothing is sent to it ${until(probationUntil, now)}.`;
    default:
      return properties.tidings?.limits
        ? "The requests of the subscription are limited, so it is sent as soon as they leave room for it."
        : "The endpoint is not on probation, so it is sent as soon as its turn comes.";
  }
}

/** Why no attempt of a delivery may be recorded. @param {object} [properties] as above */
export function unrecordedWords(properties) {
  switch (properties?.status.health) {
    case "Paused":
      return "it is paused, so what was matched since then waits until somebody resumes it";
    case "OnProbation":
      return "its endpoint is on probation, so what was matched since then waits for its end";
    default:
      return (properties?.tidings?.limits ? "its requests are limited, so the first attempt may have to wait: it " :
        "the first attempt ") + "has succeeded, is still to come, or the subscription is newer than the event";
  }
}
