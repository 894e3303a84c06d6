// Builds passkey options for each purpose, with the cookie that binds a guest's challenge.
import type { App } from "~/app.server";
import { askForPasskey, offerPasskey } from "~/features/passkeys/passkeys.server";
import { messages as passkeyMessages } from "~/features/passkeys/passkey";
import { foldAddress } from "~/features/rate-limits/rate-limits.server";
import { messages } from "~/features/second-factor/factor";
import { findWaitingPerson } from "~/features/second-factor/second-factor.server";
import { AppError } from "~/ground/errors";
import { callMessages } from "~/ground/messages";
import { newToken } from "~/ground/secrets/token.server";
import { minutes } from "~/ground/time/duration";
import { addressOf } from "./client-address.server";
import { ownCookie } from "./own-cookie.server";
import { readWaiting } from "./second-step.server";
import { findSignedIn } from "./session.server";

const bindingCookie = ({ config }: App) => ownCookie(config, "passkey", minutes(5));

async function readBinding(app: App, request: Request): Promise<string | null> {
  const value: unknown = await bindingCookie(app).parse(request.headers.get("cookie"));
  return typeof value === "string" && value !== "" ? value : null;
}

/** Throws as features/passkeys, and unauthenticated. A guest also needs the returned Set-Cookie. */
export async function passkeyOptions(app: App, request: Request, purpose: unknown) {
  const address = addressOf(request);
  if (purpose === "alone") {
    const boundTo = (await readBinding(app, request)) ?? newToken();
    const options = await askForPasskey(app, { purpose: "sign_in", userId: null, boundTo }, foldAddress(address));
    return { options, setCookie: await bindingCookie(app).serialize(boundTo) };
  }
  if (purpose === "step") {
    const waiting = await readWaiting(app, request);
    const person = waiting && (await findWaitingPerson(app, waiting.id));
    if (!person) throw new AppError("not_found", messages.over);
    const binding = { purpose, userId: person.userId, boundTo: waiting.id } as const;
    return { options: await askForPasskey(app, binding, person.userId), setCookie: null };
  }
  const signedIn = await findSignedIn(app, request);
  if (!signedIn) throw new AppError("unauthenticated", callMessages.notSignedIn);
  const { user, sessionId } = signedIn;
  if (purpose === "add") return { options: await offerPasskey(app, user, sessionId), setCookie: null };
  if (purpose !== "prove") throw new AppError("invalid", "Say what the passkey is for.");
  const binding = { purpose, userId: user.id, boundTo: sessionId } as const;
  return { options: await askForPasskey(app, binding, user.id), setCookie: null };
}

export async function readSignInAnswer(app: App, request: Request, form: FormData) {
  return { answer: requireAnswer(form), boundTo: (await readBinding(app, request)) ?? "" };
}

export function readAnswer(form: FormData): string | null {
  const hasCode = typeof form.get("code") === "string" && form.get("code") !== "";
  return form.has("passkey") && !(hasCode && form.get("passkey") === "") ? requireAnswer(form) : null;
}

function requireAnswer(form: FormData): string {
  const answer = form.get("passkey");
  if (typeof answer === "string" && answer !== "") return answer;
  const faults = [{ loc: ["form", "passkey"], msg: passkeyMessages.needsScript, type: "invalid" as const }];
  throw new AppError("invalid", passkeyMessages.needsScript, { faults });
}
