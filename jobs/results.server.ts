// Reads post results for the accounts that are due, and new posts of the sandbox.
import type { App } from "~/app.server";
import { readDue, readNewInSandbox } from "~/features/results/results.server";

export const results = async (app: App): Promise<number> => (await readDue(app)) + (await readNewInSandbox(app));
