// What the pages that links by mail lead to load. Reading changes nothing: programs that look at mails open links, too.
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

/** The page that an invitation leads to. */
export async function loadInvitation(args: LoaderArgs): Promise<LinkData> {
  const { app, viewer } = await readViewer(args);
  const token = viewer.query.get("token") ?? "";
  const email = token === "" ? null : await findInvitedEmail(app, token);
  return toView({ linked: email === null ? null : { email, signsIn: true }, token, sendsMail: app.mail !== null });
}
