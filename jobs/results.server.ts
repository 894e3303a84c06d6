// Reads how posts did, of the accounts whose turn it is.
import type { App } from "~/app.server";
import { readDue } from "~/features/results/results.server";

export const results = (app: App): Promise<number> => readDue(app);
