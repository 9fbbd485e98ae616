/** Changes of JSON documents as RFC 7396 has them. Pure: no argument is changed. */

/** Returns what makes `after` of `before`: null for a member that is gone. An array is replaced as a whole. */
export function patchOf(before, after) {
  const patch = {};
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [was, is] = [before[name], after[name]];
    if (is === undefined) {
      patch[name] = null;
    } else if (isObject(was) && isObject(is)) {
      const inner = patchOf(was, is);
      if (!isEmpty(inner)) {
        patch[name] = inner;
      }
    } else if (!same(was, is)) {
      patch[name] = is;
    }
  }
  return patch;
}

/** Returns the document that a patch makes of another one. */
export function patched(document, patch) {
  const result = { ...document };
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) {
      delete result[name];
    } else {
      result[name] = isObject(value) ? patched(isObject(result[name]) ? result[name] : {}, value) : value;
    }
  }
  return result;
}

/**
 * Returns each member that a patch sets or removes, as the command line and people name it.
 *
 * @returns {{path: string, value: unknown}[]} value is null for a member that is removed
 */
export function leaves(patch, before = "") {
  return Object.entries(patch).flatMap(([name, value]) => {
    const path = before + name;
    return isObject(value) && !isEmpty(value) ? leaves(value, `${path}.`) : [{ path, value }];
  });
}

/** Returns the value at a path such as `retryPolicy.maxDeliveryAttempts`; undefined if there is none. */
export function valueAt(document, path) {
  return names(path).reduce((value, name) => value?.[name], document);
}

/** Returns the document with another value at a path; undefined removes the member. */
export function withValue(document, path, value) {
  return placed(document, names(path), value);
}

function placed(document, [first, ...rest], value) {
  const result = Array.isArray(document) ? [...document] : { ...document };
  if (rest.length > 0) {
    result[first] = placed(result[first] ?? {}, rest, value);
  } else if (value === undefined) {
    delete result[first];
  } else {
    result[first] = value;
  }
  return result;
}

/** `a[0].b` is a, 0, b. */
function names(path) {
  return path.replaceAll(/\[(\d+)\]/g, ".$1").split(".");
}

export function isEmpty(object) {
  return Object.keys(object).length === 0;
}

export function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The order of members says nothing. */
export function same(one, other) {
  if (isObject(one) && isObject(other)) {
    return isEmpty(patchOf(one, other));
  }
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((value, i) => same(value, other[i]));
  }
  return one === other;
}
