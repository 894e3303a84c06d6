// Threads, looked at from outside: each part behind the one before it, one chain at the network, none left standing.
import type { Surroundings } from "./server";
import type { Truth } from "./network";

export interface Threads {
  /** A post is about to be made. */
  onCall(tweetId: number, replyTo: string | undefined): void;
  isPart(tweetId: number): boolean;
  /** `quiet`: everything that can go on by itself has. */
  account(quiet: boolean): void;
}

interface Part {
  id: number;
  thread: number;
  no: number;
  of: number;
  state: string;
  stands: string;
  code: string | null;
  post: string | null;
  before: string | null;
  before_post: string | null;
  active: number;
}

export function watchThreads(
  { disk, problem }: Pick<Surroundings, "disk" | "problem">,
  truth: () => readonly Truth[],
): Threads {
  const parts = `
    select t.id, t.thread_id as thread, t.part_no as no, t.state, h.state as stands, h.stop_code as code, t.post_id as post,
      b.state as before, b.post_id as before_post,
      (select count(*) from tweets o where o.thread_id = t.thread_id) as "of",
      exists (select 1 from accounts a where a.id = t.account_id and a.status = 'active' and a.unlinked_at is null) as active
    from tweets t join threads h on h.id = t.thread_id
      left join tweets b on b.thread_id = t.thread_id and b.part_no = t.part_no - 1`;
  const one = disk.sqlite.prepare<unknown[], Part>(`${parts} where t.id = ?`);
  const all = disk.sqlite.prepare<unknown[], Part>(`${parts} order by t.thread_id, t.part_no`);

  /** What each thread's parts come to. */
  function checkThread(of: readonly Part[], quiet: boolean): void {
    const [first] = of;
    if (!first) return;
    const told = `thread ${first.thread} (${of.map(({ state }) => state).join(", ")}) is ${first.stands}`;
    const out = of.filter(({ state }) => state === "published");
    const moving = of.filter(({ no, state }) => no > 1 && ["scheduled", "publishing", "unknown"].includes(state));
    if (of.some(({ no }, n) => no !== n + 1)) problem(`${told} and has a gap`);
    if (of.slice(0, out.length).some(({ state }) => state !== "published")) problem(`${told} and is out in pieces`);
    if (moving.length > 1) problem(`${told}, and more than one part is on its way`);
    if (first.stands === "done" && out.length === 0) problem(`${told}, and nothing is out`);
    if (first.stands === "going" && first.state === "published" && moving.length === 0)
      problem(`${told}, and nothing of it goes on`);
    if (first.stands === "stopped" && of.some(({ no, state }) => no > 1 && state === "scheduled"))
      problem(`${told}, and goes on all the same`);
    if (quiet && moving.length > 0 && first.active) problem(`${told} when all is quiet`);
  }

  return {
    isPart: (tweetId) => one.get(tweetId) !== undefined,
    onCall(tweetId, replyTo) {
      const part = one.get(tweetId);
      if (!part || part.no === 1) {
        if (replyTo !== undefined) problem(`tweet ${tweetId} is no later part, and answers ${replyTo}`);
        return;
      }
      const told = `part ${part.no} of thread ${part.thread}`;
      if (part.before !== "published") problem(`${told} was sent while the one before is ${part.before}`);
      if (part.before_post === null || replyTo !== part.before_post)
        problem(`${told} answers ${replyTo}, not ${part.before_post}`);
    },
    account(quiet) {
      const rows = all.all();
      const posts = new Map(truth().map((post) => [post.postId, post]));
      for (const part of rows) {
        const post = part.post === null ? undefined : posts.get(part.post);
        if (post && part.no > 1 && post.replyTo !== part.before_post)
          problem(`part ${part.no} of thread ${part.thread} hangs at ${post.replyTo}, not ${part.before_post}`);
      }
      for (const thread of new Set(rows.map((row) => row.thread)))
        checkThread(
          rows.filter((row) => row.thread === thread),
          quiet,
        );
    },
  };
}
