// A form action: one form post as the intents see it, and what they return.
import type { App } from "~/app.server";
import { callMessages } from "~/ground/messages";
import { AppError } from "~/ground/errors";
import type { SignedIn } from "~/http/session/session.server";
import type { Undo } from "~/ui/messages/form-message";

export interface FormAction {
  app: App;
  /** With its body read and bounded; readable once more. */
  request: Request;
  form: FormData;
  signedIn: SignedIn | null;
  url: URL;
}

/** Where to go, or what to say and stay. */
export interface FormAnswer {
  /** A path of ours. Left out: the same view again. */
  to?: string;
  headers?: HeadersInit;
  /** What has happened, in a sentence: it stands on the page, and is announced. Null: the dialog that it leads to says it. */
  message: string | null;
  /** The form that takes it back; offered beside the message. */
  undo?: Undo;
  /** The page that it leads to shows it by itself. */
  isShown?: boolean;
  /** For the very page that answers, also as a document: what stands in the form's fields, or is shown this once. */
  values?: Record<string, string>;
}

export type Run = (formAction: FormAction) => Promise<FormAnswer>;

/** What each intent of a group of the table does: every one of its names, and no others. */
export type Actions<Group> = Readonly<Record<keyof Group, Run>>;

/** What a form that went wrong, or right without leaving, tells the page that shows it. */
export interface ActionResult {
  ok: boolean;
  intent: string;
  /** A sentence to show, or null. */
  error: string | null;
  /** By field name. */
  faults: Record<string, string>;
  /** What was typed, never a password. */
  values: Record<string, string>;
  message: string | null;
  undo?: Undo;
  /** Told by the browser itself: no answer of the server's came. */
  unreached?: boolean;
}

/** The person who acts. Throws unauthenticated. */
export function requirePerson(formAction: FormAction): SignedIn {
  if (!formAction.signedIn) throw new AppError("unauthenticated", callMessages.notSignedIn);
  return formAction.signedIn;
}

/** A text field as typed; "" where it is missing. */
export const field = (formAction: FormAction, name: string): string => {
  const value = formAction.form.get(name);
  return typeof value === "string" ? value : "";
};
