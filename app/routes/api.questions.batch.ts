// GET /api/questions/batch/{batch_id}
import { getBatch, suggestionsPath } from "~/features/generation/generation.server";
import { toWire } from "~/features/tweets/tweets.server";
import { api, serve } from "~/http/api.server";
import { batch as contract } from "~/http/contract/generation.server";

export const { loader, action } = api(
  serve(contract, async ({ app, params, user }) => {
    const batch = await getBatch(app, params["batch_id"] ?? "", user?.id ?? null);
    const path = suggestionsPath(batch);
    const url = path === null ? null : `${app.config.appOrigin}${path}`;
    const grounding = batch.webSearch ? { sources: batch.sources, search_suggestions_url: url } : {};
    return { data: batch.tweets.map((tweet) => ({ ...toWire(app, tweet), ...grounding })) };
  }),
);
