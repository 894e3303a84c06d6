// What /doctor loads: the findings, for whoever registered first; to everybody else the page isn't there.
import { redirect } from "@remix-run/node";
import { getApp } from "~/app.server";
import { examine, isOperator, ownLoop } from "~/features/doctor/doctor.server";
import { findSignedIn } from "~/http/session/session.server";

/** Throws a redirect for a guest and 404 for anyone but the operator. */
export async function loadDoctor(request: Request) {
  const app = getApp();
  const signedIn = await findSignedIn(app, request);
  if (!signedIn) throw redirect("/generate?panel=login", 303);
  if (!(await isOperator(app, signedIn.user.id))) throw new Response("Not Found", { status: 404 });
  return { findings: await examine(app, ownLoop(app)) };
}
