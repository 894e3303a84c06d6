// POST /api/bots/content-analysis/analyze
import { AppError } from "~/errors";
import { analyse, analyseAgain } from "~/features/analysis/analysis.server";
import { descriptionSays } from "~/features/analysis/schema.server";
import { readBots } from "~/features/bots/bots.server";
import { toRecord } from "~/features/bots/wire.server";
import { api, serve } from "~/http/api.server";
import { analyze } from "~/http/contract/bots.server";

export const { loader, action } = api(
  serve(analyze, async ({ app, user, body }) => {
    const content = body.content ?? null;
    const inputId = body.input_id ?? null;
    if (content !== null && inputId !== null) throw new AppError("invalid", "Send content or input_id, not both");
    if (content === null && inputId === null) throw new AppError("invalid", descriptionSays.missing);
    const analysis =
      content === null ? await analyseAgain(app, user.id, inputId ?? 0) : await analyse(app, user.id, content);
    const bots = await readBots(app, user.id, [analysis.id]);
    return { data: toRecord(analysis, bots.get(analysis.id)) };
  }),
);
