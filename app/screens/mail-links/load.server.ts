// What the pages that links by mail lead to load. Reading changes nothing: programs that look at mails open links, too.
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
