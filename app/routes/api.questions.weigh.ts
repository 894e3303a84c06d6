// POST /api/questions/weigh: what texts, or pieces of one, weigh on X, and whether X would see a link in them
import { z } from "zod";
import { unitLimit, weighPieces } from "~/features/tweets/text.server";
import { api, user } from "~/http/api.server";

const tooLong = `Together the texts must be at most ${unitLimit} code units long`;

// A tweet's pieces are never more together, and X's library takes time with the square of the length.
const body = z.object({
  texts: z
    .array(z.string("texts must be texts"), "texts must be a list of texts")
    .min(1, "texts must not be empty")
    .max(200, "At most 200 texts at once")
    .refine((texts) => texts.reduce((units, text) => units + text.length, 0) <= unitLimit, tooLong),
});

export const { loader, action } = api({
  POST: user({ body }, async ({ body }) => ({
    data: weighPieces(body.texts).map(({ weight, hasLink }) => ({ weighted_length: weight, has_link: hasLink })),
  })),
});
