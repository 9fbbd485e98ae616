import { createAccess } from "./access.js";
import { createApi } from "./api.js";
import { begin, complete, isReturn, renew } from "./oidc.js";

/** A token is renewed so long before its end, and not sooner than after this time. */
const EARLY_SECONDS = 60;
const SOONEST_SECONDS = 10;

/**
 * Who uses this tab. The token is in the memory of the page alone: not in the address, a cookie or a storage. A reload
 * forgets it.
 *
 * @param {() => void} onChange told when somebody is signed in or out
 */
export function createSession(onChange) {
  let token = "";
  let timer = 0;
  const session = {
    /** Of the server: {localMode, testReceiver, tokenFile, validation, signIn}. */
    settings: { localMode: false, testReceiver: null, tokenFile: null, validation: true },
    /** What the token allows; null for nobody. */
    access: null,
    /** Why nobody is signed in, if the server said so. */
    refusal: "",
    api: createApi(() => token, signedOut),
    start,
    signIn,
    redeem,
    leave,
    signOut: () => signedOut({ message: "" }),
  };

  async function start() {
    session.settings = await createApi(() => "").get("/console/settings.json");
    if (isReturn(location.search)) {
      await comeBack();
    } else {
      onChange();
    }
  }

  async function signIn(typed) {
    const access = createAccess(await createApi(() => typed).get("/access"));
    token = typed;
    session.access = access;
    session.refusal = "";
    onChange();
  }

  /** @param {string} code of a link that signs in once */
  async function redeem(code) {
    const { body } = await createApi(() => "").send("POST", "/console/sign-in", code);
    await signIn(body.token);
  }

  /** Goes to the issuer, which leads back to the page that is open now. */
  async function leave() {
    location.assign(await begin(session.settings.signIn, location.hash));
  }

  /** The code is good for one use, so it leaves the address before it is used. */
  async function comeBack() {
    const { search } = location;
    history.replaceState(null, "", `${location.pathname}${location.hash}`);
    try {
      const { grant, address } = await complete(session.settings.signIn, search);
      history.replaceState(null, "", `${location.pathname}${address.startsWith("#/") ? address : "#/"}`);
      await signIn(grant.token);
      renewInTime(grant);
    } catch (error) {
      signedOut(error);
    }
  }

  /** A token that cannot be renewed is used to its end; then the server says that it has expired. */
  function renewInTime(grant) {
    if (grant.refresh === "") {
      return;
    }
    timer = setTimeout(async () => {
      const mine = timer;
      try {
        const next = await renew(session.settings.signIn, grant);
        if (mine === timer) {
          token = next.token;
          renewInTime(next);
        }
      } catch (error) {
        console.warn("the token cannot be renewed:", error.message);
      }
    }, Math.max(SOONEST_SECONDS, grant.seconds - EARLY_SECONDS) * 1000);
  }

  function signedOut(error) {
    clearTimeout(timer);
    timer = 0;
    token = "";
    session.access = null;
    session.refusal = error.message;
    onChange();
  }

  return session;
}
