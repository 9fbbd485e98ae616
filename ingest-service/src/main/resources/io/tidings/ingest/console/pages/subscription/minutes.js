/** The statistics of a subscription, by buckets of a few minutes. Pure. */

const MINUTE = 60_000;

/** What may be looked at: for how many minutes, in buckets of how many. */
export const PERIODS = [
  { value: "1h", label: "Last hour", minutes: 60, step: 1 },
  { value: "6h", label: "Last 6 hours", minutes: 360, step: 5 },
  { value: "24h", label: "Last 24 hours", minutes: 1440, step: 15 },
];

/** Returns the period of that name, or the first one. */
export function periodOf(value) {
  return PERIODS.find(each => each.value === value) ?? PERIODS[0];
}

/** Returns from and to of a request, in whole buckets, so that none is cut. */
export function span({ minutes, step }, now) {
  const to = Math.ceil((now + 1) / (step * MINUTE)) * step * MINUTE;
  return { from: new Date(to - minutes * MINUTE).toISOString(), to: new Date(to).toISOString() };
}

/**
 * Sums lines of minutes. A bucket without attempts has zeros, and no response times.
 *
 * @param {{minute: string, delivered: number, failed: number, p50Ms?: number, p99Ms?: number}[]} lines
 * @param {{from: string, to: string}} during
 * @returns {{at: string, delivered: number, failed: number, p50Ms: number | null, p99Ms: number | null}[]}
 */
export function buckets(lines, during, step) {
  const first = Date.parse(during.from);
  const count = Math.round((Date.parse(during.to) - first) / (step * MINUTE));
  const all = Array.from({ length: count }, (_, i) => emptyAt(first + i * step * MINUTE));
  for (const line of lines) {
    const bucket = all[Math.floor((Date.parse(line.minute) - first) / (step * MINUTE))];
    if (bucket) {
      add(bucket, line);
    }
  }
  return all.map(({ weight, sum, ...bucket }) =>
    ({ ...bucket, p50Ms: weight === 0 ? null : Math.round(sum / weight) }));
}

function emptyAt(time) {
  return { at: new Date(time).toISOString(), delivered: 0, failed: 0, p99Ms: null, weight: 0, sum: 0 };
}

/** Medians have no sum: the mean of the minutes, weighed by their attempts, is near enough. The worst p99 counts. */
function add(bucket, { delivered, failed, p50Ms, p99Ms }) {
  bucket.delivered += delivered;
  bucket.failed += failed;
  if (p50Ms !== undefined) {
    bucket.weight += delivered + failed;
    bucket.sum += p50Ms * (delivered + failed);
  }
  if (p99Ms !== undefined) {
    bucket.p99Ms = Math.max(bucket.p99Ms ?? 0, p99Ms);
  }
}

/** All attempts of the buckets. */
export function total(all) {
  return all.reduce(
    (sum, each) => ({ delivered: sum.delivered + each.delivered, failed: sum.failed + each.failed }),
    { delivered: 0, failed: 0 });
}
