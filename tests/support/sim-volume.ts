// A database of some age: people, accounts, 20,000 tweets with their attempts and events, tasks, sessions, keys.
import type Sqlite from "better-sqlite3";
import { days, minutes } from "~/duration";

const tweets = 20_000;
const people = 20;

/** Fills it up; one in four tweets is of the person and account named. Statistics are not gathered: nor does the app. */
export function grow(sqlite: Sqlite.Database, by: { userId: string; accountId: number; now: number }): void {
  const { userId, accountId, now } = by;
  const insert = (table: string, row: Record<string, unknown>) => {
    const names = Object.keys(row);
    const text = `insert into ${table} (${names.join(", ")}) values (${names.map(() => "?").join(", ")})`;
    return Number(sqlite.prepare(text).run(Object.values(row) as never).lastInsertRowid);
  };
  sqlite.exec("begin");
  const owners = [{ userId, accountId }];
  for (let n = 0; n < people; n += 1) {
    const id = `person-${n}`;
    insert("users", { id, email: `${id}@linnet.example`, password_hash: "-", timezone: "UTC", created_at: now });
    const linked = {
      user_id: id,
      network: "sandbox",
      network_user_id: `9${n}`,
      username: `u${n}`,
      display_name: `U${n}`,
    };
    owners.push({ userId: id, accountId: insert("accounts", { ...linked, tokens: "", linked_at: now }) });
    for (let key = 0; key < 20; key += 1) {
      const session = {
        id_hash: `${id}-${key}`,
        user_id: id,
        created_at: now,
        seen_at: now,
        expires_at: now + days(30),
      };
      insert("sessions", session);
      insert("api_keys", { user_id: id, key_hash: session.id_hash, session_hash: session.id_hash, created_at: now });
    }
  }
  let batch = "";
  for (let n = 0; n < tweets; n += 1) {
    const owner = (n % 4 === 0 ? owners[0] : owners[1 + (n % people)]) ?? { userId, accountId };
    const at = now - minutes(3) * (tweets - n);
    const ids = { user_id: owner.userId, account_id: owner.accountId };
    if (n % 5 === 0) {
      batch = `batch-${n}`;
      const asked = { ...ids, topic: "tea", web_search: 0, created_at: at };
      insert("batches", {
        ...asked,
        id: batch,
        writer: "demo",
        model: "m",
        sources: "[]",
        input_tokens: 0,
        output_tokens: 0,
      });
      insert("generation_tasks", {
        ...asked,
        id: `task-${n}`,
        state: "success",
        deadline_at: at,
        batch_id: batch,
        ended_at: at,
      });
    }
    // The latest are still to come; of the others a few have failed or were never sent.
    const state = n > tweets - 400 ? "scheduled" : n % 50 < 2 ? "failed" : n % 50 < 4 ? "pending" : "published";
    const ended = state === "published";
    const words = {
      batch_id: batch,
      position: n % 5,
      origin: "generated",
      content: `Tweet ${n}`,
      fingerprint: `tweet ${n}`,
    };
    const dueAt = state === "scheduled" ? now + minutes(n % 600) : at;
    const stand = { state, publish_type: "scheduled", due_at: dueAt, published_at: ended ? at : null };
    const posted = { post_id: ended ? String(n) : null, created_at: at, updated_at: at };
    const tweetId = insert("tweets", { ...ids, ...words, ...stand, ...posted });
    insert("tweet_events", { tweet_id: tweetId, at, kind: "scheduled" });
    if (state === "scheduled" || state === "pending") continue;
    const attempt = {
      tweet_id: tweetId,
      account_id: owner.accountId,
      attempt_no: 1,
      lease_token: `token-${n}`,
      text_hash: "-",
    };
    const outcome = ended ? "published" : "failed";
    insert("attempts", { ...attempt, started_at: at, settle_at: at, ended_at: at, outcome, price_micros: 15_000 });
  }
  sqlite.exec("commit");
}
