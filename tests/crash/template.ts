// The folder every round begins with: a person, two linked accounts, eight tweets. Made once, then copied.
import { copyFileSync, cpSync, mkdirSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createCookie } from "@remix-run/node";
import { inTransaction } from "~db/database.server";
import { leads } from "~db/leads.server";
import { hashToken, newToken } from "~/ground/secrets/token.server";
import { systemClock } from "~/ground/time/clock.server";
import { days, seconds } from "~/ground/time/duration";
import { beginLink, finishLink } from "~/features/accounts/accounts.server";
import { fingerprint } from "~/features/tweets/text";
import { changePictures } from "~/features/publishing/publishing.server";
import { insertThread } from "~/features/threads/threads.server";
import { insertTweets } from "~/features/tweets/tweets.server";
import { issueKey, setPreferences } from "~/features/users/users.server";
import { givePicture } from "../support/calls/api-cast";
import { createTestApp, type TestApp } from "../support/app";
import { FakeX } from "../support/fakes/fake-x";
import { makePerson } from "../support/people/make";
import type { FakeWorld } from "../support/fakes/fake-x-world";
import { createX } from "~/ports/network/x.server";
import { createLog } from "~/ground/telemetry/log.server";
import { keys, rules } from "./network";

export interface Template {
  /** For what the rounds write, the template's own file too. */
  folder: string;
  secret: string;
  key: string;
  /** Of a browser in which the person is signed in; Post Now on its screens waits five seconds. */
  cookie: string;
  /** X's ids of the two. */
  accounts: string[];
  linked: FakeWorld;
  /** Of a thread its first part. */
  tweets: { id: number; text: string; threadId: number | null }[];
  /** Which pictures a text goes out with, by its number: "name: description". */
  pictures: Map<string, string[]>;
  /** A folder of its own with the template's database. */
  copy(name: string): string;
}

/** Each says its number; most hold something that X gives back otherwise than it took it. */
const usualTexts = [
  "Tweet [1] is plain",
  "Tweet [2] has a link: https://linnet.example/birds?a=1&b=2 and goes on",
  "Tweet [3] has 5 < 6 & 7 > 6, and &amp; as it stands",
  "Tweet [4] has a family 👨‍👩‍👧‍👦 and a flag 🇪🇺",
  "Tweet [5] names example.com without more",
  "Tweet [6] has a cafe\u0301 in two code points",
  "Tweet [7]\nhas\n\nlines",
  "鳥は歌う [8] 。木の上で",
];
/** Threads, whose parts are numbered on. */
const usualThreads = [
  ["Tweet [9] begins a thread", "Tweet [10] has a link: https://linnet.example/9 in it", "Tweet [11] ends it"],
  [
    "Tweet [12] begins another",
    "Tweet [13] goes on",
    "Tweet [14] goes on, too 👩‍🚀",
    "Tweet [15] names example.com",
    "Tweet [16] ends it",
  ],
];
export const numberOf = (text: string): string => /\[\d+\]/.exec(text)?.[0] ?? text;

export interface Wanted {
  handles?: readonly string[];
  texts?: readonly string[];
  threads?: readonly string[][];
  /** Half of all texts have pictures, half of these two. */
  pictures?: boolean;
}

