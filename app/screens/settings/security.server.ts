// What /settings/security loads: whose account it is, and what each card of the page shows.
import { redirect } from "@remix-run/node";
import { type LoaderArgs, readViewer } from "~/screens/frame/viewer.server";

export interface SecurityView {
  email: string;
}

/** Throws a redirect for a guest. */
export async function loadSecurity(args: LoaderArgs): Promise<SecurityView> {
  const { viewer } = await readViewer(args);
  if (!viewer.user) throw redirect("/generate?panel=login", 303);
  return { email: viewer.user.email };
}
