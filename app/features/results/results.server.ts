// Entry point of results: figures of published tweets, read only for users who switch it on.
import type { App } from "~/app.server";
import { days } from "~/ground/time/duration";
import { deleteReadBefore } from "./store/readings.server";

export { pricePerTweet, readCosts } from "./costs.server";
export { readDue } from "./read-due.server";
export { readAllInSandbox, readNewInSandbox } from "./read-sandbox.server";
export { readNow } from "./read-now.server";
export { readResultSettings, refreshMarksOf, saveResultSettings } from "./settings.server";
export { resultsCsv } from "./csv.server";
export { findInsightsPost, listResults, readComparison, readInsights } from "./insights.server";

const keepsReadings = days(730);

export const pruneReadings = ({ db, clock }: Pick<App, "db" | "clock">): Promise<void> =>
  deleteReadBefore(db, clock.now() - keepsReadings);
