// GET /api/questions/batch/{batch_id}
import { getBatch } from "~/features/generation/generation.server";
import { toWire } from "~/features/tweets/tweets.server";
import { api, reader } from "~/http/api.server";

export const { loader, action } = api({
  GET: reader({}, async ({ app, params, user }) => {
    const batch = await getBatch(app, params["batch_id"] ?? "", user?.id ?? null);
    const grounding = batch.webSearch ? { sources: batch.sources, search_suggestions_url: null } : {};
    return { data: batch.tweets.map((tweet) => ({ ...toWire(app, tweet), ...grounding })) };
  }),
});
