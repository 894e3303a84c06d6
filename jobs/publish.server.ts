// Sends the tweets that are due.
import type { App } from "~/app.server";
import { publishDue } from "~/features/publishing/publishing.server";

export const publish = (app: App) => publishDue(app);
