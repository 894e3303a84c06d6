// Types of a form post and its answer, and helpers that read its fields.
import type { App } from "~/app.server";
import { callMessages } from "~/ground/messages";
import { AppError } from "~/ground/errors";
import type { SignedIn } from "~/http/session/session.server";
import type { Undo } from "~/ui/messages/form-message";

export interface FormAction {
  app: App;
  /** Its body was size-checked and can be read again. */
  request: Request;
  form: FormData;
  signedIn: SignedIn | null;
  url: URL;
}

export interface FormAnswer {
  /** A path of this origin. Left out: the same view. */
  to?: string;
  headers?: HeadersInit;
  message: string | null;
  undo?: Undo;
  isShown?: boolean;
  /** For the same page: the fields' values, or a secret that is shown once. */
  values?: Record<string, string>;
}

export type Run = (formAction: FormAction) => Promise<FormAnswer>;

export type Actions<Group> = Readonly<Record<keyof Group, Run>>;

export interface ActionResult {
  ok: boolean;
  intent: string;
  error: string | null;
  faults: Record<string, string>;
  /** Without passwords. */
  values: Record<string, string>;
  message: string | null;
  undo?: Undo;
  requestFailed?: boolean;
}

/** Throws unauthenticated for a guest. */
export function requirePerson(formAction: FormAction): SignedIn {
  if (!formAction.signedIn) throw new AppError("unauthenticated", callMessages.notSignedIn);
  return formAction.signedIn;
}

export const field = (formAction: FormAction, name: string): string => {
  const value = formAction.form.get(name);
  return typeof value === "string" ? value : "";
};
