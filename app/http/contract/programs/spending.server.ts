// Contract for the daily budget and per-user spending limits.
import { z } from "zod";
import { shareUsdSchema } from "~/features/people/schema.server";
import { uuidIn, uuidSchema } from "~/ground/api-shapes.server";
import { endpoint, success } from "../endpoint.server";
import { ids } from "../examples.server";

const usd = z.number().min(0);

export const list = endpoint({
  method: "GET",
  path: "/api/spending",
  access: "user",
  scope: "none",
  summary: "List what each user has spent today and can spend a day",
  description:
    "Admins only. Each user who posted or scheduled something in the last 7 days has an equal, guaranteed share of `DAILY_SPEND_LIMIT`, enough for at least one post with a link, or the share an admin set. Days follow the user's time zone.",
  unknown: "refused",
  status: 200,
  answer: success({
    data: z.object({
      limit_usd: usd.nullable().meta({ description: "The server's daily limit; null: no limit" }),
      people: z.array(
        z.object({
          person_id: uuidSchema,
          email: z.string(),
          spent_usd: usd.meta({ description: "Spent since the user's day began" }),
          share_usd: usd.nullable().meta({ description: "What the user can spend a day; null: no limit" }),
          is_set: z.boolean().meta({ description: "Whether an admin set the share" }),
        }),
      ),
    }),
  }),
  refusals: ["forbidden"],
  example: {
    answer: {
      success: true,
      data: {
        limit_usd: 5,
        people: [{ person_id: ids.user_id, email: "ada@example.com", spent_usd: 0.215, share_usd: 2.5, is_set: false }],
      },
    },
  },
});

export const setShare = endpoint({
  method: "PUT",
  path: "/api/spending",
  access: "user",
  scope: "none",
  summary: "Set what a user can spend a day",
  description:
    "Admins only. Reserves a share of `DAILY_SPEND_LIMIT` for the user; the other users split the rest. The shares you set can't add up to more than the limit. If you lower a share, scheduled tweets that exceed it move to the next day.",
  unknown: "refused",
  body: z.object({
    person_id: uuidIn("person_id must be a UUID"),
    share_usd: shareUsdSchema.meta({ description: "In whole cents; null restores the equal share" }),
  }),
  status: 200,
  answer: success({ data: z.object({ person_id: uuidSchema, share_usd: usd.nullable() }) }),
  refusals: ["forbidden", "not_found"],
  example: {
    body: { person_id: ids.user_id, share_usd: 1.5 },
    answer: { success: true, data: { person_id: ids.user_id, share_usd: 1.5 } },
  },
});
