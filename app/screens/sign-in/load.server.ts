// Loads the page of two-factor authentication at sign-in.
import { redirect } from "@remix-run/node";
import { siteOf } from "~/features/passkeys/passkey";
import { findWaitingPerson } from "~/features/second-factor/second-factor.server";
import { hasOwnCookie } from "~/http/session/own-cookie.server";
import { readWaiting } from "~/http/session/second-step.server";
import { type LoaderArgs, readViewer } from "~/screens/frame/viewer.server";
import { type SecondStepData, toView } from "./to-view.server";

export async function loadSecondStep(args: LoaderArgs): Promise<SecondStepData> {
  const { app, viewer } = await readViewer(args);
  const waiting = await readWaiting(app, args.request);
  const person = waiting && (await findWaitingPerson(app, waiting.id));
  if (!person && viewer.user) throw redirect("/generate", 303);
  const otherAddress = hasOwnCookie(app.config, args.request) ? null : app.config.appOrigin;
  return toView(person, typeof siteOf(app.config.appOrigin) !== "string", otherAddress);
}
