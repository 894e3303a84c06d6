// What /settings/programs loads: who may see it, and what each of its sections shows.
import { redirect } from "@remix-run/node";
import { isOperator } from "~/features/people/people.server";
import { type LoaderArgs, readViewer } from "~/screens/frame/viewer.server";

export interface ProgramsView {
  isOperator: boolean;
}

/** Throws a redirect for a guest. */
export async function loadPrograms(args: LoaderArgs): Promise<ProgramsView> {
  const { app, viewer } = await readViewer(args);
  const { user } = viewer;
  if (!user) throw redirect("/generate?panel=login", 303);
  return { isOperator: await isOperator(app, user.id) };
}
