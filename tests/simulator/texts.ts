// Every text that was ever written, looked at from outside: what is unsent stands in a list, what was changed is a version.
import type Sqlite from "better-sqlite3";
import type { App } from "~/app.server";
import { markRestored } from "~/features/backups/restored.server";
import { listAccounts } from "~/features/accounts/accounts.server";
import { listComing, listDiscarded, listUnsent } from "~/features/tweets/tweets.server";
import { maxVersions } from "~/features/tweets/versions.server";
import { deletePerson } from "~/features/user-deletion/user-deletion.server";
import { makeDisk } from "./disk";
import type { Surroundings } from "./server";
import type { Person } from "./people";

type Who = Pick<Person, "userId">;

export interface Texts {
  /** When all is quiet: each person's ideas, bin and timeline hold every unsent text of theirs, and versions the rest. */
  everyTextIsKept(app: App, people: readonly Who[]): Promise<void>;
  /** How often the writer answered what kind of task, and how many versions tweets have. */
  written(): Map<string, number>;
  /** The first of them leaves for good: nothing of theirs stays, and nothing of the others goes. */
  oneLeaves(app: App, people: readonly Who[]): Promise<void>;
}

/** What is written, and what is deleted though it is not in the bin. A transaction that never ends well says nothing. */
const watching = `
  create temp table said (tweet integer, content text);
  create temp table lost (tweet integer, state text);
  create temp trigger said_first after insert on main.tweets
    begin insert into said values (new.id, new.content); end;
  create temp trigger said_next after update of content on main.tweets when old.content is not new.content
    begin insert into said values (new.id, new.content); end;
  create temp trigger lost_unasked after delete on main.tweets
    -- A later part is left out by its person, or goes with the first.
    when old.discarded_at is null and coalesce(old.part_no, 1) = 1
    begin insert into lost values (old.id, old.state); end;
  create temp trigger unsaid after delete on main.tweets
    begin delete from said where tweet = old.id; end`;

/** Tells of each that stands in no list of its person's. */
export async function checkLists(
  sqlite: Sqlite.Database,
  app: App,
  people: readonly Who[],
  problem: (what: string) => void,
): Promise<void> {
  const unsent = sqlite.prepare<unknown[], { id: number; state: string; discarded: number }>(
    // What was sent when its account was unlinked is nobody's until it is settled: then it is out, or an idea.
    `select id, state, discarded_at is not null as discarded from tweets where user_id = ? and state != 'published'
       and coalesce(part_no, 1) = 1
       and not (state in ('publishing', 'unknown')
         and account_id in (select id from accounts where unlinked_at is not null))`,
  );
  // A later part of a thread stands where the first does.
  const headless = sqlite.prepare<unknown[], { id: number }>(
    `select id from tweets where user_id = ? and part_no > 1 and not exists (
       select 1 from tweets first where first.thread_id = tweets.thread_id and first.part_no = 1)`,
  );
  for (const { userId } of people) {
    for (const { id } of headless.all(userId)) problem(`tweet ${id} is a part of a thread without a beginning`);
    const { ideas, bin, timeline } = await listsOf(app, userId);
    for (const { id, state, discarded } of unsent.all(userId)) {
      const isIdea = state === "pending" || state === "failed";
      const list = !isIdea ? timeline : discarded ? bin : ideas;
      if (!list.has(id)) problem(`tweet ${id} is ${state}${discarded ? ", discarded," : ""} and stands in no list`);
      if (isIdea && (discarded ? ideas : bin).has(id)) problem(`tweet ${id} is in the bin or the ideas, wrongly`);
    }
  }
}

