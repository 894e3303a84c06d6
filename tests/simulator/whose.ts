// Whose tweets these are, looked at from outside: no tweet leaves its own linked account unless that was named, none
// stands on the timeline of an account that is gone or another's, and every text is in a list.
import type Sqlite from "better-sqlite3";
import type { App } from "~/app.server";
import { listAccounts } from "~/features/accounts/accounts.server";
import { listHistory, listUnsent } from "~/features/tweets/tweets.server";
import type { Surroundings } from "./server";
import type { Person } from "./people";

export interface Whose {
  /** Runs a verb in which the account (the network's id) is named for the tweet; null: none is. */
  naming<T>(tweetId: number, account: string | null, verb: () => Promise<T>): Promise<T>;
  /** After each turn: nothing may stand where nothing would ever send it. */
  onTurn(): void;
  /** When all is quiet: each person's lists hold every text of theirs. */
  everyTextIsListed(app: App, people: readonly Person[]): Promise<void>;
}

interface Move {
  tweet: number;
  from: string;
  to: string | null;
}

/** A tweet of one's own words, a bot's, or one that ever was on its way has an account of its own (contract). */
const watching = `
  create temp table moves (tweet integer, "from" text, "to" text);
  create temp trigger moved after update of account_id on main.tweets
    when old.account_id is not new.account_id
      and exists (select 1 from accounts a where a.id = old.account_id and a.unlinked_at is null)
      and (old.state != 'pending' or old.origin != 'generated' or exists (select 1 from tweet_events e
        where e.tweet_id = old.id and e.kind in ('scheduled', 'moved', 'sending', 'account')))
  begin
    insert into moves values (old.id, (select network_user_id from accounts where id = old.account_id),
      (select network_user_id from accounts where id = new.account_id));
  end`;

export function watchWhose({ disk, problem }: Pick<Surroundings, "disk" | "problem">): Whose {
  const sqlite: Sqlite.Database = disk.sqlite;
  sqlite.exec(watching);
  const moves = sqlite.prepare<unknown[], Move>(`select tweet, "from", "to" from moves`);
  const forget = sqlite.prepare("delete from moves");
  const stray = sqlite.prepare<unknown[], { id: number }>(
    `select t.id from tweets t join accounts a on a.id = t.account_id
     where t.state = 'scheduled' and (a.unlinked_at is not null or a.user_id != t.user_id)`,
  );
  const texts = sqlite.prepare<unknown[], { id: number; state: string; account: number | null }>(
    `select t.id, t.state, a.id as account from tweets t
     left join accounts a on a.id = t.account_id and a.unlinked_at is null
     where t.user_id = ? and t.state in ('pending', 'failed', 'scheduled')`,
  );
  const names = new Set<{ tweetId: number; account: string; ended: boolean }>();
  const strays = new Set<number>();

  function checkMoves(): void {
    // What a transaction has not committed may never have been.
    if (sqlite.inTransaction) return;
    for (const { tweet, from, to } of moves.all())
      if (![...names].some((name) => name.tweetId === tweet && name.account === to))
        problem(`tweet ${tweet} went from @u${from} to @u${to}, which nobody named`);
    forget.run();
    for (const name of names) if (name.ended) names.delete(name);
  }

  async function listed(app: App, userId: string): Promise<Set<number>> {
    const ids = new Set<number>();
    for (let from: number | null = null; ;) {
      const page: Awaited<ReturnType<typeof listUnsent>> = await listUnsent(app, userId, { from, size: 20 });
      for (const { id } of page.tweets) ids.add(id);
      if (page.older === null) break;
      from = page.older;
    }
    for (const account of await listAccounts(app, userId))
      for (const { id } of await listHistory(app, account.id, { limit: 500 })) ids.add(id);
    return ids;
  }

  return {
    async naming(tweetId, account, verb) {
      const name = account === null ? null : { tweetId, account, ended: false };
      if (name) names.add(name);
      try {
        return await verb();
      } finally {
        if (name) name.ended = true;
        checkMoves();
      }
    },
    onTurn() {
      checkMoves();
      for (const { id } of stray.all()) {
        if (strays.has(id)) continue;
        strays.add(id);
        problem(`tweet ${id} is scheduled on an account that is not linked or not its person's`);
      }
    },
    async everyTextIsListed(app, people) {
      for (const { userId } of people) {
        const ids = await listed(app, userId);
        for (const { id, state } of texts.all(userId))
          if (!ids.has(id)) problem(`tweet ${id} is ${state} and stands in no list`);
      }
    },
  };
}
