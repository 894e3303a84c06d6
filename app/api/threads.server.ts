// Threads, over the API.
import { countHere } from "~/features/rate-limits/rate-limits.server";
import { requireSplit } from "~/features/threads/threads.server";
import { serve } from "~/http/api/api.server";
import * as contract from "~/http/contract/threads.server";

export const threads = [
  serve(contract.split, async ({ app, user, body }) => {
    countHere(app, "splitting", user.id);
    return { parts: requireSplit(body.text, { numbered: body.numbered ?? false }) };
  }),
];
