// API handlers for product analysis and bots.
import { botMessages } from "~/ground/messages";
import { analyse, analyseAgain, listAnalyses } from "~/features/analysis/analysis.server";
import { listActiveBots, readBots, startBot, stopBot } from "~/features/bots/bots.server";
import { toActive, toListed, toRecord } from "~/features/bots/to-api.server";
import { serve } from "~/http/api/api.server";
import * as contract from "~/http/contract/bots.server";
import { analysisId } from "~/http/api/params.server";

export const bots = [
  serve(contract.analyze, async ({ app, user, body }) => {
    const { content, input_id: inputId } = body;
    const analysis =
      content == null ? await analyseAgain(app, user.id, inputId ?? 0) : await analyse(app, user.id, content);
    const bots = await readBots(app, user.id, [analysis.id]);
    return { data: toRecord(analysis, bots.get(analysis.id)) };
  }),
  serve(contract.botControl, async ({ app, user, params, body }) => {
    const id = analysisId(params);
    const start = { userId: user.id, analysisId: id, account: body.twitter_account_id ?? null, review: body.review };
    const { enabled, status } = body.enabled ? await startBot(app, start) : await stopBot(app, user.id, id);
    return {
      message: body.enabled ? botMessages.started : botMessages.stopped,
      data: { analysis_id: id, bot_enabled: enabled, bot_status: status },
    };
  }),
  serve(contract.botList, async ({ app, user }) => ({
    data: { bots: (await listActiveBots(app, user.id)).map(toActive) },
  })),
  serve(contract.analysisList, async ({ app, user, query }) => {
    const { limit, offset, input_type: inputType, status } = query;
    const analyses = await listAnalyses(app, user.id, { limit, offset, inputType, status });
    const ids = analyses.map((analysis) => analysis.id);
    const bots = await readBots(app, user.id, ids);
    return { data: analyses.map((analysis) => toListed(analysis, bots.get(analysis.id))) };
  }),
];
