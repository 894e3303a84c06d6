// The contract of linked accounts: list, pause, unlink, and the way of linking one.
import { accountMessages, linkMessages } from "~/ground/messages";
import { z } from "zod";
import { idSchema } from "~/ground/api-shapes.server";
import { endpoint, success } from "./endpoint.server";

export const accountSchema = z
  .object({
    id: idSchema,
    twitter_user_id: z.string().regex(/^\d+$/).meta({ description: "The network's own id" }),
    twitter_username: z.string().meta({ description: "Without the @" }),
    twitter_display_name: z.string(),
    profile_image_url: z.string().nullable(),
    is_default: z.boolean(),
    status: z.enum(["active", "reconnect", "paused"]),
    status_reason: z.string().nullable(),
  })
  .meta({ id: "Account" });

const accounts = z.array(accountSchema);
const done = success({ message: z.string() });

export const listAccounts = endpoint({
  method: "GET",
  path: "/api/twitter/accounts/list",
  access: "user",
  scope: "read",
  summary: "The linked accounts",
  unknown: "ignored",
  status: 200,
  answer: success({ accounts, data: z.object({ accounts }) }),
  refusals: [],
  fallback: accountMessages.list,
});

export const setDefault = endpoint({
  method: "POST",
  path: "/api/twitter/accounts/{account_id}/set-default",
  access: "user",
  scope: "accounts",
  summary: "Make it the one default account",
  unknown: "ignored",
  status: 200,
  answer: done,
  refusals: [],
  fallback: accountMessages.setDefault,
});

export const pauseAccount = endpoint({
  method: "POST",
  path: "/api/twitter/accounts/{account_id}/pause",
  access: "user",
  scope: "accounts",
  summary: "Hold everything of the account until it is resumed",
  unknown: "refused",
  status: 200,
  answer: done,
  refusals: [],
});

export const resumeAccount = endpoint({
  method: "POST",
  path: "/api/twitter/accounts/{account_id}/resume",
  access: "user",
  scope: "accounts",
  summary: "Let a paused account go on; what is past due gets a new moment",
  unknown: "refused",
  status: 200,
  answer: done,
  refusals: ["account_reconnect"],
});

export const deleteAccount = endpoint({
  method: "DELETE",
  path: "/api/twitter/accounts/{account_id}",
  access: "user",
  scope: "accounts",
  summary: "End the link; scheduled tweets are pending again, published ones are kept",
  unknown: "ignored",
  status: 200,
  answer: done,
  refusals: [],
  fallback: accountMessages.remove,
});

const authUrl = success({ auth_url: z.url().meta({ description: "Where to send the browser" }) });

export const authorize = endpoint({
  method: "GET",
  path: "/api/twitter-auth/authorize/{user_id}",
  access: "user",
  scope: "accounts",
  summary: "Begin to link an account",
  unknown: "ignored",
  status: 200,
  answer: authUrl,
  refusals: ["network_refused", "rate_limited"],
  fallback: linkMessages.address,
});

export const authorizeForceLogout = endpoint({
  ...authorize,
  path: "/api/twitter-auth/authorize-force-logout/{user_id}",
  summary: "Begin to link an account; the network asks which one, whoever is signed in there",
});

export const callback = endpoint({
  method: "GET",
  path: "/api/twitter-auth/callback",
  access: "open",
  scope: "none",
  summary: "The browser's way back from the network; leads to /generate and says there how it went",
  unknown: "ignored",
  status: 303,
  answer: null,
  refusals: [],
});
