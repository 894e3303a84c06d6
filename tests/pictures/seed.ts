// A person, an account, a batch in every state and a week round it, written for the pictures into a stopped server's file.
import { join } from "node:path";
import type Sqlite from "better-sqlite3";
import { Sqlite3 } from "../../db/sqlite/driver.server";
import { batchOf, ask, linkInSandbox, password, register, type Visitor } from "../support/people/browser";
import { insertResults } from "../support/results";
import type { BuiltServer } from "../support/server";

const hour = 3_600_000;
const day = 24 * hour;
const topic = "Keeping bees on a city roof";

const batch = [
  "Bees don’t mind the traffic. They mind the wind, so the hive stands behind the lift shaft, where I used to smoke.",
  "What a hive costs in its first year, with every receipt I forgot to keep and the two I framed: example.com/first-year",
  "Nobody on my street knew there were lime trees here until the honey tasted of them.",
  "A swarm isn’t an attack. It is a colony with a suitcase, waiting for someone to find a flat.",
  "The neighbour who signed against the hive brought back her jar today. Empty, washed, and with a question.",
  "Three stings a season is what I pay for the best view in the building.",
];

/** Topics of before, whose tweets wait among the ideas. */
const earlier = ["What a city tastes of", "Fear of stings, and what helps"];

/** [day from Monday, hour, words]; two of one slot make a stack. */
const week: [number, number, string][] = [
  [0, 9, "First flight of the spring, four degrees and sun."],
  [0, 17, "Sugar water is not a meal, it is an apology."],
  [1, 8, "Roof check before work: both hives humming."],
  [1, 13.2, "Ask your landlord before you buy the bees."],
  [1, 13.6, "The permit form has a box for cattle."],
  [1, 20, "Honey is weather you can eat."],
  [2, 11.5, "A queen can outlive three landlords’ promises."],
  [2, 15.4, "Hot take: a bee hotel is a postcard, not a home."],
  [2, 2.5, "Cannot sleep. The frames need spacers."],
  [3, 7.5, "Lime blossom starts on the north side this year."],
  [3, 12, "What the inspector really looks for."],
  [3, 19.3, "Notes from a course I should have taken first."],
  [4, 9.7, "Two frames of brood, one bent hive tool."],
  [4, 15.3, "Your balcony is enough for one box of thyme."],
  [4, 16.2, "Why I stopped naming the queens."],
  [4, 21.4, "A week of weighing: plus 3.2 kilos."],
  [5, 11.2, "Market day: forty jars, one table, no change."],
  [5, 18.2, "Wasps read the same signs as bees do."],
  [6, 10.2, "Sunday reading: the dance that points at the sun."],
  [6, 17.6, "Next week we move the second hive."],
];

export interface Seeded {
  visitor: Visitor;
  batchId: string;
  /** By state: published, scheduled, publishing, failed, pending; `read`: one of which figures are there. */
  tweets: Record<string, number>;
  /** A slot with several tweets, as the URL names it. */
  slot: string;
}

export async function seed(server: BuiltServer): Promise<Seeded> {
  const visitor = await register(server.origin, "nora");
  visitor.email = "nora@linnet.example";
  await visitor.call("POST", `/api/questions/set-timezone/${visitor.userId}?timezone=Europe/Berlin`);
  await linkInSandbox(visitor, "roofbees");
  for (const one of earlier) await fill(visitor, await batchOf(visitor, await ask(visitor, one)));
  await soundLikeNora(visitor);
  await giveKeys(visitor);
  const batchId = await batchOf(visitor, await ask(visitor, topic));
  await server.stop();
  const db = new Sqlite3(join(server.dataDir, "linnet.db"));
  const tweets = write(db, visitor, batchId);
  addWebhooks(db, visitor);
  db.close();
  await server.restart();
  return { visitor, batchId, tweets, slot: `${dateOf(monday() + day)}T13` };
}

/** Two of a batch are put in the bin, one becomes shorter. */
async function fill(visitor: Visitor, batchId: string): Promise<void> {
  const { body } = await visitor.call<{ data: { id: number; batch_id: string }[] }>("GET", "/api/tweets?status=idea");
  const [first, second, third] = body.data.filter((tweet) => tweet.batch_id === batchId);
  for (const one of [first, second]) await visitor.call("DELETE", `/api/tweets/${one?.id}`);
  await visitor.call("POST", `/api/tweets/${third?.id}/refine`, { instruction: "shorter" });
}

async function giveKeys(visitor: Visitor): Promise<void> {
  const inAYear = new Date(Date.now() + 365 * day).toISOString();
  for (const ask of [
    { name: "Home assistant", scopes: ["read"] },
    { name: "n8n", scopes: ["read", "write", "publish"], expires_at: inAYear },
  ]) {
    const { status } = await visitor.call("POST", "/api/keys", { ...ask, password });
    if (status !== 201) throw new Error(`The key ${ask.name} was answered ${status}`);
  }
}

