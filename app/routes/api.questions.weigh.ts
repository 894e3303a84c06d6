// POST /api/questions/weigh: what texts, or pieces of one, weigh on X, and whether X would see a link in them
import { weighPieces } from "~/features/tweets/text.server";
import { api, serve } from "~/http/api.server";
import { weigh } from "~/http/contract/tweets.server";

export const { loader, action } = api(
  serve(weigh, async ({ body }) => ({
    data: weighPieces(body.texts).map(({ weight, hasLink }) => ({ weighted_length: weight, has_link: hasLink })),
  })),
);
