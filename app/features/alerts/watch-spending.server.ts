// Records when 80 and 100 % of the day's budget are spent, by the server and by each user.
import type { App } from "~/app.server";
import { recordOncePer } from "~/features/events/events.server";
import { limitMicros, listSpending, postMicrosOf, type Spending } from "~/features/spending/spending.server";
import { dollars } from "~/ground/dollars";

const steps = [
  { percent: 80, type: "spending.near" },
  { percent: 100, type: "spending.reached" },
] as const;

const loggedBy = new WeakMap<App, Map<string, number>>();

/** Records each step once a day. A share equal to the server's limit is not reported again. */
export async function watchSpending(app: App): Promise<void> {
  const limit = limitMicros(app);
  if (limit === 0) return;
  const people = await listSpending(app.db, app);
  const all = {
    userId: null,
    since: Math.min(...people.map(({ since }) => since)),
    spentMicros: people.reduce((sum, { spentMicros }) => sum + spentMicros, 0),
    shareMicros: limit,
  };
  const own = people.filter(({ shareMicros }) => shareMicros < limit);
  for (const { percent, type } of steps) {
    const used = [...(people.length > 0 ? [all] : []), ...own].filter((spending) => isUsed(spending, percent));
    for (const one of used) log(app, one, percent);
    const whom = used.map(({ userId, since }) => ({ userId, since, detail: dollars(limit / 1_000_000) }));
    if (whom.length > 0) await recordOncePer(app, type, whom);
  }
}

type Used = Pick<Spending, "spentMicros" | "shareMicros" | "since"> & { userId: string | null };

/** 100 % is reached when the rest doesn't pay for another post. */
const isUsed = ({ spentMicros, shareMicros }: Used, percent: number): boolean =>
  percent < 100
    ? spentMicros >= (shareMicros * percent) / 100
    : spentMicros > 0 && spentMicros + postMicrosOf({ hasLink: false }) > shareMicros;

function log(app: App, { userId, spentMicros, shareMicros, since }: Used, percent: number): void {
  const logged = loggedBy.get(app) ?? new Map<string, number>();
  loggedBy.set(app, logged);
  const key = `${percent} ${userId ?? ""}`;
  if (logged.get(key) === since) return;
  logged.set(key, since);
  const detail = {
    ...(userId === null ? {} : { user: userId }),
    spent: spentMicros / 1_000_000,
    of: shareMicros / 1_000_000,
  };
  app.log.warn(
    detail,
    `${percent} % of ${userId === null ? "the server's day limit" : "a person's share of the day"} is spent`,
  );
}
