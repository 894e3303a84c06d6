// Where the front door sends URLs that can't be read.
import { AppError } from "~/errors";
import { api, open } from "~/http/api.server";

const malformed = open({}, async () => {
  throw new AppError("malformed_url", "This address is malformed");
});

export const { loader, action } = api({ GET: malformed, POST: malformed, PUT: malformed, DELETE: malformed });
