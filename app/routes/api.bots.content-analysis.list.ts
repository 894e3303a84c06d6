// GET /api/bots/content-analysis/list/{user_id}
import { listAnalyses } from "~/features/analysis/analysis.server";
import { readBots } from "~/features/bots/bots.server";
import { toListed } from "~/features/bots/wire.server";
import { api, serve } from "~/http/api.server";
import { analysisList } from "~/http/contract/bots.server";

export const { loader, action } = api(
  serve(analysisList, async ({ app, user, query }) => {
    const { limit, offset, input_type: inputType, status } = query;
    const analyses = await listAnalyses(app, user.id, { limit, offset, inputType, status });
    const ids = analyses.map((analysis) => analysis.id);
    const bots = await readBots(app, user.id, ids);
    return { data: analyses.map((analysis) => toListed(analysis, bots.get(analysis.id))) };
  }),
);
