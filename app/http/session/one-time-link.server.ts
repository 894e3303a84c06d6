// Carries a one-time link to the operator's next page in an encrypted cookie.
import type { App } from "~/app.server";
import type { OneTimeLink } from "~/features/people/people-modals";
import { seal, unseal } from "~/ground/secrets/vault.server";
import { minutes } from "~/ground/time/duration";
import { ownCookie } from "./own-cookie.server";

const lasts = minutes(10);
const cookieOf = ({ config }: App) => ownCookie(config, "handed", lasts);
const ownerOf = (userId: string): string => `${userId}/handed`;

export const setOneTimeLink = (app: App, userId: string, oneTimeLink: OneTimeLink): Promise<string> =>
  cookieOf(app).serialize(seal(app.config.encryptionKeys, ownerOf(userId), JSON.stringify(oneTimeLink)));

export const clearOneTimeLink = (app: App): Promise<string> => cookieOf(app).serialize("", { maxAge: 0 });

export async function readOneTimeLink(app: App, request: Request, userId: string): Promise<OneTimeLink | null> {
  const sealed: unknown = await cookieOf(app).parse(request.headers.get("cookie"));
  if (typeof sealed !== "string" || sealed === "") return null;
  try {
    return JSON.parse(unseal(app.config.encryptionKeys, ownerOf(userId), sealed)) as OneTimeLink;
  } catch {
    return null;
  }
}

export const hasOneTimeLink = async (app: App, request: Request): Promise<boolean> =>
  Boolean(await cookieOf(app).parse(request.headers.get("cookie")));
