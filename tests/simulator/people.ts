// What people do with Linnet over a day: write, schedule, post, press everything on everything, travel, sleep.
import { randomUUID } from "node:crypto";
import { AppError } from "~/ground/errors";
import { days, hours, minutes } from "~/ground/time/duration";
import { beginLink, finishLink, setDefault } from "~/features/accounts/accounts.server";
import { insertSession } from "~/features/sessions/queries.server";
import { insertUser } from "~/features/users/queries.server";
import { setTimezone } from "~/features/users/users.server";
import { request } from "~/features/generation/generation.server";
import * as publishing from "~/features/publishing/publishing.server";
import * as scheduling from "~/features/scheduling/scheduling.server";
import type { App } from "~/app.server";
import { hashToken } from "~/ground/secrets/token.server";
import { wallClock } from "~/ground/time/zone";
import type { Random } from "../crash/random";
import { Killed } from "./disk";
import { makeIdeas } from "./ideas";
import type { Truth } from "./network";
import type { Surroundings } from "./server";
import { makeSoon } from "./soon";
import type { Whose } from "./whose";

export interface Person {
  userId: string;
  sessionId: string;
  /** The network's ids of the accounts. */
  accounts: string[];
  zone: string;
}

export const zones = [
  "UTC",
  "Europe/Berlin",
  "America/New_York",
  "America/Los_Angeles",
  "Asia/Tokyo",
  "Asia/Kolkata",
  "Australia/Lord_Howe",
  "Africa/Casablanca",
  "Pacific/Auckland",
];

/** A person as registering leaves one, without the second that hashing a password takes. */
export async function addPerson(app: App, zone: string, accounts: string[]): Promise<Person> {
  const now = app.clock.now();
  const userId = randomUUID();
  const user = { id: userId, email: `${userId}@linnet.example`, timezone: zone, createdAt: now };
  await insertUser(app.db, { ...user, passwordHash: "none", phone: null });
  const sessionId = `session of ${userId}`;
  const session = { idHash: hashToken(sessionId), userId, now, expiresAt: now + days(365) };
  await insertSession(app.db, { ...session, userAgent: null, addressBlock: null, isNew: false });
  const person = { userId, sessionId, accounts, zone };
  for (const account of accounts) await link(app, person, account);
  return person;
}

/** Links the account, or links it again, through the network's consent. */
export async function link(app: App, person: Person, account: string): Promise<void> {
  const authorizeUrl = new URL(await beginLink(app, person, { forceLogin: true }));
  const oauthToken = authorizeUrl.searchParams.get("oauth_token");
  await finishLink(app, person, { oauthToken, verifier: account, denied: null });
}

/** The moments of the person's day that begins at `from`: hardly any while they sleep. */
export function momentsOfDay(random: Random, person: Person, from: number, count: number): number[] {
  const drawn = Array.from({ length: count }, () => Math.round(from + random.between(0, days(1))));
  return drawn.filter((at) => {
    const { hour } = wallClock(at, person.zone);
    return (hour >= 7 && hour < 24) || random.chance(0.1);
  });
}

interface Moved {
  id: number;
  text: string;
}

const states = ["pending", "scheduled", "publishing", "unknown", "published", "failed"] as const;

