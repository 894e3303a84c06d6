// Lists every API endpoint with its handler.
import { serve, type Handler } from "~/http/api/api.server";
import { openapi } from "~/http/contract/index.server";
import { openApiPage } from "~/http/api/openapi/openapi.server";
import { accounts } from "./accounts.server";
import { bots } from "./bots.server";
import { bulk } from "./bulk.server";
import { generation } from "./generation.server";
import { ideas } from "./ideas.server";
import { keys } from "./keys.server";
import { media } from "./media.server";
import { plans } from "./plans.server";
import { publishing } from "./publishing.server";
import { reads } from "./reads.server";
import { refining } from "./refining.server";
import { results } from "./results.server";
import { threads } from "./threads.server";
import { tweets } from "./tweets.server";
import { users } from "./users.server";
import { voices } from "./voices.server";
import { webhooks } from "./webhooks.server";

export const handlers: readonly Handler[] = [
  ...users,
  ...keys,
  ...accounts,
  ...generation,
  ...voices,
  ...publishing,
  ...plans,
  ...refining,
  ...ideas,
  ...reads,
  ...tweets,
  ...bulk,
  ...threads,
  ...media,
  ...bots,
  ...results,
  ...webhooks,
  serve(openapi, async ({ app }) => openApiPage(app.config.appOrigin, app.clock.now())),
];
