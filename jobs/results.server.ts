// Reads post results for the accounts that are due.
import type { App } from "~/app.server";
import { readDue } from "~/features/results/results.server";

export const results = (app: App): Promise<number> => readDue(app);
