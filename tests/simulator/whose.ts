// Whose tweets these are, looked at from outside: no tweet leaves its own linked account unless that was named, and none
// stands on the timeline of an account that is gone or another's.
import type Sqlite from "better-sqlite3";
import type { Surroundings } from "./server";

export interface Whose {
  /** Runs a verb in which the account (the network's id) is named for the tweet; null: none is. */
  naming<T>(tweetId: number, account: string | null, verb: () => Promise<T>): Promise<T>;
  /** After each turn: nothing may stand where nothing would ever send it. */
  onTurn(): void;
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
      -- A later part of a thread is whose the first is.
      and not (old.part_no > 1 and new.account_id is (select first.account_id from tweets first
        where first.thread_id = old.thread_id and first.part_no = 1))
      -- Taken back, it is whose it was.
      and not (old.undo_to is not null and new.undo_to is null
        and new.account_id is json_extract(old.undo_to, '$.accountId'))
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
  };
}
