// Runs the two WebAuthn ceremonies. Each challenge works once.
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

/** `boundTo`: the session, the waiting sign-in or a cookie's id. `userId` is null if the user is unknown. */
export interface Binding {
  purpose: "add" | "prove" | "step" | "sign_in";
  userId: string | null;
  boundTo: string;
}

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

/** Options for `credentials.get`. Signing in by passkey alone requires user verification. Throws not_configured. */
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

/** A valid response that `usePasskey` has yet to record. */
export interface RightAnswer {
  userId: string;
  id: string;
  signCount: number;
  backedUp: boolean;
}

/** unknown: no user has it. over: the challenge is another browser's, used or expired. `wrong`: the user's id. */
export type Verdict = "unknown" | "over" | { wrong: string } | RightAnswer;

/** Checks a response to `requestOptions`, except for its counter. Uses up the challenge in any case. */
export async function judgeAnswer(app: Ground, binding: Binding, input: string): Promise<Verdict> {
  const { origin, rpId } = requireSite(app);
  const answer = readJson(assertionSchema, input);
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
      // `usePasskey` checks the counter while the user is locked.
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

export async function readFresh(app: Ground, binding: Binding, input: string): Promise<FreshPasskey> {
  const { origin, rpId } = requireSite(app);
  const answer = readJson(attestationSchema, input);
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
