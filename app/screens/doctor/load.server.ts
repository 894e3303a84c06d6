// Loads /doctor: the findings, for the operator only.
import { redirect } from "@remix-run/node";
import type { App } from "~/app.server";
import { release, releaseName } from "~/ground/release.server";
import { readBackups } from "~/features/backups/copy.server";
import { examine, ownLoop } from "~/features/doctor/doctor.server";
import { isOperator } from "~/features/people/people.server";
import { type LoaderArgs, readViewer } from "~/screens/frame/viewer.server";
import { type DoctorData, toView } from "./to-view.server";

export async function loadDoctor(args: LoaderArgs): Promise<DoctorData> {
  const app = await requireOperator(args);
  return toView({ findings: await examine(app, ownLoop(app), readBackups(app.config)), release: releaseName(release) });
}

/** Throws a redirect for a guest and 404 for anyone but the operator. */
export async function requireOperator(args: LoaderArgs): Promise<App> {
  const { app, viewer } = await readViewer(args);
  if (!viewer.user) throw redirect("/generate?panel=login", 303);
  if (!(await isOperator(app, viewer.user.id))) throw new Response("Not Found", { status: 404 });
  return app;
}
