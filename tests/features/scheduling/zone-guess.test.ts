// A browser's guess of the zone: no sign-in moves the night of who has something scheduled, and nothing says less than it did.
import { afterEach, beforeEach, expect, it } from "vitest";
import { hours } from "~/ground/time/duration";
import {
  addToTimeline,
  asksAboutZone,
  guessTimezone,
  listAtNight,
  scheduleAt,
  unschedule,
} from "~/features/scheduling/scheduling.server";
import { pauseAccount, writeTweet } from "~/features/publishing/publishing.server";
import { findUser, setTimezone } from "~/features/users/users.server";
import type { User } from "~/features/users/user";
import { presentName } from "~/features/users/zone/zone-names";
import { createTestApp, type TestApp } from "~tests/support/app";
import { linkAccount, makePerson, type Person } from "~tests/support/people/make";

let app: TestApp;
beforeEach(async () => {
  app = await createTestApp();
});
afterEach(() => app?.close());

const userOf = async (person: Person): Promise<User> => {
  const user = await findUser(app, person.user.id);
  if (!user) throw new Error("There is no such person");
  return user;
};

/** Two accounts each; what is scheduled is not the default's. */
async function newPerson(name: string) {
  const person = await makePerson(app, name);
  await linkAccount(app, person, `${name}_one`);
  return { person, second: await linkAccount(app, person, `${name}_two`) };
}

async function write({ person, second }: Awaited<ReturnType<typeof newPerson>>): Promise<number> {
  const { id: userId } = person.user;
  return (await writeTweet(app, { userId, content: `Herons of ${userId}`, account: second.networkUserId })).id;
}

type Guess = "Asia/Tokyo" | "Europe/Berlin" | "UTC" | "Etc/UTC" | "GMT" | "Etc/GMT+5";

/** What holds after each guess where nothing is scheduled, and where something is; `?`: the person is asked. */
const table: Record<string, Record<Guess, [free: string, planned: string]>> = {
  "nobody said": {
    "Asia/Tokyo": ["Asia/Tokyo", "Asia/Tokyo"],
    "Europe/Berlin": ["Europe/Berlin", "Europe/Berlin"],
    UTC: ["UTC", "UTC"],
    "Etc/UTC": ["UTC", "UTC"],
    GMT: ["UTC", "UTC"],
    "Etc/GMT+5": ["Etc/GMT+5", "Etc/GMT+5"],
  },
  "guessed Europe/Berlin": {
    "Asia/Tokyo": ["Asia/Tokyo", "Europe/Berlin?"],
    "Europe/Berlin": ["Europe/Berlin", "Europe/Berlin"],
    UTC: ["Europe/Berlin", "Europe/Berlin"],
    "Etc/UTC": ["Europe/Berlin", "Europe/Berlin"],
    GMT: ["Europe/Berlin", "Europe/Berlin"],
    "Etc/GMT+5": ["Europe/Berlin", "Europe/Berlin"],
  },
  "guessed Etc/GMT+5": {
    "Asia/Tokyo": ["Asia/Tokyo", "Etc/GMT+5?"],
    "Europe/Berlin": ["Europe/Berlin", "Etc/GMT+5?"],
    UTC: ["Etc/GMT+5", "Etc/GMT+5"],
    "Etc/UTC": ["Etc/GMT+5", "Etc/GMT+5"],
    GMT: ["Etc/GMT+5", "Etc/GMT+5"],
    "Etc/GMT+5": ["Etc/GMT+5", "Etc/GMT+5"],
  },
  "chose UTC": {
    "Asia/Tokyo": ["UTC", "UTC"],
    "Europe/Berlin": ["UTC", "UTC"],
    UTC: ["UTC", "UTC"],
    "Etc/UTC": ["UTC", "UTC"],
    GMT: ["UTC", "UTC"],
    "Etc/GMT+5": ["UTC", "UTC"],
  },
};

it("a guess sets a zone that nobody gave yet, UTC replaces none, and what is scheduled keeps every other away", async () => {
  const seen: typeof table = {};
  let people = 0;
  for (const [before, guesses] of Object.entries(table)) {
    seen[before] = {} as (typeof table)[string];
    for (const guess of Object.keys(guesses) as Guess[]) {
      const held: string[] = [];
      for (const plans of [false, true]) {
        const cast = await newPerson(`alice${(people += 1)}`);
        const { person, second } = cast;
        const { id } = person.user;
        const [does, zone] = before.split(" ") as [string, string];
        if (does === "guessed") await guessTimezone(app, id, zone);
        if (does === "chose") await setTimezone(app, id, zone);
        const tweetId = await write(cast);
        if (plans) await scheduleAt(app, { userId: id, tweetId, account: null, executeAt: app.clock.now() + hours(9) });
        const asks = await asksAboutZone(app, await userOf(person), presentName(guess));
        const holds = await guessTimezone(app, id, guess);
        expect(await userOf(person)).toMatchObject({ timezone: holds, zoneChosen: does === "chose" });
        held.push(`${holds}${asks ? "?" : ""}`);
        expect(second.isDefault).toBe(false);
      }
      seen[before][guess] = held as [string, string];
    }
  }
  expect(seen).toEqual(table);
});

it("a sign-in from a browser on UTC moves no night, and one from elsewhere none of what is scheduled", async () => {
  const cast = await newPerson("alice");
  const bob = await newPerson("bob");
  const { person, second } = cast;
  const { id: userId } = person.user;
  expect(await guessTimezone(app, userId, "Europe/Berlin")).toBe("Europe/Berlin");
  const tweetId = await write(cast);
  await addToTimeline(app, { userId, tweetId, account: null, timeZone: null });
  const nightly = await listAtNight(app, userId, "Europe/Berlin");
  for (const zone of ["UTC", "Asia/Tokyo"]) expect(await guessTimezone(app, userId, zone)).toBe("Europe/Berlin");
  expect(await listAtNight(app, userId, (await userOf(person)).timezone)).toEqual(nightly);
  // An account that is paused keeps its moments.
  await pauseAccount(app, userId, second.networkUserId);
  expect(await guessTimezone(app, userId, "Asia/Tokyo")).toBe("Europe/Berlin");
  // What somebody else has scheduled is nothing to them.
  await guessTimezone(app, bob.person.user.id, "Europe/Berlin");
  expect(await guessTimezone(app, bob.person.user.id, "Asia/Tokyo")).toBe("Asia/Tokyo");
  await unschedule(app, { userId, tweetId });
  expect(await guessTimezone(app, userId, "Asia/Tokyo")).toBe("Asia/Tokyo");
});

it("a guess of no zone is refused, and changes nothing", async () => {
  const { person } = await newPerson("alice");
  await expect(guessTimezone(app, person.user.id, "Moon/Crater")).rejects.toMatchObject({ code: "invalid" });
  expect(await userOf(person)).toMatchObject({ timezone: "UTC", zoneChosen: false });
});