/** Does one thing, drawn at random. Throws what the verb throws. */
export function makePeople(
  { disk, problem }: Pick<Surroundings, "disk" | "problem">,
  random: Random,
  truth: () => Truth[],
  whose: Pick<Whose, "naming">,
) {
  let written = 0;
  const ideas = makeIdeas(disk.sqlite, random);
  const later = (app: App, ms: number, verb: () => Promise<unknown>) =>
    void app.clock.after(ms, () => {
      void tried(verb).then((error) => {
        if (error !== null && !(error instanceof Killed)) problem(`a verb broke: ${String(error)}`);
      });
    });
  const soon = makeSoon(random, later, ideas.did);
  const inState = disk.sqlite.prepare<unknown[], Moved>(
    "select id, content as text from tweets where user_id = ? and state = ? order by id",
  );
  const asked = disk.sqlite.prepare<unknown[], Moved>(
    "select id, content as text from tweets where user_id = ? and state = 'unknown' and error_code = 'needs_confirmation'",
  );
  const open = disk.sqlite.prepare<unknown[], { id: number; state: string }>(
    `select t.id, h.state from threads h join tweets t on t.thread_id = h.id and t.part_no = 1
     where h.user_id = ? and h.state in ('stopped', 'going') and t.state = 'published' order by h.id`,
  );
  const status = disk.sqlite.prepare<unknown[], { status: string; gone: number }>(
    "select status, unlinked_at is not null as gone from accounts where network_user_id = ?",
  );
  const sending = disk.sqlite.prepare<unknown[], { account: string }>(
    `select a.network_user_id as account from tweets t join accounts a on a.id = t.account_id
     where t.user_id = ? and t.state in ('publishing', 'unknown') order by t.id`,
  );
  const one = (person: Person, state: string): Moved | null => {
    const found = inState.all(person.userId, state);
    return found.length > 0 ? random.pick(found) : null;
  };
  const freshText = () => {
    written += 1;
    const end = random.pick(["", ".", " 🐦", " https://linnet.example/a", " — ça va", "\nand a second line"]);
    return `${written}: a thought on ${random.pick(["tea", "code", "bread", "rain"])}${end}`;
  };
  const account = (person: Person) => (random.chance(0.5) ? null : random.pick(person.accounts));

  function place(app: App, person: Person, tweetId: number): Promise<void> {
    const named = account(person);
    const ask = { userId: person.userId, tweetId, account: named };
    return whose.naming(tweetId, named, () => placeNow(app, person, ask));
  }

  async function placeNow(app: App, person: Person, ask: publishing.SendRequest): Promise<void> {
    const how = random.next();
    if (how < 0.5) await scheduling.addToTimeline(app, { ...ask, timeZone: person.zone });
    else if (how < 0.75) {
      const executeAt = app.clock.now() + Math.round(random.between(-minutes(1), hours(random.chance(0.5) ? 1 : 14)));
      await scheduling.scheduleAt(app, { ...ask, executeAt });
    } else if (random.chance(0.4)) await soon.post(app, ask);
    else {
      const presses = random.chance(0.1) ? 2 : 1;
      await Promise.all(Array.from({ length: presses }, () => publishing.publishNow(app, ask)));
    }
  }

  const leadOf = disk.sqlite.prepare<unknown[], { id: number }>(
    "select id from tweets where part_no = 1 and thread_id = (select thread_id from tweets where id = ?)",
  );
  const threadOf = disk.sqlite.prepare<unknown[], { content: string }>(
    `select content from tweets where thread_id = (select thread_id from tweets where id = ?) order by part_no`,
  );

  async function writeThread(app: App, person: Person): Promise<void> {
    const parts = Array.from({ length: 3 + random.below(3) }, freshText);
    const tweet = await publishing.writeThread(app, { userId: person.userId, parts, account: account(person) });
    ideas.done.set("wrote a thread", (ideas.done.get("wrote a thread") ?? 0) + 1);
    if (random.chance(0.9)) await place(app, person, tweet.id);
  }

  /** Any verb of threads on any tweet: what is out is kept where the person changes the rest. */
  async function pressOnThread(app: App, { userId }: Person, tweetId: number): Promise<unknown> {
    const on = { userId, tweetId };
    const what = random.next();
    if (what < 0.35) return ideas.did("let a thread go on", publishing.continueThread(app, on));
    if (what < 0.6) return ideas.did("stopped a thread", publishing.stopThread(app, on));
    const parts = threadOf.all(tweetId).map(({ content }) => content);
    const kept = parts.slice(0, random.below(parts.length + 1));
    const next = [...kept, ...Array.from({ length: 1 + random.below(3) }, freshText)];
    return ideas.did("changed a thread", publishing.changeThread(app, { ...on, parts: next }));
  }

  async function write(app: App, person: Person): Promise<void> {
    if (random.chance(0.15)) return writeThread(app, person);
    const tweet = await publishing.writeTweet(app, {
      userId: person.userId,
      content: freshText(),
      account: account(person),
    });
    if (random.chance(0.9)) await place(app, person, tweet.id);
  }

  async function onOne(person: Person, state: string, work: (tweet: Moved) => Promise<unknown>): Promise<void> {
    const tweet = one(person, state);
    if (tweet) await work(tweet);
  }

  /** Any verb on any tweet, whatever its state: most are refused, and none may do harm. */
  async function press(app: App, person: Person): Promise<unknown> {
    const tweet = one(person, random.pick(states));
    return tweet && pressOn(app, person, tweet);
  }

  async function pressOn(app: App, person: Person, tweet: Pick<Moved, "id">): Promise<unknown> {
    const { userId } = person;
    const on = { userId, tweetId: tweet.id };
    const what = random.next();
    if (what < 0.1) return pressOnThread(app, person, tweet.id);
    if (what < 0.25) return ideas.press(app, person, tweet.id);
    if (what < 0.4) return place(app, person, tweet.id);
    if (what < 0.5) return scheduling.unschedule(app, on);
    if (what < 0.65) return publishing.editTweet(app, { ...on, content: freshText() });
    if (what < 0.72) return scheduling.dismiss(app, on);
    if (what < 0.85) {
      const other = random.pick(person.accounts);
      return whose.naming(tweet.id, other, () => publishing.postAs(app, { ...on, account: other }));
    }
    // Nobody lies: what is out is found to be.
    return publishing.resolve(app, { ...on, ...found(tweet.id) });
  }

  /** What the person sees at the network; whoever copies its address says where it is. */
  function found(tweetId: number): { published: boolean; postId?: string } {
    const post = truth().find((one) => one.tweetId === tweetId);
    return { published: post !== undefined, ...(post && random.chance(0.7) && { postId: post.postId }) };
  }

  async function tendAccount(app: App, person: Person): Promise<void> {
    const busy = sending.all(person.userId);
    // Where something is on its way most can go wrong.
    const which = busy.length > 0 && random.chance(0.5) ? random.pick(busy).account : random.pick(person.accounts);
    const now = status.get(which);
    if (now?.gone === 1 || now?.status === "reconnect") return link(app, person, which);
    if (now?.status === "paused") return publishing.resumeAccount(app, person.userId, which);
    if (random.chance(0.25)) return publishing.pauseAccount(app, person.userId, which);
    if (random.chance(0.15)) return publishing.unlink(app, person.userId, which);
    if (random.chance(0.5)) return setDefault(app, person.userId, which);
  }

  /** Looks at the network and says what is there; honest, and by now the network has settled. */
  async function answer(app: App, person: Person): Promise<void> {
    for (const { id } of asked.all(person.userId)) {
      if (random.chance(0.5)) continue;
      await publishing.resolve(app, { userId: person.userId, tweetId: id, ...found(id) });
    }
  }

  /** Threads that stand still are let go on, more often than not; those that go are stopped now and then, or changed. */
  async function tendThread(app: App, person: Person): Promise<unknown> {
    const found = open.all(person.userId);
    if (found.length === 0) return null;
    const { id: tweetId, state } = random.pick(found);
    const on = { userId: person.userId, tweetId };
    if (random.chance(0.3)) return pressOnThread(app, person, tweetId);
    return state === "stopped"
      ? ideas.did("let a thread go on", publishing.continueThread(app, on))
      : ideas.did("stopped a thread", publishing.stopThread(app, on));
  }

  async function travel(app: App, person: Person): Promise<void> {
    person.zone = random.pick(zones);
    await setTimezone(app, person.userId, person.zone);
  }

  async function act(app: App, person: Person): Promise<unknown> {
    const what = random.next();
    const { userId } = person;
    if (what < 0.34) return write(app, person);
    if (what < 0.37) return ideas.several(app, person);
    if (what < 0.45) return ideas.act(app, person);
    if (what < 0.5) return tendThread(app, person);
    if (what < 0.6) return onOne(person, "pending", ({ id }) => place(app, person, id));
    if (what < 0.66) return onOne(person, "failed", ({ id }) => place(app, person, id));
    if (what < 0.73) return onOne(person, "scheduled", ({ id }) => place(app, person, id));
    if (what < 0.8) return press(app, person);
    if (what < 0.9) return tendAccount(app, person);
    if (what < 0.95) return answer(app, person);
    if (what < 0.97) return travel(app, person);
    return request(app, { userId, accountId: null, topic: random.pick(["tea", "rain"]), webSearch: false });
  }

  async function disturb(app: App, person: Person, account: string, tweetId: number): Promise<unknown> {
    const what = random.next();
    const lead = leadOf.get(tweetId)?.id;
    if (lead !== undefined && what < 0.7) return pressOnThread(app, person, lead);
    if (what < 0.5) return publishing.unlink(app, person.userId, account);
    if (what < 0.6) return publishing.pauseAccount(app, person.userId, account);
    return pressOn(app, person, { id: tweetId });
  }

  async function tried(verb: () => Promise<unknown>): Promise<unknown> {
    try {
      await verb();
      return null;
    } catch (error) {
      return error instanceof AppError ? null : error;
    }
  }

  return {
    /** How often each verb of ideas did what it was asked for. */
    done: ideas.done,
    /** Answers what went wrong that should not; a refusal in words is nothing wrong. */
    async act(app: App, person: Person): Promise<unknown> {
      // Now and then in two or three windows at once.
      const windows = random.chance(0.2) ? 2 + Math.floor(random.between(0, 2)) : 1;
      const ends = await Promise.all(Array.from({ length: windows }, () => tried(() => act(app, person))));
      return ends.find((error) => error !== null) ?? null;
    },
    /** Something is done with a tweet, or with its account (the network's id), while it is being sent. */
    disturb: (app: App, person: Person, account: string, tweetId: number): Promise<unknown> =>
      tried(() => disturb(app, person, account, tweetId)),
    /** Everything is put in order again: accounts linked and going on. */
    async tidy(app: App, person: Person): Promise<void> {
      for (const which of person.accounts) {
        const now = status.get(which);
        if (now?.gone === 1 || now?.status === "reconnect") await link(app, person, which);
        else if (now?.status === "paused") await publishing.resumeAccount(app, person.userId, which);
      }
    },
  };
}
