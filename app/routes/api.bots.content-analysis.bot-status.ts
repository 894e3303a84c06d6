// GET /api/bots/content-analysis/bot-status/{user_id}
import { listActiveBots } from "~/features/bots/bots.server";
import { toActive } from "~/features/bots/wire.server";
import { api, serve } from "~/http/api.server";
import { botList } from "~/http/contract/bots.server";

export const { loader, action } = api(
  serve(botList, async ({ app, user }) => ({ data: { bots: (await listActiveBots(app, user.id)).map(toActive) } })),
);
