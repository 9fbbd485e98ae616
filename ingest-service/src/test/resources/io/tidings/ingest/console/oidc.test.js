import assert from "node:assert/strict";
import { createHash, webcrypto } from "node:crypto";
import { test } from "node:test";
import { begin, complete, isReturn, renew } from "./core/oidc.js";

const SIGN_IN = {
  issuer: "https://login.example/realm",
  clientId: "console",
  scope: "openid roles",
  authorization: "https://login.example/realm/auth?kind=staff",
  token: "https://login.example/realm/token",
};

/** A tab at the console of a server, and an issuer that gives this response. */
function tab({ status = 200, body } = {}) {
  const kept = new Map();
  const asked = [];
  return {
    kept,
    asked,
    storage: {
      setItem: (name, value) => kept.set(name, value),
      getItem: name => kept.get(name) ?? null,
      removeItem: name => kept.delete(name),
    },
    crypto: webcrypto,
    origin: "https://tidings.example",
    fetch: async (url, request) => {
      asked.push({ url, ...Object.fromEntries(request.body) });
      return { ok: status === 200, status, json: async () => body(asked.at(-1)) };
    },
  };
}

const idToken = claims => `e30.${Buffer.from(JSON.stringify(claims)).toString("base64url")}.c2ln`;

async function signedIn(change = claims => claims) {
  const mine = tab({ body: () => response });
  const query = new URL(await begin(SIGN_IN, "#/jobs", mine)).searchParams;
  const claims = { iss: SIGN_IN.issuer, aud: "console", nonce: query.get("nonce"), name: "Zoë" };
  const response = { access_token: "a", id_token: idToken(change(claims)), expires_in: 300, refresh_token: "r" };
  return { mine, query, result: complete(SIGN_IN, `?code=c&state=${query.get("state")}`, mine) };
}

test("the issuer is told the client, the way back and the hash of a secret of this tab", async () => {
  const mine = tab();
  const url = new URL(await begin(SIGN_IN, "#/jobs", mine));
  assert.equal(url.origin + url.pathname, "https://login.example/realm/auth");
  const { state, nonce, code_challenge: challenge, ...rest } = Object.fromEntries(url.searchParams);
  assert.deepEqual(rest, {
    kind: "staff",
    response_type: "code",
    client_id: "console",
    redirect_uri: "https://tidings.example/console/",
    scope: "openid roles",
    code_challenge_method: "S256",
  });
  const { verifier } = JSON.parse(mine.kept.get("tidings-sign-in"));
  assert.match(verifier, /^[\w-]{43}$/);
  assert.equal(challenge, createHash("sha256").update(verifier).digest("base64url"));
  assert.equal(new Set([state, nonce, verifier]).size, 3);
  assert.ok(!url.href.includes(verifier));
});

test("the code is exchanged with the secret of this tab, which is used once", async () => {
  const { mine, result } = await signedIn();
  assert.deepEqual(await result, { grant: { token: "a", refresh: "r", seconds: 300 }, address: "#/jobs" });
  const [{ code_verifier: sent, ...rest }] = mine.asked;
  assert.match(sent, /^[\w-]{43}$/);
  assert.deepEqual(rest, {
    url: SIGN_IN.token,
    client_id: "console",
    grant_type: "authorization_code",
    code: "c",
    redirect_uri: "https://tidings.example/console/",
  });
  assert.equal(mine.kept.size, 0);
});

test("a way back that was not begun in this tab asks for no token", async () => {
  const mine = tab();
  await assert.rejects(complete(SIGN_IN, "?code=c&state=s", mine), /not begun in this tab/);
  await begin(SIGN_IN, "#/", mine);
  await assert.rejects(complete(SIGN_IN, "?code=c&state=another", mine), /not begun in this tab/);
  await assert.rejects(complete(SIGN_IN, "?code=c", mine), /not begun in this tab/);
  assert.deepEqual(mine.asked, []);
});

test("the refusal of an issuer, and the response of another one, ask for no token", async () => {
  const mine = tab();
  const back = async more => {
    const state = new URL(await begin(SIGN_IN, "#/", mine)).searchParams.get("state");
    return complete(SIGN_IN, `?state=${state}&${more}`, mine);
  };
  await assert.rejects(back("error=access_denied"), /refused the sign-in: access_denied/);
  await assert.rejects(back("error=x&error_description=Not+you"), /Not you/);
  await assert.rejects(back("code=c&iss=https://evil.example"), /Another issuer/);
  assert.deepEqual(mine.asked, []);
});

test("tokens of another sign-in, issuer or client are refused", async () => {
  for (const change of [{ nonce: "other" }, { nonce: undefined }, { iss: "https://evil.example" }, { aud: "other" }]) {
    const { result } = await signedIn(claims => ({ ...claims, ...change }));
    await assert.rejects(result, /not of this sign-in/, JSON.stringify(change));
  }
  const { result } = await signedIn(claims => ({ ...claims, aud: ["other", "console"] }));
  assert.equal((await result).grant.token, "a");
});

test("an issuer that gives no token says why", async () => {
  const mine = tab({ status: 400, body: () => ({ error: "invalid_grant", error_description: "Code not valid" }) });
  const state = new URL(await begin(SIGN_IN, "#/", mine)).searchParams.get("state");
  await assert.rejects(complete(SIGN_IN, `?code=c&state=${state}`, mine), /gave no token: Code not valid/);
});

test("a token is renewed, and what renews it is kept if there is no other", async () => {
  const mine = tab({ body: () => ({ access_token: "b", expires_in: 60 }) });
  assert.deepEqual(await renew(SIGN_IN, { token: "a", refresh: "r", seconds: 300 }, mine),
    { token: "b", refresh: "r", seconds: 60 });
  assert.deepEqual(mine.asked, [
    { url: SIGN_IN.token, client_id: "console", grant_type: "refresh_token", refresh_token: "r" },
  ]);
});

test("only the query of a way back is one", () => {
  assert.equal(isReturn("?code=c&state=s"), true);
  assert.equal(isReturn("?error=e&state=s"), true);
  for (const search of ["", "?code=c", "?state=s", "?x=1"]) {
    assert.equal(isReturn(search), false, search);
  }
});

test("a page without https says why nobody can sign in", async () => {
  await assert.rejects(begin(SIGN_IN, "#/", { ...tab(), crypto: {} }), /https only/);
});