export async function makeTemplate({
  handles = ["alice", "alices_shop"],
  texts = usualTexts,
  threads = texts === usualTexts ? usualThreads : [],
  pictures: arePictured = false,
}: Wanted = {}): Promise<Template> {
  const folder = mkdtempSync(join(tmpdir(), "linnet-crash-"));
  const file = join(folder, "template.db");
  const x = new LinkingX();
  await x.listen(0);
  const env = { X_API_KEY: keys.apiKey, X_API_SECRET: keys.apiSecret, X_API_ORIGIN: x.origin };
  const network = createX({ ...keys, apiOrigin: x.origin, clock: systemClock, log: createLog({ logLevel: "silent" }) });
  const app = await createTestApp({ file, env, network, config: { dataDir: folder } });
  const person = await makePerson(app, "alice");
  const visitor = { userId: person.user.id, sessionId: person.sessionId };
  const accounts: string[] = [];
  for (const handle of handles) {
    const page = new URL(await beginLink(app, visitor, { forceLogin: true }));
    const oauthToken = page.searchParams.get("oauth_token") ?? "";
    const back = { oauthToken, verifier: x.consent(oauthToken, handle), denied: null };
    accounts.push((await finishLink(app, visitor, back)).networkUserId);
  }
  const sessionId = await openBrowser(app, person.user.id);
  const key = await issueKey(app, person.user.id, null);
  const now = Date.now() - seconds(60);
  const tweet = {
    userId: person.user.id,
    accountId: null,
    accountIsOwn: false,
    batchId: null,
    origin: "own" as const,
    now,
  };
  const rows = texts.map((content, position) => ({ ...tweet, position, content, fingerprint: fingerprint(content) }));
  // SQLite takes 32,766 parameters in one statement, and a long storm has thousands of tweets.
  for (let from = 0; from < rows.length; from += 1_000) await insertTweets(app.db, rows.slice(from, from + 1_000));
  for (const parts of threads)
    await inTransaction(app.db, (trx) => insertThread(trx, { userId: person.user.id, accountId: null, parts, now }));
  const made = await app.db
    .selectFrom("tweets")
    .select(["id", "content as text", "thread_id as threadId"])
    .where(leads())
    .orderBy("id")
    .execute();
  const pictures = arePictured ? await addPictures(app, person.user.id) : new Map<string, string[]>();
  const [secret] = app.config.encryptionKeys;
  if (!secret) throw new Error("The test app has no key");
  await app.close();
  await x.close();
  const copy = (name: string): string => {
    const own = join(folder, name);
    mkdirSync(own);
    copyFileSync(file, join(own, "linnet.db"));
    if (arePictured) cpSync(join(folder, "media"), join(own, "media"), { recursive: true });
    return own;
  };
  // The rounds' servers sign with the same secret.
  const cookie = (await createCookie("linnet", { secrets: [secret] }).serialize(sessionId)).split(";")[0] ?? "";
  return { folder, secret, key, cookie, accounts, linked: x.people, tweets: made, pictures, copy };
}

/** To each second text, and two to each fourth; every other one is described. */
async function addPictures(app: TestApp, userId: string): Promise<Map<string, string[]>> {
  const rows = await app.db.selectFrom("tweets").select(["id", "content"]).orderBy("id").execute();
  const pictures = new Map<string, string[]>();
  for (const { id, content } of rows.filter((_, n) => n % 2 === 0)) {
    const [name, shows] = [numberOf(content), [] as string[]];
    const chosen: { mediaId: string; altText: string }[] = [];
    for (let n = 0; n < (id % 4 === 1 ? 2 : 1); n += 1) {
      const altText = (id + n) % 4 === 1 ? "" : `a bird ${name}`;
      chosen.push({ mediaId: await givePicture(app, userId, `${name}${n}`), altText });
      shows.push(`${name}${n}: ${altText}`);
    }
    await changePictures(app, { userId, tweetId: id }, () => chosen);
    pictures.set(name, shows);
  }
  return pictures;
}

/** A session by the clock of the servers that the rounds start, and what its person prefers there. */
async function openBrowser(app: TestApp, userId: string): Promise<string> {
  const sessionId = newToken();
  const now = Date.now();
  const session = { id_hash: hashToken(sessionId), user_id: userId, created_at: now, seen_at: now };
  await app.db
    .insertInto("sessions")
    .values({ ...session, expires_at: now + days(30) })
    .execute();
  await setPreferences(app, userId, { undoEnabled: true, shortcutsEnabled: true });
  return sessionId;
}

/** A fake X whose people and tokens the rounds go on with. */
class LinkingX extends FakeX {
  constructor() {
    super(rules(0), Date.now);
  }
  get people(): FakeWorld {
    return (this as unknown as { world: FakeWorld }).world;
  }
}
