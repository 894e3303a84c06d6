// What a form came to, told on the page that it leads to: a cookie that lives until that page is read, signed, a minute at most.
import type { Config } from "~/ground/config.server";
import { minutes } from "~/ground/time/duration";
import { ownCookie } from "~/http/session/own-cookie.server";
import type { Undo } from "~/ui/messages/form-message";

type Where = Pick<Config, "https" | "sessionSecrets">;

// Not in the address: that is shared and reloaded, and would say it again.
const cookieOf = (where: Where) => ownCookie(where, "told", minutes(1));

/** A sentence, and the form that takes back what it tells. */
export interface Flash {
  /** "" where it was refused: its form says that. */
  message: string;
  undo?: Undo;
  /** The page that it is told on shows it by itself. */
  isShown?: boolean;
  /** What was wrong with a form that could not be answered itself, and what was typed. */
  refused?: { error: string; values: Record<string, string> };
}

/** The Set-Cookie that carries it to the next page. */
export const setFlash = ({ message, undo, isShown, refused }: Flash, where: Where): Promise<string> =>
  cookieOf(where).serialize((undo ?? isShown ?? refused) ? { message, undo, isShown, refused } : message);

/** What was carried here, if anything. */
export async function readFlash(request: Request, where: Where): Promise<Flash | null> {
  // Signed: it is as we wrote it, a sentence alone as text.
  const told = (await cookieOf(where).parse(request.headers.get("cookie"))) as Flash | string | null;
  if (typeof told === "string") return told === "" ? null : { message: told };
  return told;
}

/** The Set-Cookie that ends it. */
export const clearFlash = (where: Where): Promise<string> => cookieOf(where).serialize("", { maxAge: 0 });
