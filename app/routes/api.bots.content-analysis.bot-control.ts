// PUT /api/bots/content-analysis/bot-control/{analysis_id}
import { botSays } from "~/catalogue";
import { startBot, stopBot } from "~/features/bots/bots.server";
import { api, serve } from "~/http/api.server";
import { botControl } from "~/http/contract/bots.server";
import { analysisId } from "~/http/params.server";

export const { loader, action } = api(
  serve(botControl, async ({ app, user, params, body }) => {
    const id = analysisId(params);
    const start = { userId: user.id, analysisId: id, account: body.twitter_account_id ?? null, review: body.review };
    const { enabled, status } = body.enabled ? await startBot(app, start) : await stopBot(app, user.id, id);
    return {
      message: body.enabled ? botSays.started : botSays.stopped,
      data: { analysis_id: id, bot_enabled: enabled, bot_status: status },
    };
  }),
);
