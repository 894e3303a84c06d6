// Contract for linked accounts: list, pause, unlink and link.
import { accountMessages, linkMessages } from "~/ground/messages";
import { z } from "zod";
import { idSchema } from "~/ground/api-shapes.server";
import { endpoint, success } from "./endpoint.server";
import { account } from "./examples.server";

export const accountSchema = z
  .object({
    id: idSchema,
    twitter_user_id: z.string().regex(/^\d+$/).meta({ description: "The network's id for the account" }),
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
  summary: "List the connected accounts",
  description:
    "Returns each account with its state: `active`, `paused`, or `reconnect` when X no longer accepts its authorization. Wherever a call takes an account, use its `twitter_user_id` or its internal `id`.",
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
  summary: "Set the default account",
  description: "Linnet uses the default account when a call doesn't name one. Scheduled tweets keep their accounts.",
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
  summary: "Pause an account until it is resumed",
  description: "Stops all posts by the account and refuses Post Now. Scheduled tweets stay on the timeline.",
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
  summary: "Resume a paused account. Missed tweets are rescheduled.",
  description: "Can't resume an account that must be reconnected: send the user through `authorize`.",
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
  summary: "Disconnect an account. Scheduled tweets become pending again, and published tweets are kept.",
  description: "Stops the account's bots. Reconnecting the same account doesn't reschedule them.",
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
  summary: "Start connecting an account",
  description:
    "Needs the user in a browser: send the browser to `auth_url`. The browser returns through `/api/twitter-auth/callback`. Allows up to 20 unfinished connections per hour.",
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
  summary: "Start connecting an account. The network asks which one, even if the user is signed in there.",
  description:
    "Works like `authorize`, for users with several accounts: X asks which account to use, even if the user is signed in there. Allows up to 20 unfinished connections per hour.",
  example: { answer: { success: true, auth_url: "https://api.x.com/oauth/authenticate?oauth_token=example" } },
});

export const callback = endpoint({
  method: "GET",
  path: "/api/twitter-auth/callback",
  access: "open",
  scope: "none",
  summary: "Receive the user's browser back from X. Redirects to /generate, which shows the result.",
  description: "Apps never call this. The network sends the browser here once the user has allowed or denied access.",
  unknown: "ignored",
  status: 303,
  answer: null,
  refusals: [],
  example: { answer: null },
});
