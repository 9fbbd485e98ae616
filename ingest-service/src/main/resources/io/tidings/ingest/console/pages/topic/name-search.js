/** Lists of the server that are ordered by name. Pure. */

/** Keeps the rows behind the first page, which the reader has asked for. Rows are ordered by name. */
export function merged(first, { rows, next }) {
  const last = first.value.at(-1)?.name ?? "";
  const behind = first.nextLink ? (rows ?? []).filter(row => row.name > last) : [];
  return { rows: [...first.value, ...behind], next: behind.length > 0 ? next : first.nextLink ?? null };
}

/** Returns the `$filter` that finds a name; case does not matter to it. */
export function exactly(name) {
  return `name eq '${name.replaceAll("'", "''")}'`;
}

/** Returns the `$filter` that finds a part of a name; undefined for no search. */
export function nameFilter(text) {
  return text === "" ? undefined : `contains(name,'${text.replaceAll("'", "''")}')`;
}
