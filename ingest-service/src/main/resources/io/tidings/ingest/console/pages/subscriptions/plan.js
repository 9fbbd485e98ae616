/** What an action on several subscriptions will do to each. Pure. */

import { number, plural } from "../../core/format.js";

/** The name of a row among those of all topics. */
export const keyOf = ({ topic, name }) => `${topic}/${name}`;

/** Such as "12 a minute", or "40 a second". @param {{minutes: number, delivered: number}} [recent] */
export function rateWords(recent) {
  if (!recent) {
    return "–";
  }
  const minute = recent.delivered / recent.minutes;
  return minute < 600 ? `${rounded(minute)} a minute` : `${rounded(minute / 60)} a second`;
}

function rounded(rate) {
  return number(rate < 10 ? Math.round(10 * rate) / 10 : Math.round(rate));
}

/** Why a subscription is left as it is, by the name of the action; undefined if it is not. */
const OBJECTIONS = {
  pause: ({ health }) => (health === "Paused" ? "paused already" : undefined),
  resume: ({ health }) => (health === "Paused" ? undefined : "not paused"),
  retry: ({ health }) => ({ Paused: "paused", NotValidated: "not validated" })[health],
  redrive: () => undefined,
};

/**
 * The dry run of an action.
 *
 * @param {"pause" | "resume" | "retry" | "redrive"} name of the action
 * @param {object[]} rows that are selected
 * @param {(topic: string) => boolean} may whether the token may act on the topic
 * @returns {{todo: object[], left: Map<string, number>}} the rows that it changes, and how many it does not by the reason
 */
export function planOf(name, rows, may) {
  const todo = [];
  const left = new Map();
  for (const row of rows) {
    const why = may(row.topic) ? OBJECTIONS[name](row) : "not for your token";
    if (why === undefined) {
      todo.push(row);
    } else {
      left.set(why, (left.get(why) ?? 0) + 1);
    }
  }
  return { todo, left };
}

/** Such as "12 subscriptions; 2 are left: paused already". */
export function planWords({ todo, left }) {
  const others = [...left].map(([why, count]) => `${number(count)} ${count === 1 ? "is" : "are"} left: ${why}`);
  return [plural(todo.length, "subscription"), ...others].join("; ");
}

/** The body of `POST /jobs` for dead letters of the rows. */
export function redriveOf(rows) {
  const topics = new Set(rows.map(row => row.topic));
  return topics.size === 1
    ? { kind: "redrive", topic: rows[0].topic, subscriptions: rows.map(row => row.name) }
    : { kind: "redrive", subscriptions: rows.map(keyOf) };
}

/**
 * The host that was asked for, or that all rows have; undefined if there are several.
 *
 * @param {string} asked a part of the host
 */
export function hostOf(rows, asked) {
  const hosts = new Set(rows.map(row => row.host));
  return hosts.has(asked) || hosts.size !== 1 ? [...hosts].find(host => host === asked) : rows[0].host;
}

/**
 * The rows of topics as they are shown: those with subscriptions that fail first, also if the list has not come to them.
 *
 * @param {{name: string}[]} rows of the list, by name
 * @param {{topic: string, failing: number}[]} loads as GET /overview shows them, the most urgent first
 */
export function mostUrgentFirst(rows, loads) {
  const burning = loads.filter(load => load.failing > 0).map(load => load.topic);
  const known = new Map(rows.map(row => [row.name, row]));
  return [
    ...burning.map(name => known.get(name) ?? { name }),
    ...rows.filter(row => !burning.includes(row.name)),
  ];
}