/** Three: one that is told, one whose receiver fails, one that is disabled. Their ids are made up, so that views can name them. */
function addWebhooks(db: Sqlite.Database, { userId }: Visitor): void {
  const now = Date.now();
  const insert = db.prepare(
    "insert into webhooks (id, user_id, url, events, description, secret, disabled_at, disabled_reason, created_at) values (?, ?, ?, ?, ?, 'x', ?, ?, ?)",
  );
  const home = "https://hooks.norabuilds.example/linnet";
  const failing = "https://n8n.roofbees.example/webhook/6f1c8c1e-0b7a-4a55-9d0e-5f2a7c0d1b9e";
  insert.run("hook-told", userId, home, '["tweet.published","tweet.failed"]', "", null, null, now - 40 * day);
  insert.run(
    "hook-failing",
    userId,
    failing,
    '["*"]',
    "The workflow that fills the shop’s news",
    null,
    null,
    now - 9 * day,
  );
  const off = [now - day, "No successful delivery for three days"];
  insert.run("hook-off", userId, "https://old.norabuilds.example/hook", '["account.*"]', "", ...off, now - 90 * day);
  const event = db.prepare("insert into events (id, user_id, type, at, prepared_at) values (?, ?, ?, ?, ?)");
  const delivery = db.prepare(
    "insert into deliveries (event_id, event_at, channel, target_id, topic, state, due_at, attempts, ended_at, last_status, last_error) values (?, ?, 'webhook', ?, ?, ?, ?, ?, ?, ?, ?)",
  );
  const add = (
    hook: string,
    type: string,
    at: number,
    end: { state: string; dueAt?: number; tries: number; status?: number; error?: string },
  ) => {
    const id = `evt_${hook}_${type}_${at}`;
    const { state, dueAt = null, tries, status = null, error = null } = end;
    event.run(id, userId, type, at, at);
    delivery.run(id, at, hook, id, state, dueAt, tries, dueAt === null ? at : null, status, error);
  };
  const ok = { state: "delivered", tries: 1, status: 200 };
  for (const hours of [26, 3, 1]) add("hook-told", "tweet.published", now - hours * hour, ok);
  const failed = { state: "failed", tries: 10, status: 503, error: "It answered 503" };
  add("hook-failing", "tweet.unknown_resolved", now - 4 * day, failed);
  add("hook-failing", "tweet.published", now - 26 * hour, { ...ok, tries: 3 });
  add("hook-failing", "generation.completed", now - 2 * hour, {
    ...failed,
    error: "The host now resolves to a private address",
  });
  const waits = { state: "waiting", dueAt: now + 2 * hour, tries: 3, error: "No response within 15 seconds" };
  add("hook-failing", "tweet.published", now - hour, waits);
}

async function soundLikeNora(visitor: Visitor): Promise<void> {
  const { body } = await visitor.call<{ accounts: { id: number }[] }>("GET", "/api/twitter/accounts/list");
  const { status } = await visitor.call("PUT", `/api/voices/${body.accounts[0]?.id}`, {
    about: "I keep two hives on a city roof and write down what they do to the house.",
    audience: "People in cities who would like to, and don't dare yet.",
    tone: ["plain", "dry", "curious"],
    avoid: ["game-changer", "delve", "buzzing"],
    emoji: "never",
    hashtags: "never",
    samples: batch.slice(0, 3),
  });
  if (status !== 200) throw new Error(`The voice was answered ${status}`);
}

/** Monday's midnight in Berlin's winter or summer, well enough for a picture. */
function monday(): number {
  const today = new Date(new Date().toLocaleString("en-US", { timeZone: "Europe/Berlin" }));
  const offset = Math.round((today.getTime() - Date.now()) / hour) * hour;
  const midnight = Math.floor((Date.now() + offset) / day) * day - offset;
  return midnight - ((today.getDay() + 6) % 7) * day;
}

const dateOf = (at: number): string => new Date(at + 2 * hour).toISOString().slice(0, 10);

function write(db: Sqlite.Database, { userId, email }: Visitor, batchId: string): Record<string, number> {
  const now = Date.now();
  db.prepare("update users set email = ? where id = ?").run(email, userId);
  db.prepare("update accounts set display_name = 'Nora Feld' where user_id = ?").run(userId);
  const { id: accountId } = db.prepare("select id from accounts where user_id = ?").get(userId) as { id: number };
  db.prepare("delete from tweets where batch_id = ?").run(batchId);
  const insert = db.prepare(`insert into tweets (user_id, account_id, batch_id, position, origin, content, fingerprint,
    created_at, updated_at, state, publish_type, due_at, moment_reason, published_at, post_id, error_code, error)
    values (@userId, @accountId, @batchId, @position, @origin, @content, @content, @now, @now, @state, @type, @dueAt,
    @reason, @publishedAt, @postId, @code, @error)`);
  let posts = 0;
  const add = (content: string, state: string, at: number | null, position = 0, inBatch = false): number => {
    const out = state === "published";
    posts += 1;
    return Number(
      insert.run({
        ...{ userId, accountId, batchId: inBatch ? batchId : null, position, content, now, state },
        origin: inBatch ? "generated" : "own",
        type: state === "pending" ? null : "scheduled",
        dueAt: at,
        reason: state === "scheduled" ? "Picked at random, 4 to 8 hours after you asked, in Berlin" : null,
        publishedAt: out ? at : null,
        postId: out ? String(now + posts) : null,
        code: state === "failed" ? "limited" : null,
        error: null,
      }).lastInsertRowid,
    );
  };
  for (const [weekday, at, words] of week) {
    const moment = monday() + weekday * day + at * hour;
    // Nothing may fall due while the pictures are taken.
    const state = moment > now + hour ? "scheduled" : "published";
    add(words, state, moment);
  }
  const states = ["pending", "pending", "published", "scheduled", "failed", "unknown"];
  const moments = [null, null, now - 0.4 * hour, now + 5.2 * hour, now - 1.2 * hour, now + 9 * day];
  insertResults(db, { userId, accountId });
  db.prepare("insert into result_settings values (?, 'light', 0, 0, 0, ?)").run(userId, now);
  const ids = batch.map((words, index) => add(words, states[index] ?? "pending", moments[index] ?? null, index, true));
  const { tweet_id: read } = db
    .prepare("select tweet_id from readings where slot = '7d' order by impressions desc limit 1")
    .get() as { tweet_id: number };
  return { ...Object.fromEntries(states.map((state, index) => [state, ids[index] ?? 0])), read };
}
