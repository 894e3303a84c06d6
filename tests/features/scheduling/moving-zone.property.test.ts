// People who move: whatever zones are guessed and chosen while tweets wait, no guess moves what is scheduled, the chosen zone
// holds, and drawn moments stay out of its night as soon as they are drawn anew.
import fc from "fast-check";
import { afterEach, beforeEach, expect, it } from "vitest";
import { hours, minutes } from "~/ground/time/duration";
import type { Account } from "~/features/accounts/account";
import { isQuiet } from "~/features/moments/moment";
import {
  addToTimeline,
  rescheduleAtNight,
  guessTimezone,
  listAtNight,
  scheduleAt,
} from "~/features/scheduling/scheduling.server";
import { pauseAccount, writeTweet } from "~/features/publishing/publishing.server";
import { findUser, setTimezone } from "~/features/users/users.server";
import { presentName } from "~/features/users/zone/zone-names";
import { createTestApp, type TestApp } from "~tests/support/app";
import { linkAccount, makePerson, type Person } from "~tests/support/people/make";
import { allZones } from "~tests/support/zones";

let app: TestApp;
beforeEach(async () => {
  app = await createTestApp();
});
afterEach(() => app?.close());

const zone = fc.constantFrom(...allZones);
const step = fc.oneof(
  fc.record({ does: fc.constant("guess" as const), zone }),
  fc.record({ does: fc.constant("choose" as const), zone }),
  fc.record({ does: fc.constant("draw" as const), second: fc.boolean() }),
  fc.record({ does: fc.constant("name" as const), second: fc.boolean(), ahead: fc.integer({ min: 1, max: 900 }) }),
  fc.record({ does: fc.constant("anew" as const) }),
  fc.record({ does: fc.constant("wait" as const), ahead: fc.integer({ min: 1, max: 600 }) }),
);

/** Afternoon by UTC is night in Tokyo: two moments are drawn anew, whatever else is drawn by chance. */
const fromDayToNight = [
  { does: "draw" as const, second: false },
  { does: "draw" as const, second: true },
  { does: "choose" as const, zone: "Asia/Tokyo" as const },
  { does: "anew" as const },
];

const scheduled = (userId: string) =>
  app.db
    .selectFrom("tweets")
    .select(["id", "account_id", "content", "due_at", "moment_reason"])
    .where("user_id", "=", userId)
    .where("state", "=", "scheduled")
    .execute();

const isPlanned = async (person: Person) => (await scheduled(person.user.id)).length > 0;

const zoneOf = async (person: Person) => (await findUser(app, person.user.id))?.timezone ?? "";

let texts = 0;
async function newTweet(person: Person): Promise<number> {
  const { id } = await writeTweet(app, { userId: person.user.id, content: `Text ${(texts += 1)}`, account: null });
  return id;
}

it("the zone that a person chose holds, no guess moves what is scheduled, and what is drawn is never at night in it", async () => {
  const { quietHours } = app.config;
  let nightly = 0;
  let people = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30, size: "max" }), async (steps) => {
      const person = await makePerson(app, `alice${(people += 1)}`);
      const accounts = [
        await linkAccount(app, person, `first${people}`),
        await linkAccount(app, person, `second${people}`),
      ] as [Account, Account];
      const accountOf = (second: boolean) => accounts[second ? 1 : 0].networkUserId;
      let expected = { zone: "UTC", chosen: false };
      for (const one of steps) {
        const stored = await zoneOf(person);
        const ask = async (second: boolean) => ({
          userId: person.user.id,
          tweetId: await newTweet(person),
          account: accountOf(second),
        });
        if (one.does === "wait") app.clock.advance(minutes(one.ahead));
        if (one.does === "guess") {
          const held = await guessTimezone(app, person.user.id, one.zone);
          const guess = presentName(one.zone);
          const isFree = expected.zone === "UTC" || (!/^(UTC|Etc\/.*)$/.test(guess) && !(await isPlanned(person)));
          if (!expected.chosen && isFree) expected = { zone: guess, chosen: false };
          expect(held).toBe(expected.zone);
        }
        if (one.does === "choose") {
          expected = { zone: presentName(one.zone), chosen: true };
          expect(await setTimezone(app, person.user.id, one.zone)).toBe(expected.zone);
        }
        if (one.does === "draw") {
          const { executeAt } = await addToTimeline(app, { ...(await ask(one.second)), timeZone: null });
          expect(isQuiet(executeAt, stored, quietHours)).toBe(false);
        }
        if (one.does === "name") {
          const executeAt = app.clock.now() + minutes(one.ahead);
          await scheduleAt(app, { ...(await ask(one.second)), executeAt });
        }
        expect(await zoneOf(person)).toBe(expected.zone);

        const before = await scheduled(person.user.id);
        const atNight = before.filter(
          ({ due_at, moment_reason }) => moment_reason !== null && isQuiet(due_at ?? 0, expected.zone, quietHours),
        );
        const listed = (await listAtNight(app, person.user.id, expected.zone)).map(({ id }) => id);
        expect(listed.toSorted()).toEqual(atNight.map(({ id }) => id).toSorted());
        if (one.does !== "anew") continue;
        nightly += listed.length;
        expect(await rescheduleAtNight(app, person.user.id, expected.zone)).toBe(listed.length);
        expect(await listAtNight(app, person.user.id, expected.zone)).toEqual([]);
        const after = await scheduled(person.user.id);
        for (const tweet of before) {
          const now = after.find(({ id }) => id === tweet.id);
          // Only the moment is another, and only of what was at night.
          if (!listed.includes(tweet.id)) expect(now).toEqual(tweet);
          else expect(now).toMatchObject({ account_id: tweet.account_id, content: tweet.content });
        }
      }
    }),
    { numRuns: 30, examples: [[fromDayToNight]] },
  );
  expect(nightly).toBeGreaterThan(1);
});

it("what waits for a paused account is drawn anew as well, and the journal says when", async () => {
  const person = await makePerson(app, "alice");
  const account = await linkAccount(app, person, "alice_x");
  const ask = { userId: person.user.id, tweetId: await newTweet(person), account: null };
  const { executeAt } = await addToTimeline(app, { ...ask, timeZone: "UTC" });
  await pauseAccount(app, person.user.id, account.networkUserId);
  const hour = new Date(executeAt).getUTCHours();
  const away = (hour + 22) % 24;
  const zone = away > 12 ? `Etc/GMT-${24 - away}` : `Etc/GMT+${away}`;
  expect(await rescheduleAtNight(app, person.user.id, zone)).toBe(1);
  const [moved] = await scheduled(person.user.id);
  expect((moved?.due_at ?? 0) - app.clock.now()).toBeGreaterThanOrEqual(hours(4));
  const events = await app.db.selectFrom("tweet_events").select(["kind", "detail"]).orderBy("id").execute();
  expect(events.at(-1)).toEqual({ kind: "moved", detail: moved?.moment_reason });
});
