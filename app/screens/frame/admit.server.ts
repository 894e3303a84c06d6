// Signs in a user whose credentials were right, or redirects to two-factor authentication.
import { awaitSecondStep } from "~/features/second-factor/second-factor.server";
import type { Admitted } from "~/features/users/users.server";
import { noteCommon } from "~/http/session/common-password.server";
import { readTrusted, setWaiting } from "~/http/session/second-step.server";
import { signInBrowser } from "~/http/session/session.server";
import { type FormAction, type FormAnswer, field } from "~/screens/forms/form-action.server";
import { hrefWith } from "~/screens/forms/href-with";

const secondStep = "/sign-in/second-step";

const done = [secondStep, "/reset-password", "/join"];
const welcomeHref = (url: URL): string =>
  done.includes(url.pathname) ? "/generate?panel=success" : hrefWith(url, { panel: "success" });

export async function admit(formAction: FormAction, admitted: Admitted): Promise<FormAnswer> {
  const { app, request, url } = formAction;
  const id = await awaitSecondStep(app, admitted, await readTrusted(app, request));
  if (id === null) return enter(formAction, admitted);
  const headers = new Headers({ "Set-Cookie": await setWaiting(app, { id, to: welcomeHref(url) }) });
  await noteTyped(formAction, headers, "password");
  return { to: secondStep, headers, message: null };
}

export async function enter(formAction: FormAction, admitted: Admitted): Promise<FormAnswer> {
  const { headers } = await signInBrowser(formAction.app, formAction.request, admitted);
  await noteTyped(formAction, headers, "password");
  return { to: welcomeHref(formAction.url), headers, message: null };
}

export const noteTyped = (formAction: FormAction, headers: Headers, name: string): Promise<void> =>
  noteCommon(formAction.app, { request: formAction.request, headers, password: field(formAction, name) });
