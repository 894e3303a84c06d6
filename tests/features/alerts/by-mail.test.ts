// A bad night by mail: a real SMTP server, two people with two accounts each; who confirmed an address is told, once.
import { afterEach, beforeEach, expect, it } from "vitest";
import { hours, minutes, seconds } from "~/ground/time/duration";
import type { Account } from "~/features/accounts/account";
import { setDefault } from "~/features/accounts/accounts.server";
import { setAlertPreferences } from "~/features/alerts/alerts.server";
import { publishDue } from "~/features/publishing/publishing.server";
import { scheduleAt } from "~/features/scheduling/scheduling.server";
import type { Tweet } from "~/features/tweets/tweets.server";
import { deliveries } from "~jobs/deliveries.server";
import { createTestApp, type TestApp } from "~tests/support/app";
import { type FakeMail, startFakeMail } from "~tests/support/fakes/fake-mail";
import { answered, faulty, type FaultyNetwork } from "~tests/support/fakes/faulty-network";
import { linkAccount, makeBatch, makePerson, type Person } from "~tests/support/people/make";

let server: FakeMail;
let app: TestApp;
let network: FaultyNetwork;
const people = new Map<string, { person: Person; account: Account; tweets: Tweet[] }>();

const chosen = { tweet_failed: true, account: true, bot: true, weekly_summary: false };
const night = Date.parse("2026-11-20T03:00:00Z");

beforeEach(async () => {
  server = await startFakeMail();
  const from = { name: "Linnet", address: "linnet@linnet.example" };
  app = await createTestApp({
    config: { mail: { url: server.url, from }, quietHours: null, minGapMs: 0, dailySpendLimit: 0 },
  });
  for (const name of ["alice", "bob"]) {
    const person = await makePerson(app, name);
    const account = await linkAccount(app, person, `${name}_x`);
    const other = await linkAccount(app, person, `${name}_default`);
    await setDefault(app, person.user.id, other.networkUserId);
    await setAlertPreferences(app, person.user.id, chosen);
    people.set(name, { person, account, tweets: await makeBatch(app, person, account, `gardening with ${name}`) });
  }
  await app.db.updateTable("users").set({ email_confirmed_at: 1 }).execute();
  network = faulty(app.network);
  app.network = network;
});
afterEach(async () => {
  await app.close();
  await server.close();
});

const cast = (name: string) => {
  const found = people.get(name);
  if (!found) throw new Error(`There is no ${name}`);
  return found;
};

async function pass(ms: number, step = seconds(1)): Promise<void> {
  for (let left = ms; left > 0; left -= step) {
    app.clock.advance(Math.min(left, step));
    await (
      await publishDue(app)
    ).done;
    await (
      await deliveries(app)
    ).done;
  }
}

/** So many of each person's are refused, ten seconds apart. */
async function refuse(counts: Record<string, number>): Promise<void> {
  for (const [name, count] of Object.entries(counts)) {
    const { person, account, tweets } = cast(name);
    for (let n = 0; n < count; n += 1)
      await scheduleAt(app, {
        userId: person.user.id,
        tweetId: tweets[n]?.id ?? 0,
        account: account.networkUserId,
        executeAt: night + n * seconds(10),
      });
  }
  network.faults = Array.from({ length: 9 }, () => answered(403, { detail: "Your Tweet text is too long." }));
  app.clock.set(night - seconds(1));
  await pass(seconds(42));
}

it("five tweets refused in the night are one mail within 60 seconds, each person's to them alone", async () => {
  await refuse({ alice: 5, bob: 1 });
  await pass(seconds(60));
  expect(server.mails.map(({ to, parsed }) => [to, parsed.subject]).toSorted()).toEqual([
    [["alice@linnet.example"], "5 tweets need your attention"],
    [["bob@linnet.example"], "A tweet needs your attention"],
  ]);
  const text = server.mailsFor("alice@linnet.example")[0]?.parsed.text ?? "";
  expect(text.match(/^- /gm)).toHaveLength(5);
  expect(text).toContain(`${app.config.appOrigin}/timeline`);
  expect(text).not.toContain("bob");
  await pass(hours(1), minutes(1));
  expect(server.mails).toHaveLength(2);
});

it("with the mail server down for an hour it arrives once that is back, once", async () => {
  await server.goDown();
  await refuse({ alice: 5 });
  await pass(hours(1), seconds(20));
  expect(server.mails).toEqual([]);
  await server.comeUp();
  await pass(minutes(20), seconds(20));
  expect(server.mails.map(({ parsed }) => parsed.subject)).toEqual(["5 tweets need your attention"]);
  await pass(hours(1), minutes(1));
  expect(server.mails).toHaveLength(1);
});

it("who has confirmed no address gets no mail", async () => {
  await app.db.updateTable("users").set({ email_confirmed_at: null }).execute();
  await refuse({ alice: 1 });
  await pass(minutes(10), seconds(20));
  expect(server.mails).toEqual([]);
  const rows = await app.db.selectFrom("deliveries").select(["state", "last_error"]).execute();
  expect(rows).toEqual([{ state: "failed", last_error: "The user has no confirmed email" }]);
});

it("no address and no words of a tweet are in the log", async () => {
  server.refuse({ at: "to", code: 550, words: "No such user alice@linnet.example" });
  await refuse({ alice: 1 });
  await pass(minutes(2));
  const logged = JSON.stringify(app.logged);
  expect(logged).toContain("delivery failed permanently");
  for (const secret of ["alice@linnet.example", ...cast("alice").tweets.map(({ content }) => content)])
    expect(logged).not.toContain(secret);
});
