// /api/*: the API.
import { handlers } from "~/api/index.server";
import { tellOwn } from "~/features/publishing/to-api.server";
import { api } from "~/http/api/api.server";

export const { loader, action } = api(handlers, tellOwn);
