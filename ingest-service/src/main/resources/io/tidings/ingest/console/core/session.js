import { createAccess } from "./access.js";
import { createApi } from "./api.js";

/**
 * Who uses this tab. The token is in the memory of the page alone: not in the address, a cookie or a storage. A reload
 * forgets it.
 *
 * @param {() => void} onChange told when somebody is signed in or out
 */
export function createSession(onChange) {
  let token = "";
  const session = {
    /** Of the server: {localMode, testReceiver, tokenFile, validation}. */
    settings: { localMode: false, testReceiver: null, tokenFile: null, validation: true },
    /** What the token allows; null for nobody. */
    access: null,
    /** Why nobody is signed in, if the server said so. */
    refusal: "",
    api: createApi(() => token, signedOut),
    start,
    signIn,
    redeem,
    signOut: () => signedOut({ message: "" }),
  };

  async function start() {
    session.settings = await createApi(() => "").get("/console/settings.json");
    onChange();
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

  function signedOut(error) {
    token = "";
    session.access = null;
    session.refusal = error.message;
    onChange();
  }

  return session;
}
