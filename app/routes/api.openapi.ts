// GET /api/openapi.json
import { api, serve } from "~/http/api.server";
import { openapi } from "~/http/contract/index.server";
import { openApiPage } from "~/http/openapi.server";

export const { loader, action } = api(serve(openapi, async ({ app }) => openApiPage(app.config.appOrigin)));
