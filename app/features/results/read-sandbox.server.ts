// Reads the sandbox's posts that have no reading yet: it's free there, so no one waits for a day.
import type { App } from "~/app.server";
import { findAccountRow } from "~/features/accounts/accounts.server";
import { findUser } from "~/features/users/users.server";
import { days, minutes } from "~/ground/time/duration";
import { inTransaction } from "~db/database.server";
import { lockAccounts } from "~db/locks.server";
import { beginRead, canBeRead, type Wanted } from "./begin-read.server";
import { askFigures, recordRead, writeRead } from "./end-read.server";
import { listNeverRead } from "./store/readings.server";

const readsAfter = minutes(1);
/** The job leaves older posts alone, so that each tick asks for few rows. */
const jobReachesBack = days(1);
const maxPosts = 1_000;

/** Reads each post a minute after it was posted, by the slot of "Refresh metrics". Returns the number of calls. */
export async function readNewInSandbox(app: App): Promise<number> {
  if (app.work.shutdownSignal.aborted || !app.node.mayClaim()) return 0;
  return app.work.track(
    readNever(app, { since: app.clock.now() - jobReachesBack, before: app.clock.now() - readsAfter }),
  );
}

/** Reads all of the user's posts right away, for when they turn metrics on. */
export const readAllInSandbox = (app: App, userId: string): Promise<number> =>
  app.work.track(readNever(app, { since: 0, before: app.clock.now(), userId }));

async function readNever(app: App, query: { since: number; before: number; userId?: string }): Promise<number> {
  if (app.network.kind !== "sandbox") return 0;
  const posts = await listNeverRead(app.db, { ...query, limit: maxPosts });
  let calls = 0;
  for (const account of new Set(posts.map(({ accountId }) => accountId))) {
    let left = posts
      .filter(({ accountId }) => accountId === account)
      .map(({ accountId: _, ...post }): Wanted => ({ ...post, slots: ["hand"] }));
    // One call takes up to 100 posts, either with private figures or without.
    while (left.length > 0) {
      const read = await readOne(app, account, left);
      if (read.length === 0) break;
      calls += 1;
      left = left.filter((post) => !read.includes(post.tweetId));
    }
  }
  return calls;
}

/** The tweets that the call was for; none if the account can't be read. */
async function readOne(app: App, accountId: number, wanted: Wanted[]): Promise<number[]> {
  const call = await inTransaction(app.db, async (trx) => {
    await lockAccounts(trx, [accountId]);
    const account = await findAccountRow(trx, accountId);
    const user = account && (await findUser({ db: trx }, account.user_id));
    if (!account || !user || account.unlinked_at !== null || !canBeRead(account)) return null;
    const started = await beginRead(trx, app, {
      ...{ account, wanted, level: "hand", timeZone: user.timezone, mayList: false },
    });
    return "call" in started ? started.call : null;
  });
  if (call === null) return [];
  const answer = await askFigures(app, call);
  const micros = await inTransaction(app.db, async (trx) => {
    await lockAccounts(trx, [accountId]);
    return writeRead(trx, app, call, answer);
  });
  recordRead(app, call, answer, micros);
  return call.wanted.map(({ tweetId }) => tweetId);
}
