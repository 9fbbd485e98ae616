/** Times, durations and numbers as people read them. Pure: the present is an argument. */

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** 1234567 is "1,234,567". */
export function number(value) {
  return Number(value).toLocaleString("en-US");
}

/** (1, "event") is "1 event", (2, "event") "2 events", (2, "delivery", "deliveries") "2 deliveries". */
export function plural(count, one, many = `${one}s`) {
  return `${number(count)} ${count === 1 ? one : many}`;
}

/** A share as "99.2 %"; never rounds up to 100 %, and "–" if there is no whole. */
export function percent(part, whole) {
  if (!whole) {
    return "–";
  }
  const tenths = Math.floor((1000 * part) / whole);
  return `${tenths % 10 === 0 ? tenths / 10 : (tenths / 10).toFixed(1)} %`;
}

/** Milliseconds as "340 ms", "1.2 s", "5 min", "3 h 20 min", "2 d 4 h". */
export function durationText(ms) {
  const length = Math.max(0, ms);
  if (length < SECOND) {
    return `${Math.round(length)} ms`;
  }
  if (length < MINUTE - 50) {
    return `${trimmed(length / SECOND)} s`;
  }
  return twoUnits(length);
}

function trimmed(value) {
  return value < 10 ? String(Math.round(value * 10) / 10) : String(Math.floor(value));
}

function twoUnits(length) {
  const minutes = Math.round(length / MINUTE);
  if (minutes < 60) {
    return `${minutes} min`;
  }
  const hours = Math.floor(minutes / 60);
  if (hours < 24) {
    return minutes % 60 ? `${hours} h ${minutes % 60} min` : `${hours} h`;
  }
  return hours % 24 ? `${Math.floor(hours / 24)} d ${hours % 24} h` : `${hours / 24} d`;
}

/** An instant beside the present: "now", "12 s ago", "in 5 min", "3 h ago", "6 d ago". */
export function relative(instant, now) {
  const away = Date.parse(instant) - now;
  const length = Math.abs(away);
  if (Number.isNaN(away)) {
    return String(instant);
  }
  if (length < 2 * SECOND) {
    return "now";
  }
  const text = oneUnit(length);
  return away < 0 ? `${text} ago` : `in ${text}`;
}

function oneUnit(length) {
  for (const [unit, name] of [[DAY, "d"], [HOUR, "h"], [MINUTE, "min"]]) {
    if (length >= unit) {
      return `${Math.floor(length / unit)} ${name}`;
    }
  }
  return `${Math.floor(length / SECOND)} s`;
}

/**
 * An instant to the millisecond, here and in UTC: "2026-11-22 15:00:00.102 +01:00 (14:00:00.102 UTC)", or
 * "2026-11-22 14:00:00.102 UTC" where both are the same.
 *
 * @param {number} offset minutes that clocks here are ahead of UTC
 */
export function exact(instant, offset = offsetAt(instant)) {
  const time = new Date(instant).getTime();
  if (Number.isNaN(time)) {
    return String(instant);
  }
  const utc = written(time);
  if (offset === 0) {
    return `${utc} UTC`;
  }
  const here = written(time, offset);
  const [day, ofDay] = utc.split(" ");
  return `${here} ${zone(offset)} (${here.startsWith(day) ? ofDay : utc} UTC)`;
}

/** When something ends: "until 2026-11-22 14:00:00.000 UTC (in 5 min)", or "for a while" if nobody knows. */
export function until(instant, now) {
  return instant ? `until ${exact(instant)} (${relative(instant, now)})` : "for a while";
}

/** The time of day here: "15:00". */
export function clock(instant, offset = offsetAt(instant)) {
  return written(new Date(instant).getTime(), offset).slice(11, 16);
}

/** The day and the time of day here: "11-22 15:00". */
export function dayAndClock(instant, offset = offsetAt(instant)) {
  return written(new Date(instant).getTime(), offset).slice(5, 16);
}

const offsetAt = instant => -new Date(instant).getTimezoneOffset();

const written = (time, offset = 0) => new Date(time + offset * MINUTE).toISOString().slice(0, 23).replace("T", " ");

function zone(offset) {
  const part = minutes => String(Math.floor(minutes)).padStart(2, "0");
  const length = Math.abs(offset);
  return `${offset < 0 ? "-" : "+"}${part(length / 60)}:${part(length % 60)}`;
}

const TYPED = /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?))?\s*(Z|UTC|[+-]\d\d:\d\d)?(?:\s*\(.*\))?$/;

/**
 * An instant as people type it, or copy it from a page; in UTC unless it says otherwise.
 *
 * @returns {string | null} such as "2026-11-22T14:00:00.000Z"; empty for no text, null for one that is no time
 */
export function instantOf(text) {
  if (text.trim() === "") {
    return "";
  }
  const [, day, ofDay = "00:00", zoned = "UTC"] = TYPED.exec(text.trim()) ?? [];
  const time = new Date(`${day}T${ofDay}${zoned === "UTC" ? "Z" : zoned}`);
  return Number.isNaN(time.getTime()) ? null : time.toISOString();
}

/** Parses JSON, and keeps the digits of numbers that JavaScript would round, where the browser can. */
export function exactly(text) {
  return JSON.parse(text, (_, value, context) =>
    typeof value === "number" && JSON.rawJSON && context?.source && String(value) !== context.source
      ? JSON.rawJSON(context.source)
      : value);
}
