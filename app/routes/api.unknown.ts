// Every path under /api/ that is none of ours.
import { AppError } from "~/errors";
import { refuse } from "~/http/api.server";

export const { loader, action } = refuse(() => new AppError("not_found", "There is no such address in this API"));
