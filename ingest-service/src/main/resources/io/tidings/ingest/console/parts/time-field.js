import { instantOf } from "../core/format.js";
import { field } from "./field.js";

/** A field for an instant, which is typed as pages show it. @param {object} options see field */
export function timeField(options) {
  const wrong = instantOf(options.value) === null;
  return field({
    ...options,
    placeholder: "2026-11-22 14:00:00",
    error: wrong ? "A time such as 2026-11-22 14:00:00, in UTC, or with +01:00 at its end." : undefined,
  });
}
