/** The periods of figures and their parts, as the server sums them up. Pure. */

const MINUTE = 60_000;
const NAMED = 3;

/** @typedef {{value: string, label: string, part: string, ms: number}} Period part is what each point stands for */

/** @type {Period[]} */
export const PERIODS = [
  { value: "hour", label: "Last hour", part: "minute", ms: MINUTE },
  { value: "day", label: "Last 24 hours", part: "10 minutes", ms: 10 * MINUTE },
  { value: "week", label: "Last 7 days", part: "hour", ms: 60 * MINUTE },
];

/** Returns the period of that name, or the first one. */
export function periodOf(value) {
  return PERIODS.find(each => each.value === value) ?? PERIODS[0];
}

/** Returns when the part that begins at an instant ends. */
export function endOf(period, start) {
  return new Date(Date.parse(start) + period.ms).toISOString();
}

/** The points of a curve; those of parts in which the member is not known have no value. */
export function points(parts, member) {
  return parts.map(part => ({ x: part.minute, y: part[member] ?? null }));
}

/** Adds up a member of all parts in which it is known. */
export function sum(parts, member) {
  return parts.reduce((all, part) => all + (part[member] ?? 0), 0);
}

/**
 * Returns the curves of failed attempts by their outcomes: the most frequent ones, and all others together.
 *
 * @param {{minute: string, failed: number, outcomes?: Object<string, number>}[]} parts
 */
export function byOutcome(parts) {
  const totals = {};
  for (const [outcome, count] of parts.flatMap(part => Object.entries(part.outcomes ?? {}))) {
    totals[outcome] = (totals[outcome] ?? 0) + count;
  }
  const named = Object.keys(totals)
    .sort((one, other) => totals[other] - totals[one] || one.localeCompare(other))
    .slice(0, NAMED);
  const of = (part, name) => part.outcomes?.[name] ?? 0;
  const others = parts.map(part => ({
    x: part.minute,
    y: part.failed - named.reduce((all, name) => all + of(part, name), 0),
  }));
  const curves = named.map((name, i) => ({
    name,
    tone: ["bad", "warning", "info"][i],
    points: parts.map(part => ({ x: part.minute, y: of(part, name) })),
  }));
  return named.length === 0 || others.some(point => point.y > 0)
    ? [...curves, { name: named.length === 0 ? "Failed" : "Other outcomes", tone: "muted", points: others }]
    : curves;
}

/**
 * Returns the changes that lie in the parts, each at the beginning of its part.
 *
 * @param {{time: string, members?: string[]}[]} changes
 * @returns {{x: string, time: string, text: string}[]}
 */
export function marksOf(changes, parts) {
  return changes.flatMap(({ time, members = [] }) => {
    const at = Date.parse(time);
    const part = parts.findLast(each => Date.parse(each.minute) <= at);
    return part
      ? [{ x: part.minute, time, text: members.length === 0 ? "created" : `changed: ${members.join(", ")}` }]
      : [];
  });
}

/** A curve of milliseconds in seconds, with a tenth. */
export const seconds = curve => curve.map(({ x, y }) => ({ x, y: y === null ? null : Math.round(y / 100) / 10 }));
