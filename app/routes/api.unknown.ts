// Every path under /api/ that is none of ours.
import { AppError } from "~/errors";
import { api, open } from "~/http/api.server";

const nothing = open({}, async () => {
  throw new AppError("not_found", "There is no such address in this API");
});

export const { loader, action } = api({ GET: nothing, POST: nothing, PUT: nothing, DELETE: nothing });
