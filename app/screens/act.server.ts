// An act: one form post as the intents see it, and what they answer.
import type { App } from "~/app.server";
import { callSays } from "~/catalogue";
import { AppError } from "~/errors";
import type { SignedIn } from "~/http/session.server";
import type { IntentName } from "./act-words";

export interface Act {
  app: App;
  /** With its body read and bounded; readable once more. */
  request: Request;
  form: FormData;
  signedIn: SignedIn | null;
  url: URL;
}

/** Where to go, or what to say and stay. */
export interface Done {
  /** A path of ours. Left out: the same view again. */
  to?: string;
  headers?: Record<string, string>;
  /** What has happened, in a sentence: it stands on the page, and is announced. Null: the dialog that it leads to says it. */
  said: string | null;
}

/** By the names that `act-words.ts` has words for, and no others. */
export type Intents = Partial<Record<IntentName, (act: Act) => Promise<Done>>>;

/** What a form that went wrong, or right without leaving, tells the page that shows it. */
export interface ActResult {
  ok: boolean;
  intent: string;
  /** A sentence to show, or null. */
  error: string | null;
  /** By field name. */
  faults: Record<string, string>;
  /** What was typed, never a password. */
  values: Record<string, string>;
  said: string | null;
  /** Told by the browser itself: no answer of the server's came. */
  unreached?: boolean;
}

/** The person who acts. Throws unauthenticated. */
export function requirePerson(act: Act): SignedIn {
  if (!act.signedIn) throw new AppError("unauthenticated", callSays.notSignedIn);
  return act.signedIn;
}

/** A text field as typed; "" where it is missing. */
export const field = (act: Act, name: string): string => {
  const value = act.form.get(name);
  return typeof value === "string" ? value : "";
};
