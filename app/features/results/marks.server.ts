// Marks which posts the writer sees and which hours are preferred, on tweets and accounts.
import type { App } from "~/app.server";
import { days } from "~/ground/time/duration";
import { setLeaning } from "~/features/moments/leaning.server";
import type { Transaction } from "~db/database.server";
import type { Row } from "~db/schema";
import { compare, extremes } from "./compare";
import { hoursOf, weightsOf } from "./hours";
import type { ResultSettings } from "./result";
import { listCompared, listSeen, setReceived } from "./store/compared.server";
import { wantsMarks } from "./store/settings.server";

export const comparesWithin = days(90);
const shown = 3;
const minViews = 200;

interface Whose {
  settings: Pick<ResultSettings, "level" | "learn" | "lean">;
  timeZone: string;
}

/** Call it in a transaction that has locked the account. */
export async function refreshMarks(
  trx: Transaction,
  { clock }: Pick<App, "clock">,
  account: Pick<Row<"accounts">, "id" | "network">,
  { settings, timeZone }: Whose,
): Promise<void> {
  const since = clock.now() - comparesWithin;
  const learns = settings.learn || (await wantsMarks(trx, account.id));
  await setReceived(trx, account.id, learns ? await receivedOf(trx, account.id, since) : { well: [], less: [] });
  // Sandbox figures are invented, and weights go stale while reading is off.
  const leans = settings.lean && settings.level !== "off" && account.network === "x";
  await setLeaning(trx, account.id, leans ? await weightsFor(trx, account.id, since, timeZone) : null);
}

async function receivedOf(trx: Transaction, accountId: number, since: number) {
  const { posts, enough, byRate } = compare(await listCompared(trx, accountId, since, "7d"));
  const seen = posts.filter(({ views }) => views >= minViews);
  const { top, bottom } = extremes(enough ? byRate(seen) : [], shown);
  return { well: top, less: bottom };
}

/** Uses only times that Linnet chose: a user's choice would bias the estimate. */
async function weightsFor(trx: Transaction, accountId: number, since: number, timeZone: string) {
  const posts = await listSeen(trx, accountId, since);
  const drawn = posts.filter(({ isChosen }) => isChosen === 0);
  return weightsOf(hoursOf(drawn, timeZone));
}
