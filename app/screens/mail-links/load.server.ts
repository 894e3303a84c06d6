// Loads the pages opened from email links. Changes nothing, because mail scanners open links too.
import { findInvitedEmail } from "~/features/invitations/invitations.server";
import { findLinked } from "~/features/mail-links/mail-links.server";
import type { LinkPurpose } from "~db/tables/mail-links.server";
import { type LoaderArgs, readViewer } from "~/screens/frame/viewer.server";
import { type LinkData, toView } from "./to-view.server";

export async function loadLink(args: LoaderArgs, purpose: LinkPurpose): Promise<LinkData> {
  const { app, viewer } = await readViewer(args);
  const token = viewer.query.get("token") ?? "";
  const linked = token === "" ? null : await findLinked(app, purpose, token);
  return toView({ linked, token, sendsMail: app.mail !== null });
}

export async function loadInvitation(args: LoaderArgs): Promise<LinkData> {
  const { app, viewer } = await readViewer(args);
  const token = viewer.query.get("token") ?? "";
  const email = token === "" ? null : await findInvitedEmail(app, token);
  return toView({ linked: email === null ? null : { email, signsIn: true }, token, sendsMail: app.mail !== null });
}
