// Loads the first step of /bot: the user's bots, and the modal that the URL opens.
import type { App } from "~/app.server";
import { listBots } from "~/features/bots/bots.server";
import { listPicturesOf } from "~/features/media/media.server";
import { fetchChecklist } from "~/screens/analyse/fetch-checklist.server";
import { type LoaderArgs, readViewer, type Viewer } from "~/screens/frame/viewer.server";
import { type BotData, type Fetched, toView } from "./to-view.server";

const maxBots = 50;

export async function loadBot(args: LoaderArgs): Promise<BotData | null> {
  const { app, viewer } = await readViewer(args);
  if ((viewer.query.get("step") ?? "start") !== "start") return null;
  return toView({ ...viewer, ...(await fetchBots(app, viewer)) });
}

async function fetchBots(app: App, viewer: Viewer): Promise<Pick<Fetched, "bots" | "checklist" | "pictured">> {
  const { user } = viewer;
  if (!user) return { bots: [], checklist: null, pictured: new Map() };
  try {
    const [bots, checklist] = await Promise.all([listBots(app, user.id, maxBots), fetchChecklist(app, viewer)]);
    const proposed = bots.flatMap(({ bot }) => bot.proposal?.id ?? []);
    return { bots, checklist, pictured: await listPicturesOf(app.db, proposed) };
  } catch (error) {
    app.log.error({ err: error }, "the bots could not be read");
    return { bots: null, checklist: null, pictured: new Map() };
  }
}
