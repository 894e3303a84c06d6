// Every endpoint of the API with what it does.
import { serve, type Handler } from "~/http/api/api.server";
import { openapi } from "~/http/contract/index.server";
import { openApiPage } from "~/http/api/openapi.server";
import { accounts } from "./accounts.server";
import { bots } from "./bots.server";
import { generation } from "./generation.server";
import { publishing } from "./publishing.server";
import { tweets } from "./tweets.server";
import { users } from "./users.server";

export const handlers: readonly Handler[] = [
  ...users,
  ...accounts,
  ...generation,
  ...publishing,
  ...tweets,
  ...bots,
  serve(openapi, async ({ app }) => openApiPage(app.config.appOrigin)),
];
