import { plural } from "../../core/format.js";

/** How many events a request has, in words. Either setting alone asks for batches (docs/batching.md). Pure. */
export function batchWords({ maxEventsPerBatch, preferredBatchSizeInKilobytes }) {
  if (maxEventsPerBatch === 1 || !(maxEventsPerBatch || preferredBatchSizeInKilobytes)) {
    return "one event in each request";
  }
  const most = maxEventsPerBatch
    ? `up to ${plural(maxEventsPerBatch, "event")}`
    : "as many events as the worker is set to";
  const size = preferredBatchSizeInKilobytes ? `, and about ${preferredBatchSizeInKilobytes} KB` : "";
  return `${most} in each request${size}`;
}