async function listsOf(app: App, userId: string): Promise<Record<"ideas" | "bin" | "timeline", Set<number>>> {
  const [ideas, bin, timeline] = [new Set<number>(), new Set<number>(), new Set<number>()];
  for (let from: number | null = null; ;) {
    const page: Awaited<ReturnType<typeof listUnsent>> = await listUnsent(app, userId, { from, size: 20 });
    for (const { id } of page.tweets) ideas.add(id);
    if (page.older === null) break;
    from = page.older;
  }
  for (let from: Parameters<typeof listDiscarded>[2]["from"] = null; ;) {
    const page: Awaited<ReturnType<typeof listDiscarded>> = await listDiscarded(app, userId, { from, size: 20 });
    for (const { id } of page.tweets) bin.add(id);
    if (page.older === null) break;
    from = page.older;
  }
  for (const account of await listAccounts(app, userId))
    for (const { id } of await listComing(app, account.id, { after: null, limit: 500 })) timeline.add(id);
  return { ideas, bin, timeline };
}

export function watchTexts({ disk, problem }: Pick<Surroundings, "disk" | "problem">): Texts {
  const sqlite: Sqlite.Database = disk.sqlite;
  sqlite.exec(watching);
  const lost = sqlite.prepare<unknown[], { tweet: number; state: string }>("select * from lost");
  const unkept = sqlite.prepare<unknown[], { tweet: number; content: string }>(
    `select * from said where not exists (select 1 from tweets t where t.id = said.tweet and t.content = said.content)
       and not exists (select 1 from tweet_versions v where v.tweet_id = said.tweet
         and (v.content = said.content or v.version_no > ${maxVersions}))`,
  );
  const left = sqlite.prepare<unknown[], { n: number }>(
    `select (select count(*) from tweets where user_id = @id) + (select count(*) from generation_tasks where user_id = @id)
       + (select count(*) from batches where user_id = @id) + (select count(*) from accounts where user_id = @id)
       + (select count(*) from tweet_versions where tweet_id not in (select id from tweets)) as n`,
  );
  const ended = sqlite.prepare<unknown[], { what: string; n: number }>(
    `select 'the writer: ' || kind as what, count(*) as n from generation_tasks where state = 'success' group by kind
     union all select 'versions', count(*) from tweet_versions`,
  );
  async function everyTextIsKept(app: App, people: readonly Who[]): Promise<void> {
    await checkLists(sqlite, app, people, problem);
    for (const { tweet, state } of lost.all()) problem(`tweet ${tweet} was ${state} and is deleted`);
    for (const { tweet, content } of unkept.all()) problem(`tweet ${tweet} said “${content}”, which is kept nowhere`);
  }
  return {
    everyTextIsKept,
    written: () => new Map(ended.all().map(({ what, n }) => [what, n])),
    async oneLeaves(app, people) {
      const [leaver, ...others] = people;
      if (!leaver) return;
      const event = { kind: "person.deleted", userId: leaver.userId, address: null } as const;
      await deletePerson(app, leaver.userId, event);
      if (left.get({ id: leaver.userId })?.n !== 0) problem("something of who left is still here");
      sqlite.exec("delete from lost");
      await everyTextIsKept(app, others);
    },
  };
}

/** A backup of a world, taken at some moment and restored when all is over. */
export function copies(sqlite: Sqlite.Database, now: () => number) {
  let copy: { image: Buffer; at: number } | null = null;
  return {
    take(): void {
      // Where a transaction is open nothing of it would be in a backup, and here it would.
      if (!sqlite.inTransaction) copy = { image: sqlite.serialize(), at: now() };
    },
    /** Whatever stood in a list when it was taken stands in one of the restored server's. */
    async restore(app: App, people: readonly Who[], problem: (what: string) => void): Promise<void> {
      if (!copy) return;
      const disk = await makeDisk(copy.image);
      const restored = { ...app, db: disk.connect(() => undefined).db };
      const texts = disk.sqlite.prepare("select id, content, discarded_at from tweets order by id").raw();
      const before = texts.all();
      await markRestored(restored, copy.at);
      if (JSON.stringify(texts.all()) !== JSON.stringify(before)) problem("a restored text is not what it was");
      await checkLists(disk.sqlite, restored, people, (what) => problem(`restored: ${what}`));
      disk.sqlite.close();
    },
  };
}
