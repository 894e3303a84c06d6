// The two ceremonies of WebAuthn: what a browser is asked, and what its answer is worth. A challenge serves once.
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from "@simplewebauthn/server";
import type { App } from "~/app.server";
import { AppError } from "~/ground/errors";
import { hashToken, newToken } from "~/ground/secrets/token.server";
import { minutes } from "~/ground/time/duration";
import type { User } from "~/features/users/user";
import { messages, type Site, siteFaults, siteOf } from "./passkey";
import * as queries from "./queries.server";
import { assertionSchema, attestationSchema, readJson } from "./schema.server";

export const challengeLasts = minutes(5);

type Ground = Pick<App, "db" | "clock" | "config">;

/** Whose browser: the session, the sign-in that waits, or a cookie's id. `userId` is null while nobody is known. */
export interface Binding {
  purpose: "add" | "prove" | "step" | "sign_in";
  userId: string | null;
  boundTo: string;
}

/** Throws not_configured where APP_ORIGIN can have no passkeys. */
function requireSite({ config }: Pick<App, "config">): Site {
  const site = siteOf(config.appOrigin);
  if (typeof site === "string") throw new AppError("not_configured", siteFaults[site]);
  return site;
}

async function newChallenge({ db, clock }: Ground, { purpose, userId, boundTo }: Binding) {
  const challenge = newToken();
  const row = { id_hash: hashToken(challenge), user_id: userId, bound_hash: hashToken(boundTo) };
  await queries.insertChallenge(db, { ...row, purpose, expires_at: clock.now() + challengeLasts });
  return Buffer.from(challenge, "base64url");
}

const named = ({ credential_id: id, transports }: queries.Passkey) => ({
  id,
  transports: JSON.parse(transports) as string[],
});

/** What `navigator.credentials.get` is asked. As the whole sign-in it must make sure who is at the device. Throws not_configured. */
export async function requestOptions(app: Ground, binding: Binding) {
  const { rpId } = requireSite(app);
  const own = binding.userId === null ? [] : await queries.listOf(app.db, binding.userId);
  return generateAuthenticationOptions({
    rpID: rpId,
    challenge: await newChallenge(app, binding),
    timeout: challengeLasts,
    ...(own.length > 0 && { allowCredentials: own.map(named) }),
    userVerification: binding.purpose === "sign_in" ? "required" : "preferred",
  });
}

/** What `navigator.credentials.create` is asked. Throws not_configured. */
export async function creationOptions(app: Ground, user: User, boundTo: string) {
  const { rpId } = requireSite(app);
  return generateRegistrationOptions({
    rpName: "Linnet",
    rpID: rpId,
    userName: user.email,
    userID: Buffer.from(user.id),
    challenge: await newChallenge(app, { purpose: "add", userId: user.id, boundTo }),
    timeout: challengeLasts,
    excludeCredentials: (await queries.listOf(app.db, user.id)).map(named),
    authenticatorSelection: { residentKey: "preferred", userVerification: "preferred" },
  });
}

/** True once for a challenge of this browser and person that is not over. */
const takes =
  ({ db, clock }: Ground, { purpose, userId, boundTo }: Binding) =>
  (challenge: string): Promise<boolean> =>
    queries.takeChallenge(db, {
      idHash: hashToken(challenge),
      purpose,
      userId,
      boundHash: hashToken(boundTo),
      now: clock.now(),
    });

/** What a right answer says; `usePasskey` makes it good. */
export interface RightAnswer {
  userId: string;
  id: string;
  signCount: number;
  backedUp: boolean;
}

/** unknown: nobody has this passkey. over: the challenge is not this browser's, was used, or took too long. */
export type Verdict = "unknown" | "over" | { wrong: string } | RightAnswer;

/**
 * What the browser's answer to `requestOptions` is worth, but for the passkey's count. Its challenge is used by that,
 * whatever comes of it. `wrong` has the person's id.
 */
export async function judgeAnswer(app: Ground, binding: Binding, typed: string): Promise<Verdict> {
  const { origin, rpId } = requireSite(app);
  const answer = readJson(assertionSchema, typed);
  const passkey = answer && (await queries.findByCredential(app.db, answer.id));
  if (!answer || !passkey) return binding.userId === null ? "unknown" : { wrong: binding.userId };
  const { user_id: userId, id } = passkey;
  if (binding.userId !== null && binding.userId !== userId) return { wrong: binding.userId };
  const { userHandle, ...response } = answer.response;
  if (userHandle && Buffer.from(userHandle, "base64url").toString() !== userId) return { wrong: userId };
  let isTaken = false;
  const take = takes(app, binding);
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...answer, response, clientExtensionResults: {} },
      expectedChallenge: async (challenge) => (isTaken = await take(challenge)),
      expectedOrigin: origin,
      expectedRPID: rpId,
      // The count is judged where it is written, with the person locked.
      credential: { id: answer.id, publicKey: Buffer.from(passkey.public_key, "base64url"), counter: 0 },
      requireUserVerification: binding.purpose === "sign_in",
    });
    const { newCounter: signCount, credentialBackedUp: backedUp } = authenticationInfo;
    return verified ? { userId, id, signCount, backedUp } : { wrong: userId };
  } catch {
    return isTaken ? { wrong: userId } : "over";
  }
}

export interface FreshPasskey {
  credentialId: string;
  publicKey: string;
  signCount: number;
  transports: string[];
  backedUp: boolean;
}

/** The passkey that the browser made for `creationOptions`. Throws invalid. */
export async function readFresh(app: Ground, binding: Binding, typed: string): Promise<FreshPasskey> {
  const { origin, rpId } = requireSite(app);
  const answer = readJson(attestationSchema, typed);
  if (!answer) throw new AppError("invalid", messages.needsScript);
  let isTaken = false;
  const take = takes(app, binding);
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { ...answer, clientExtensionResults: {} },
      expectedChallenge: async (challenge) => (isTaken = await take(challenge)),
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: false,
    });
    if (!verified) throw new Error("The answer was not verified");
    const { credential, credentialBackedUp: backedUp } = registrationInfo;
    const publicKey = Buffer.from(credential.publicKey).toString("base64url");
    const transports = answer.response.transports ?? [];
    return { credentialId: credential.id, publicKey, signCount: credential.counter, transports, backedUp };
  } catch (cause) {
    throw new AppError("invalid", isTaken ? messages.wrong : messages.over, { cause });
  }
}
