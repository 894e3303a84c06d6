// Contract for linked accounts: list, pause, unlink and link.
import { accountMessages, linkMessages } from "~/ground/messages";
import { z } from "zod";
import { idSchema } from "~/ground/api-shapes.server";
import { endpoint, success } from "./endpoint.server";
import { account } from "./examples.server";

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
  description:
    "Each with its state: `active`, `paused`, or `reconnect` where the network no longer takes its authorization. Wherever an account is asked for, its `twitter_user_id` or its internal `id` will do.",
  unknown: "ignored",
  status: 200,
  answer: success({ message: z.string(), accounts, data: z.object({ accounts }) }),
  refusals: [],
  fallback: accountMessages.list,
  example: {
    answer: { success: true, message: "1 linked account", accounts: [account], data: { accounts: [account] } },
  },
});

export const setDefault = endpoint({
  method: "POST",
  path: "/api/twitter/accounts/{account_id}/set-default",
  access: "user",
  scope: "accounts",
  summary: "Make it the one default account",
  description: "The default serves where a call names no account. Tweets that are on the timeline keep theirs.",
  unknown: "ignored",
  status: 200,
  answer: done,
  refusals: [],
  fallback: accountMessages.setDefault,
  example: { answer: { success: true, message: "Default account changed" } },
});

export const pauseAccount = endpoint({
  method: "POST",
  path: "/api/twitter/accounts/{account_id}/pause",
  access: "user",
  scope: "accounts",
  summary: "Hold everything of the account until it is resumed",
  description: "Nothing goes out by it meanwhile, and Post Now is refused. What is scheduled stays on the timeline.",
  unknown: "refused",
  status: 200,
  answer: done,
  refusals: [],
  example: { answer: { success: true, message: "Account paused" } },
});

export const resumeAccount = endpoint({
  method: "POST",
  path: "/api/twitter/accounts/{account_id}/resume",
  access: "user",
  scope: "accounts",
  summary: "Let a paused account go on; what is past due gets a new moment",
  description: "An account that must be linked anew can't be resumed: send its person through `authorize`.",
  unknown: "refused",
  status: 200,
  answer: done,
  refusals: ["account_reconnect"],
  example: { answer: { success: true, message: "Account resumed" } },
});

export const deleteAccount = endpoint({
  method: "DELETE",
  path: "/api/twitter/accounts/{account_id}",
  access: "user",
  scope: "accounts",
  summary: "End the link; scheduled tweets are pending again, published ones are kept",
  description: "Bots that post by it stop. Linking the same account again does not schedule anything by itself.",
  unknown: "ignored",
  status: 200,
  answer: done,
  refusals: [],
  fallback: accountMessages.remove,
  example: { answer: { success: true, message: "Account removed" } },
});

const authUrl = success({ auth_url: z.url().meta({ description: "Where to send the browser" }) });

export const authorize = endpoint({
  method: "GET",
  path: "/api/twitter-auth/authorize/{user_id}",
  access: "user",
  scope: "accounts",
  summary: "Begin to link an account",
  description:
    "Linking needs the person in a browser: send it to `auth_url`. It comes back by way of `/api/twitter-auth/callback`. At most 20 an hour that are not finished.",
  unknown: "ignored",
  status: 200,
  answer: authUrl,
  refusals: ["network_refused", "network_limited", "rate_limited"],
  fallback: linkMessages.address,
  example: { answer: { success: true, auth_url: "https://api.x.com/oauth/authenticate?oauth_token=example" } },
});

export const authorizeForceLogout = endpoint({
  ...authorize,
  path: "/api/twitter-auth/authorize-force-logout/{user_id}",
  summary: "Begin to link an account; the network asks which one, whoever is signed in there",
  description:
    "As `authorize`, for whoever has several accounts: the network asks for a name though somebody is signed in there. At most 20 an hour that are not finished.",
  example: { answer: { success: true, auth_url: "https://api.x.com/oauth/authenticate?oauth_token=example" } },
});

export const callback = endpoint({
  method: "GET",
  path: "/api/twitter-auth/callback",
  access: "open",
  scope: "none",
  summary: "The browser's way back from the network; leads to /generate and says there how it went",
  description: "Programs never call it. The network sends the browser here once its person has said yes or no.",
  unknown: "ignored",
  status: 303,
  answer: null,
  refusals: [],
  example: { answer: null },
});
