// Where the front door sends URLs that can't be read.
import { AppError } from "~/errors";
import { refuse } from "~/http/api.server";

export const { loader, action } = refuse(() => new AppError("malformed_url", "This address is malformed"));
