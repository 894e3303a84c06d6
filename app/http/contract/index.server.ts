// The whole contract, in the order in which one reads it.
import { z } from "zod";
import * as accounts from "./accounts.server";
import * as bots from "./bots.server";
import { type Endpoint, endpoint } from "./endpoint.server";
import * as generation from "./generation.server";
import * as publishing from "./publishing.server";
import * as tweets from "./tweets.server";
import * as users from "./users.server";

export const openapi = endpoint({
  method: "GET",
  path: "/api/openapi.json",
  access: "open",
  summary: "This page",
  unknown: "ignored",
  status: 200,
  answer: z.looseObject({ openapi: z.string() }),
  bare: true,
  refusals: [],
});

/** By the heading they stand under. */
export const contract: Readonly<Record<string, readonly Endpoint[]>> = {
  People: [users.register, users.login, users.setTimezone],
  Accounts: [
    accounts.listAccounts,
    accounts.setDefault,
    accounts.pauseAccount,
    accounts.resumeAccount,
    accounts.deleteAccount,
    accounts.authorize,
    accounts.authorizeForceLogout,
    accounts.callback,
  ],
  Generation: [generation.submit, generation.taskStatus, generation.batch],
  Publishing: [
    publishing.publishNow,
    publishing.publishNowAs,
    publishing.publishRandom,
    publishing.publishRandomAs,
    publishing.schedule,
    publishing.cancel,
    publishing.resolve,
    publishing.history,
  ],
  "Product analysis and bots": [bots.analyze, bots.botControl, bots.botList, bots.analysisList],
  Words: [tweets.writeTweet, tweets.editTweet, tweets.weigh],
  "This page": [openapi],
};

export const endpoints: readonly Endpoint[] = Object.values(contract).flat();
