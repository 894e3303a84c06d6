// What became of a round: the database held against the network's own log of what it took.
import { Sqlite3 } from "~db/sqlite/driver.server";
import { join } from "node:path";
import type { ShownPost } from "./network";
import type { Wish } from "./people";
import { numberOf } from "./template";

export interface TweetRow {
  id: number;
  state: string;
  publish_type: string | null;
  due_at: number | null;
  post_id: string | null;
  error_code: string | null;
  error: string | null;
  content: string;
  thread_id: number | null;
  part_no: number | null;
  /** Of its thread. */
  stands: string | null;
}

export interface Reader {
  tweets(): TweetRow[];
  openAttempts(): number;
  integrity(): string;
  journal(): string[];
  close(): void;
}

/** Reads beside the app, and changes nothing. */
export function openReader(dataDir: string): Reader {
  const db = new Sqlite3(join(dataDir, "linnet.db"), { readonly: true, timeout: 5_000 });
  const tweets = db.prepare<[], TweetRow>(
    `select tweets.id, tweets.state, publish_type, due_at, post_id, error_code, error, content, thread_id, part_no,
       threads.state as stands from tweets left join threads on threads.id = tweets.thread_id order by tweets.id`,
  );
  const events = "select tweet_id, at, kind, detail from tweet_events order by id";
  return {
    tweets: () => tweets.all(),
    openAttempts: () => db.prepare("select 1 from attempts where outcome in ('sending', 'unknown')").all().length,
    integrity: () => String(db.pragma("integrity_check", { simple: true })),
    journal: () =>
      db
        .prepare<[], { tweet_id: number; at: number; kind: string; detail: string | null }>(events)
        .all()
        .map((e) => `${new Date(e.at).toISOString()} tweet ${e.tweet_id} ${e.kind} ${e.detail ?? ""}`),
    close: () => db.close(),
  };
}

export interface Verdict {
  twice: number;
  /** Not on X, and nobody was told so; or a moment that was promised, forgotten. */
  lost: number;
  /** Shown published without being there, failed though there, or with another's id. */
  wrong: number;
  /** Left to a person, or hanging. */
  left: number;
  faults: string[];
}

/** What nobody can undo, or believes wrongly; for a control a round that merely hangs shows nothing. */
export const harm = ({ twice, lost, wrong }: Verdict): number => twice + lost + wrong;
export const damage = ({ twice, lost, wrong, left }: Verdict): number => twice + lost + wrong + left;

export function judge(ask: {
  rows: TweetRow[];
  posts: ShownPost[];
  /** What each text goes out with, by its number. */
  pictures: ReadonlyMap<string, string[]>;
  wishes: Wish[];
  forgotten: number;
  openAttempts: number;
  integrity: string;
}): Verdict {
  const { rows, posts, pictures, wishes, forgotten, openAttempts, integrity } = ask;
  const verdict: Verdict = { twice: 0, lost: forgotten, wrong: 0, left: 0, faults: [] };
  /** One chain at X, no part without the one before; and all of it is out once its first part is. */
  function judgeThread(parts: TweetRow[], account: string): void {
    const inOrder = parts.toSorted((one, other) => (one.part_no ?? 0) - (other.part_no ?? 0));
    const [first] = inOrder;
    if (first?.state === "published" && first.stands !== "done")
      note("left", `thread ${first.thread_id} is ${first.stands}`);
    for (const [n, part] of inOrder.entries()) {
      const name = `part ${n + 1} of thread ${part.thread_id}`;
      const there = posts.filter((post) => numberOf(post.text) === numberOf(part.content));
      if (there.length > 1) note("twice", `${name} is on X ${there.length} times`);
      if (there.some((post) => post.userId !== account)) note("wrong", `${name} was posted as somebody else`);
      if (part.state === "published" && there.length === 0) note("wrong", `${name} is shown published and is not on X`);
      if (part.state !== "published" && there.length > 0) note("wrong", `${name} is ${part.state} and is on X`);
      if (first?.stands === "done" && part.state !== "published")
        note("lost", `${name} is ${part.state} in a thread that is done`);
      const before = inOrder[n - 1];
      for (const post of there)
        if (post.replyTo !== (before?.post_id ?? undefined))
          note("wrong", `${name} answers ${post.replyTo}, not ${before?.post_id}`);
    }
  }
  const note = (kind: "twice" | "lost" | "wrong" | "left", words: string) => {
    verdict[kind] += 1;
    verdict.faults.push(words);
  };
  for (const { text, shows } of posts) {
    const wanted = pictures.get(numberOf(text)) ?? [];
    if (shows.join() !== wanted.join())
      note("wrong", `${numberOf(text)} went out with ${shows.join()}, not ${wanted.join()}`);
  }
  if (forgotten > 0) verdict.faults.push(`${forgotten} that the server had taken were pending after a start`);
  for (const wish of wishes) {
    const row = rows.find((one) => one.id === wish.id);
    if (row?.thread_id != null && row.state !== "failed")
      judgeThread(
        rows.filter((one) => one.thread_id === row.thread_id),
        wish.account,
      );
    const there = posts.filter((post) => numberOf(post.text) === numberOf(wish.text));
    const name = `tweet ${wish.id} (${wish.way})`;
    if (!row) {
      note("lost", `${name} is gone from the database`);
      continue;
    }
    if (there.length > 1) note("twice", `${name} is on X ${there.length} times`);
    if (there.some((post) => post.userId !== wish.account)) note("wrong", `${name} was posted as somebody else`);
    if (row.state === "published") {
      if (there.length === 0) note("wrong", `${name} is shown published and is not on X`);
      else if (!there.some((post) => post.id === row.post_id)) note("wrong", `${name} is shown with a wrong id`);
    } else if (row.state === "failed") {
      if (there.length > 0) note("wrong", `${name} is shown failed (${row.error}) and is on X`);
      else if (row.publish_type !== "immediate") note("lost", `${name} was on the timeline and failed: ${row.error}`);
    } else note("left", `${name} is ${row.state} in the end ${row.error_code ?? ""}`);
  }
  if (verdict.left === 0 && openAttempts > 0) note("left", `${openAttempts} attempts never ended`);
  if (integrity !== "ok") note("lost", `the database is damaged: ${integrity}`);
  return verdict;
}
