// What worked: figures of published tweets, read only where their person asks and pays, and what may be concluded. The front door.
import type { App } from "~/app.server";
import { days } from "~/ground/time/duration";
import { deleteReadBefore } from "./store/readings.server";

export { pricePerTweet, readCosts } from "./costs.server";
export { readDue } from "./read-due.server";
export { readNow } from "./read-now.server";
export { readResultSettings, refreshMarksOf, saveResultSettings } from "./settings.server";
export { resultsCsv } from "./sheet.server";
export { findWorkedPost, listResults, readComparison, readWorked } from "./worked.server";

/** Two years of readings are kept. */
const keepsReadings = days(730);

export const pruneReadings = ({ db, clock }: Pick<App, "db" | "clock">): Promise<void> =>
  deleteReadBefore(db, clock.now() - keepsReadings);
