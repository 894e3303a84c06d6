// Emails the links that users requested.
import type { App } from "~/app.server";
import { sendLinks } from "~/features/mail-links/mail-links.server";

export const links = (app: App) => sendLinks(app);
