// What people do with what is written and not sent: refine it, bring words back, discard, restore, move, schedule it all.
import type Sqlite from "better-sqlite3";
import type { App } from "~/app.server";
import { days } from "~/ground/time/duration";
import { refine, writeAgain } from "~/features/generation/generation.server";
import {
  deletePermanently,
  moveToTrash,
  moveChosenToTrash,
  emptyTrash,
  restore,
  restoreChosen,
} from "~/features/ideas/ideas.server";
import * as scheduling from "~/features/scheduling/scheduling.server";
import * as publishing from "~/features/publishing/publishing.server";
import { instructions } from "~/ports/ai/refine";
import type { Random } from "../crash/random";
import type { Person } from "./people";

type Ask = Pick<Person, "userId">;

/** The slots of the grid by their first hours; 23 is the night. */
const slots = [7, 9, 11, 13, 15, 17, 19, 21, 23];

interface Verb {
  /** Which tweets it is meant for. */
  fits: string;
  run(app: App, on: { userId: string; tweetId: number }): Promise<unknown>;
}

export interface Ideas {
  /** How often each verb did what it was asked for. */
  done: Map<string, number>;
  /** Counts what was done, once it is. */
  did<T>(verb: string, work: Promise<T>): Promise<T>;
  /** Any verb on a tweet that may not fit it. */
  press(app: App, person: Ask, tweetId: number): Promise<unknown>;
  /** Any verb on a tweet that fits it. */
  act(app: App, person: Ask): Promise<unknown>;
  /** With several at once. */
  several(app: App, person: Ask): Promise<unknown>;
}

export function makeIdeas(sqlite: Sqlite.Database, random: Random): Ideas {
  const done = new Map<string, number>();
  async function did<T>(verb: string, work: Promise<T>): Promise<T> {
    const end = await work;
    done.set(verb, (done.get(verb) ?? 0) + 1);
    return end;
  }
  const batches = sqlite.prepare<unknown[], { id: string }>("select id from batches where user_id = ? order by rowid");
  const unsent = sqlite.prepare<unknown[], { id: number }>(
    "select id from tweets where user_id = ? and state in ('pending', 'failed') order by id desc limit 12",
  );
  const versions = sqlite.prepare<unknown[], { no: number }>(
    "select version_no as no from tweet_versions where tweet_id = ? order by version_no",
  );
  const chosenOf = ({ userId }: Ask) =>
    unsent
      .all(userId)
      .map(({ id }) => id)
      .filter(() => random.chance(0.5));

  async function scheduleAll(app: App, { userId }: Ask): Promise<void> {
    const span = 1 + random.below(7);
    const tweetIds = chosenOf({ userId });
    if (tweetIds.length === 0) return;
    const plan = await scheduling.planAll(app, { userId, tweetIds, days: span });
    const wanted = plan.tweets.flatMap(({ tweetId, textHash, account, at }) =>
      at === null ? [] : [{ tweetId, textHash, account: account.networkUserId, at }],
    );
    const ask = { userId, wanted, days: span };
    const { scheduled } = await did("scheduled all", scheduling.scheduleAll(app, ask));
    if (random.chance(0.4)) await did("unscheduled all", scheduling.unscheduleAll(app, { userId, placed: scheduled }));
  }

  async function throwAway(app: App, { userId }: Ask): Promise<void> {
    const tweetIds = chosenOf({ userId });
    if (tweetIds.length === 0) return;
    const { discarded } = await did("discarded some", moveChosenToTrash(app, { userId, tweetIds }));
    if (random.chance(0.7)) await did("restored some", restoreChosen(app, { userId, tweetIds: discarded }));
  }

  const verbs: Verb[] = [
    {
      fits: "state in ('pending', 'failed') and discarded_at is null",
      run: (app, on) => did("discarded", moveToTrash(app, on)),
    },
    { fits: "discarded_at is not null", run: (app, on) => did("restored", restore(app, on)) },
    {
      fits: "discarded_at is not null",
      run: (app, on) => (random.chance(0.7) ? did("deleted", deletePermanently(app, on)) : Promise.resolve()),
    },
    {
      fits: "state = 'pending' and discarded_at is null",
      run(app, on) {
        const instruction = random.pick(instructions);
        const words = instruction === "own" ? "as a riddle" : null;
        return did("asked for other words", refine(app, { ...on, instruction, words }));
      },
    },
    {
      fits: "exists (select 1 from tweet_versions v where v.tweet_id = tweets.id)",
      async run(app, on) {
        const kept = versions.all(on.tweetId);
        if (kept.length === 0) return;
        await did("brought words back", publishing.restoreVersion(app, { ...on, no: random.pick(kept).no }));
      },
    },
    {
      fits: "state = 'scheduled'",
      run(app, on) {
        const date = new Date(app.clock.now() + days(random.below(4))).toISOString().slice(0, 10);
        const to = { date, hour: random.pick(slots), anyway: random.chance(0.5) };
        return did("moved", scheduling.moveToSlot(app, { ...on, ...to }));
      },
    },
  ];
  const fitting = new Map(
    verbs.map((verb) => {
      const text = `select id from tweets where user_id = ? and ${verb.fits} order by id`;
      return [verb, sqlite.prepare<unknown[], { id: number }>(text)];
    }),
  );

  return {
    done,
    did,
    press: (app, { userId }, tweetId) => random.pick(verbs).run(app, { userId, tweetId }),
    async act(app, { userId }) {
      const verb = random.pick(verbs);
      const found = fitting.get(verb)?.all(userId) ?? [];
      if (found.length > 0) await verb.run(app, { userId, tweetId: random.pick(found).id });
    },
    async several(app, person) {
      const what = random.next();
      if (what < 0.5) return scheduleAll(app, person);
      if (what < 0.75) return throwAway(app, person);
      if (what < 0.78) return did("emptied the bin", emptyTrash(app, person.userId));
      const made = batches.all(person.userId);
      if (made.length === 0) return null;
      const ask = { userId: person.userId, batchId: random.pick(made).id };
      return did("asked for a batch again", writeAgain(app, ask));
    },
  };
}
