/**
 * Sign-in at an issuer of OpenID Connect: the authorization code flow with PKCE (RFC 7636). The page has no secret. What
 * has to outlive the way to the issuer and back is in the storage of the tab, until the way back.
 */

const KEPT = "tidings-sign-in";
const TIMEOUT_MS = 20_000;

/**
 * Returns the address of the issuer to go to.
 *
 * @param {{authorization: string, clientId: string, scope: string}} signIn of the server's settings
 * @param {string} address of the page to come back to, such as `#/jobs`
 */
export async function begin(signIn, address, { storage, crypto, origin } = browser()) {
  if (!crypto.subtle) {
    throw new Error("Browsers sign people in on pages with https only.");
  }
  const kept = { state: random(crypto), nonce: random(crypto), verifier: random(crypto), address };
  storage.setItem(KEPT, JSON.stringify(kept));
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(kept.verifier));
  const url = new URL(signIn.authorization);
  for (const [name, value] of Object.entries({
    response_type: "code",
    client_id: signIn.clientId,
    redirect_uri: redirectTo(origin),
    scope: signIn.scope,
    state: kept.state,
    nonce: kept.nonce,
    code_challenge: base64Url(new Uint8Array(digest)),
    code_challenge_method: "S256",
  })) {
    url.searchParams.set(name, value);
  }
  return url.href;
}

/** Whether the query of the page is that of the way back from an issuer. */
export function isReturn(search) {
  const query = new URLSearchParams(search);
  return query.has("state") && (query.has("code") || query.has("error"));
}

/**
 * Exchanges the code of the way back for tokens.
 *
 * @param {string} search the query of the page
 * @returns {Promise<{grant: Grant, address: string}>}
 */
export async function complete(signIn, search, { storage, origin, fetch } = browser()) {
  const query = new URLSearchParams(search);
  const kept = taken(storage);
  if (!kept || query.get("state") !== kept.state) {
    throw new Error("This sign-in was not begun in this tab; begin it again.");
  }
  if (!signIn?.token) {
    throw new Error("Nobody can sign in at the issuer at the moment.");
  }
  if ((query.get("iss") ?? signIn.issuer) !== signIn.issuer) {
    throw new Error("Another issuer has responded than the one of this server.");
  }
  if (!query.get("code")) {
    throw new Error(`The issuer refused the sign-in: ${query.get("error_description") ?? query.get("error")}.`);
  }
  const body = await tokens(signIn, {
    grant_type: "authorization_code",
    code: query.get("code"),
    redirect_uri: redirectTo(origin),
    code_verifier: kept.verifier,
  }, fetch);
  requireOurs(body.id_token, signIn, kept.nonce);
  return { grant: grantOf(body), address: kept.address };
}

/**
 * @typedef {{token: string, refresh: string, seconds: number}} Grant a token, what renews it or an empty text, and how
 *     long it is valid
 *
 * @param {Grant} grant
 * @returns {Promise<Grant>}
 */
export async function renew(signIn, grant, { fetch } = browser()) {
  const body = await tokens(signIn, { grant_type: "refresh_token", refresh_token: grant.refresh }, fetch);
  return grantOf({ refresh_token: grant.refresh, ...body });
}

function grantOf(body) {
  return { token: body.access_token, refresh: body.refresh_token ?? "", seconds: Number(body.expires_in ?? 0) };
}

const browser = () =>
  ({ storage: sessionStorage, crypto: globalThis.crypto, origin: location.origin, fetch: globalThis.fetch.bind(globalThis) });

/** The place that the issuer has to know: always on the server of this page. */
const redirectTo = origin => `${origin}/console/`;

/** It is used once, whatever becomes of it. */
function taken(storage) {
  const text = storage.getItem(KEPT);
  storage.removeItem(KEPT);
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

async function tokens(signIn, parameters, fetch) {
  const response = await reach(signIn.token, new URLSearchParams({ client_id: signIn.clientId, ...parameters }), fetch);
  const body = await response.json().catch(() => ({}));
  if (!response.ok || typeof body.access_token !== "string") {
    throw new Error(`The issuer gave no token: ${body.error_description ?? body.error ?? `status ${response.status}`}.`);
  }
  return body;
}

async function reach(url, body, fetch) {
  try {
    return await fetch(url, {
      method: "POST",
      body,
      signal: AbortSignal.timeout(TIMEOUT_MS),
      cache: "no-store",
      credentials: "omit",
      redirect: "error",
      referrerPolicy: "no-referrer",
    });
  } catch {
    throw new Error("The issuer cannot be reached, or does not let this page ask for a token.");
  }
}

/** The token came from the issuer itself, so its signature says nothing new (OpenID Connect Core, 3.1.3.7). */
function requireOurs(idToken, signIn, nonce) {
  const claims = claimsOf(idToken);
  if (claims.nonce !== nonce || claims.iss !== signIn.issuer || ![claims.aud].flat().includes(signIn.clientId)) {
    throw new Error("The issuer's response is not of this sign-in; begin it again.");
  }
}

function claimsOf(idToken) {
  try {
    const [, claims] = idToken.split(".");
    const bytes = Uint8Array.from(atob(claims.replaceAll("-", "+").replaceAll("_", "/")), each => each.charCodeAt(0));
    return JSON.parse(new TextDecoder().decode(bytes)) ?? {};
  } catch {
    return {};
  }
}

/** 32 random bytes, of which nobody guesses one. */
const random = crypto => base64Url(crypto.getRandomValues(new Uint8Array(32)));

const base64Url = bytes =>
  btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
