// Carries a form's result to the next page in a signed cookie that lasts one minute.
import type { Config } from "~/ground/config.server";
import { minutes } from "~/ground/time/duration";
import { ownCookie } from "~/http/session/own-cookie.server";
import type { Undo } from "~/ui/messages/form-message";

type Where = Pick<Config, "https" | "sessionSecrets">;

// A URL would repeat the message when shared or reloaded.
const cookieOf = (config: Where) => ownCookie(config, "told", minutes(1));

export interface Flash {
  message: string;
  undo?: Undo;
  isShown?: boolean;
  refused?: { error: string; values: Record<string, string> };
}

export const setFlash = ({ message, undo, isShown, refused }: Flash, config: Where): Promise<string> =>
  cookieOf(config).serialize((undo ?? isShown ?? refused) ? { message, undo, isShown, refused } : message);

export async function readFlash(request: Request, config: Where): Promise<Flash | null> {
  const told = (await cookieOf(config).parse(request.headers.get("cookie"))) as Flash | string | null;
  if (typeof told === "string") return told === "" ? null : { message: told };
  return told;
}

export const clearFlash = (config: Where): Promise<string> => cookieOf(config).serialize("", { maxAge: 0 });
