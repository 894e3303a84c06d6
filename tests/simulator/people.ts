// What people do with Linnet over a day: write, schedule, post, change their minds, travel, sleep.
import { randomUUID } from "node:crypto";
import { AppError } from "~/errors";
import { days, hours, minutes } from "~/duration";
import { beginLink, finishLink } from "~/features/accounts/accounts.server";
import { insertSession, insertUser } from "~/features/users/queries.server";
import { setTimezone } from "~/features/users/users.server";
import { request } from "~/features/generation/generation.server";
import * as publishing from "~/features/publishing/publishing.server";
import type { App } from "~/app.server";
import { hashToken } from "~/token.server";
import { wallClock } from "~/zone";
import type { Random } from "../crash/random";
import type { Disk } from "./disk";
import type { Truth } from "./network";

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
  await insertSession(app.db, { idHash: hashToken(sessionId), userId, now, expiresAt: now + days(365) });
  const person = { userId, sessionId, accounts, zone };
  for (const account of accounts) await link(app, person, account);
  return person;
}

/** Links the account, or links it again, through the network's consent. */
export async function link(app: App, person: Person, account: string): Promise<void> {
  const begun = new URL(await beginLink(app, person, { forceLogin: true }));
  const oauthToken = begun.searchParams.get("oauth_token");
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

/** Does one thing, drawn at random. Throws what the verb throws. */
export function makePeople(disk: Disk, random: Random, truth: () => Truth[]) {
  let written = 0;
  const inState = disk.sqlite.prepare<unknown[], Moved>(
    "select id, content as text from tweets where user_id = ? and state = ? order by id",
  );
  const asked = disk.sqlite.prepare<unknown[], Moved>(
    "select id, content as text from tweets where user_id = ? and state = 'unknown' and error_code = 'ask'",
  );
  const status = disk.sqlite.prepare<unknown[], { status: string; gone: number }>(
    "select status, unlinked_at is not null as gone from accounts where network_user_id = ?",
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

  async function place(app: App, person: Person, tweetId: number): Promise<void> {
    const ask = { userId: person.userId, tweetId, account: account(person) };
    const how = random.next();
    if (how < 0.5) await publishing.addToTimeline(app, { ...ask, timeZone: person.zone });
    else if (how < 0.75) {
      const executeAt = app.clock.now() + Math.round(random.between(-minutes(1), hours(random.chance(0.5) ? 1 : 14)));
      await publishing.scheduleAt(app, { ...ask, executeAt });
    } else {
      const presses = random.chance(0.1) ? 2 : 1;
      await Promise.all(Array.from({ length: presses }, () => publishing.publishNow(app, ask)));
    }
  }

  async function write(app: App, person: Person): Promise<void> {
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

  async function tendAccount(app: App, person: Person): Promise<void> {
    const which = random.pick(person.accounts);
    const now = status.get(which);
    if (now?.gone === 1 || now?.status === "reconnect") return link(app, person, which);
    if (now?.status === "paused") return publishing.resumeAccount(app, person.userId, which);
    if (random.chance(0.25)) return publishing.pauseAccount(app, person.userId, which);
    if (random.chance(0.1)) return publishing.unlink(app, person.userId, which);
  }

  /** Looks at the network and says what is there; honest, and by now the network has settled. */
  async function answer(app: App, person: Person): Promise<void> {
    for (const { id } of asked.all(person.userId)) {
      if (random.chance(0.5)) continue;
      const published = truth().some((post) => post.tweetId === id);
      await publishing.resolve(app, { userId: person.userId, tweetId: id, published });
    }
  }

  async function travel(app: App, person: Person): Promise<void> {
    person.zone = random.pick(zones);
    await setTimezone(app, person.userId, person.zone);
  }

  async function act(app: App, person: Person): Promise<unknown> {
    const what = random.next();
    const { userId } = person;
    if (what < 0.5) return write(app, person);
    if (what < 0.6) return onOne(person, "pending", ({ id }) => place(app, person, id));
    if (what < 0.66) return onOne(person, "failed", ({ id }) => place(app, person, id));
    if (what < 0.73) return onOne(person, "scheduled", ({ id }) => place(app, person, id));
    if (what < 0.77) return onOne(person, "scheduled", ({ id }) => publishing.takeOff(app, { userId, tweetId: id }));
    if (what < 0.8)
      return onOne(person, random.pick(["scheduled", "pending"]), ({ id }) =>
        publishing.editTweet(app, { userId, tweetId: id, content: freshText() }),
      );
    if (what < 0.9) return tendAccount(app, person);
    if (what < 0.95) return answer(app, person);
    if (what < 0.97) return travel(app, person);
    return request(app, { userId, accountId: null, topic: random.pick(["tea", "rain"]), webSearch: false });
  }

  return {
    /** Answers what went wrong that should not; a refusal in words is nothing wrong. */
    async act(app: App, person: Person): Promise<unknown> {
      try {
        await act(app, person);
        return null;
      } catch (error) {
        return error instanceof AppError ? null : error;
      }
    },
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
