/** Which rules what was typed breaks, field by field. Pure. */

import { MAPPINGS } from "./headers.js";
import { groupsOf } from "./members.js";

const PREFIX = "properties.";

/** What was typed and is no JSON, or the rules of the server that the member breaks; undefined for nothing. */
export function errorOf(member, draft) {
  return draft.malformed[member.path] ?? rules(draft.violations.filter(({ target }) => isOf(target, member)));
}

/** The rules that the member at a path breaks, or what is within it. */
export function errorAt(path, { violations }) {
  return rules(violations.filter(({ target }) => isAt(target, path)));
}

/** The violations that no field of the form shows. */
export function others({ settings, violations }) {
  const members = groupsOf(settings).flatMap(group => group.members);
  return violations.filter(({ target }) =>
    !isAt(target, MAPPINGS) && !members.some(member => isOf(target, member)));
}

/** What is within an object has fields of its own, or stands below the form. */
function isOf(target, { path, kind }) {
  return kind === "object" ? target === PREFIX + path : isAt(target, path);
}

function isAt(target, path) {
  const at = PREFIX + path;
  return target === at || (target?.startsWith(`${at}.`) ?? false) || (target?.startsWith(`${at}[`) ?? false);
}

function rules(violations) {
  return violations.length === 0 ? undefined : violations.map(sentence).join(" ");
}

/** Returns the rule without the path in front, which the field stands for; a path within the member stays. */
function sentence({ target, message }) {
  const rule = message.startsWith(`${target}: `) ? message.slice(target.length + 2) : message;
  return `${rule.charAt(0).toUpperCase()}${rule.slice(1)}${/[.!?]$/.test(rule) ? "" : "."}`;
}
