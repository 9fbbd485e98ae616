/** The HTTP interface of Tidings, as the pages use it. */

const TIMEOUT_MS = 20_000;

/** An error response, or a request that got none. */
export class ApiError extends Error {
  /**
   * @param {number} status of the response; 0 if there was none
   * @param {string} code the word of the server
   * @param {string} message the sentence of the server
   * @param {{code: string, target: string, message: string}[]} details one for each violation
   */
  constructor(status, code, message, details = []) {
    super(message);
    this.name = "ApiError";
    this.status = status;
    this.code = code;
    this.details = details;
  }
}

/**
 * Builds a path: ``path`/topics/${topic}/events/${id}` `` encodes each value as one segment. A topic of a domain,
 * `domain/topic`, has the same paths below its domain.
 */
export function path(fixed, ...values) {
  return fixed.reduce((text, part, i) => text + encodeURIComponent(values[i - 1]) + part)
    .replace(/^\/topics\/([^/%]+)%2F([^/]+)/, "/domains/$1/topics/$2");
}

/**
 * @param {() => string} token of the manager; empty for none
 * @param {(error: ApiError) => void} onUnauthorized told of each 401 to that token
 */
export function createApi(token, onUnauthorized = () => {}) {
  async function send(method, target, body, { headers = {}, query, signal } = {}) {
    const own = headersOf(token(), body, headers);
    const response = await reach(target, query, { method, headers: own, body: bodyOf(body) }, signal);
    const result = await resultOf(response);
    if (response.ok) {
      return result;
    }
    const error = errorOf(response.status, result.body);
    if (response.status === 401 && !("authorization" in headers)) {
      onUnauthorized(error);
    }
    throw error;
  }

  return {
    /** Returns the parsed JSON. */
    get: async (target, options) => (await send("GET", target, undefined, options)).body,
    /** Returns the page of a list that a `nextLink` names; only its path is used, never its host. */
    next: async (nextLink, options) =>
      (await send("GET", pathOf(nextLink), undefined, options)).body,
    /** Returns {status, body, text, etag}. A header `authorization: null` sends the request without the token. */
    send,
  };
}

/** Returns path and query of a link of the server, which may know itself under another name than we do. */
export function pathOf(link) {
  const url = new URL(link, "http://any.invalid");
  return url.pathname + url.search;
}

/** Adds parameters to a path; those without a value are left out. */
export function withQuery(target, query = {}) {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null && value !== "");
  if (given.length === 0) {
    return target;
  }
  return target + (target.includes("?") ? "&" : "?") + new URLSearchParams(given);
}

function headersOf(token, body, more) {
  const all = { accept: "application/json" };
  if (token) {
    all.authorization = `Bearer ${token}`;
  }
  if (body !== undefined) {
    all["content-type"] = "application/json";
  }
  Object.assign(all, more);
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null));
}

function bodyOf(body) {
  return body === undefined || typeof body === "string" ? body : JSON.stringify(body);
}

async function reach(target, query, request, signal) {
  if (!target.startsWith("/") || target.startsWith("//")) {
    throw new TypeError(`${target} is no path of this server`);
  }
  const limit = AbortSignal.timeout(TIMEOUT_MS);
  try {
    return await fetch(withQuery(target, query), {
      ...request,
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
      cache: "no-store",
      credentials: "omit",
      redirect: "error",
      referrerPolicy: "no-referrer",
    });
  } catch (error) {
    if (signal?.aborted) {
      throw error;
    }
    throw new ApiError(0, "Unreachable", limit.aborted
      ? `Tidings has not responded for ${TIMEOUT_MS / 1000} seconds.`
      : "Tidings cannot be reached.");
  }
}

async function resultOf(response) {
  const text = await response.text();
  return { status: response.status, body: parsed(text), text, etag: response.headers.get("etag") };
}

function parsed(text) {
  try {
    return text === "" ? null : JSON.parse(text);
  } catch {
    return text;
  }
}

function errorOf(status, body) {
  const error = body?.error;
  return error
    ? new ApiError(status, error.code ?? "", sentence(error.message ?? ""), error.details ?? [])
    : new ApiError(status, "", `The server responded with status ${status}.`);
}

/** Begins with a capital letter, as sentences on a page do; the path of a member stays as it is. */
function sentence(text) {
  return /^\w+\.\w/.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1);
}
