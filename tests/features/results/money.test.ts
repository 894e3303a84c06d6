// Money, simulated: accounts with every level, limit, fault and restart; what Linnet believes it spent against a meter at the network.
import { expect, it } from "vitest";
import { saveResultSettings, readDue, readNow } from "~/features/results/results.server";
import { levels } from "~/features/results/result";
import { listSpending } from "~/features/spending/spending.server";
import { startOfNextDay } from "~/features/spending/day-limit";
import { AppError } from "~/ground/errors";
import { days, hours, minutes } from "~/ground/time/duration";
import type { Account } from "~/features/accounts/account";
import { openTokens } from "~/features/accounts/accounts.server";
import { sealTokens } from "~/features/accounts/tokens.server";
import { createTestApp, noAnswer, type TestApp } from "~tests/support/app";
import { faulty, type FaultyNetwork } from "~tests/support/fakes/faulty-network";
import { linkAccount, makePerson, type Person } from "~tests/support/people/make";
import { seeded } from "../../crash/random";

const accountDays = process.env["LINNET_NIGHT"] ? 10_000 : 240;
const perWorld = { people: 2, accountsEach: 2, days: 15 };
const worlds = Math.ceil(accountDays / (perWorld.people * perWorld.accountsEach * perWorld.days));
const firstSeed = Number(process.env["MONEY_SEED"] ?? 6_100);
const zones = ["UTC", "Asia/Tokyo", "America/Los_Angeles", "Europe/Berlin"] as const;
const postMicros = 15_000;
const linkMicros = 200_000;

interface Writer {
  person: Person;
  account: Account;
}

class World {
  private made = 0;
  readonly chance: () => number;
  /** Answers that were lost before the network took the call: Linnet must count them, the network can't. */
  neverTaken = 0;
  /** Answers that were lost on their way back: of a post that is gone nothing was charged, and Linnet can't know. */
  lostAfter = 0;
  constructor(
    readonly seed: number,
    readonly app: TestApp,
    readonly network: FaultyNetwork,
    readonly people: Person[],
    readonly writers: Writer[],
  ) {
    this.chance = seeded(seed).next;
  }

  one<T>(of: readonly T[]): T {
    const found = of[Math.floor(this.chance() * of.length)];
    if (found === undefined) throw new Error("Nothing to choose from");
    return found;
  }

  async tweet(state: "scheduled" | "published", at: number, { person, account }: Writer): Promise<void> {
    this.made += 1;
    const isDear = this.chance() < 0.1;
    const content = isDear ? `${this.made} at https://example.com/` : `Post ${this.made}`;
    const isOut = state === "published";
    const postId = `7${this.seed}${String(this.made).padStart(6, "0")}`;
    await this.app.db
      .insertInto("tweets")
      .values({
        user_id: person.user.id,
        account_id: account.id,
        account_is_own: 1,
        position: 0,
        origin: "own",
        content,
        fingerprint: content,
        created_at: at,
        updated_at: at,
        state,
        publish_type: "scheduled",
        moment_reason: "Chosen.",
        due_at: at,
        published_at: isOut ? at : null,
        post_id: isOut ? postId : null,
      })
      .execute();
    if (isOut) this.network.figures.set(postId, { likes: 1, impressions: 50 });
  }

  /** What waits and has fallen due goes out, and is paid. */
  async publish(): Promise<void> {
    const due = await this.app.db
      .selectFrom("tweets")
      .selectAll()
      .where("state", "=", "scheduled")
      .where("due_at", "<=", this.app.clock.now())
      .execute();
    for (const row of due) {
      const postId = `7${this.seed}9${String(row.id).padStart(6, "0")}`;
      const at = row.due_at ?? 0;
      await this.app.db
        .updateTable("tweets")
        .set({ state: "published", published_at: at, post_id: postId })
        .where("id", "=", row.id)
        .execute();
      this.network.figures.set(postId, { likes: 1, impressions: 50 });
      await this.app.db
        .insertInto("attempts")
        .values({
          tweet_id: row.id,
          attempt_no: 1,
          lease_token: `${this.seed}-${row.id}`,
          text_hash: "-",
          price_micros: row.content.includes("https://") ? linkMicros : postMicros,
          started_at: at,
          settle_at: at,
          ended_at: at,
          outcome: "published",
          checks: 0,
          failed_checks: 0,
        })
        .execute();
    }
  }

  /** What each person's share leaves beside their own posts of today. */
  async slack(): Promise<Map<string, number>> {
    const { dailySpendLimit } = this.app.config;
    if (dailySpendLimit === 0) return new Map();
    const now = this.app.clock.now();
    const rows = await this.app.db
      .selectFrom("tweets")
      .innerJoin("users", "users.id", "tweets.user_id")
      .select(["user_id", "due_at", "content", "users.timezone"])
      .where("state", "=", "scheduled")
      .execute();
    const slack = new Map<string, number>();
    for (const { userId, shareMicros, spentMicros } of await listSpending(this.app.db, this.app)) {
      const needed = rows
        .filter((row) => row.user_id === userId && (row.due_at ?? 0) < startOfNextDay(now, row.timezone))
        .reduce((sum, row) => sum + (row.content.includes("https://") ? linkMicros : postMicros), 0);
      slack.set(userId, shareMicros - spentMicros - needed);
    }
    return slack;
  }

  figures = () => this.app.db.selectFrom("paid_reads").selectAll().where("kind", "=", "figures").execute();

  async turn(): Promise<void> {
    const [before, slack] = [(await this.figures()).length, await this.slack()];
    const calls = this.network.figureCalls.length;
    await readDue(this.app);
    const rows = await this.figures();
    if (rows.slice(before).some(({ price_micros: price }) => price > 0))
      for (const [userId, left] of await this.slack())
        expect(left, `seed ${this.seed}: a reading took what a post needs`).toBeGreaterThanOrEqual(
          Math.min(0, slack.get(userId) ?? 0),
        );
    const made = this.network.figureCalls.slice(calls).filter(({ ids }) => ids.length > 0);
    const whose = made.map(({ ids }) => ids[0] ?? "");
    expect(new Set(whose).size, `seed ${this.seed}: one post was asked for twice in a turn`).toBe(whose.length);
    expect(made.length, `seed ${this.seed}: more calls than accounts`).toBeLessThanOrEqual(this.writers.length);
    await this.judge(rows);
  }

  async judge(rows: Awaited<ReturnType<World["figures"]>>): Promise<void> {
    const { dailyReadLimit } = this.app.config;
    const today = Math.floor(this.app.clock.now() / days(1)) * days(1);
    const spent = rows.filter(({ read_at: at }) => at >= today).reduce((sum, row) => sum + row.price_micros, 0);
    if (dailyReadLimit > 0)
      expect(spent, `seed ${this.seed}: over the day's limit of readings`).toBeLessThanOrEqual(
        Math.round(dailyReadLimit * 1_000_000),
      );
    const all = rows.reduce((sum, row) => sum + row.price_micros, 0);
    const { micros } = this.network.meter();
    expect(all, `seed ${this.seed}: the network charged more than Linnet knows of`).toBeGreaterThanOrEqual(micros);
    const isKnown = this.neverTaken === 0 && (this.lostAfter === 0 || this.network.gone.size === 0);
    if (isKnown) expect(all, `seed ${this.seed}: Linnet counts what the network did not charge`).toBe(micros);
  }

  async act(): Promise<void> {
    const now = this.app.clock.now();
    const writer = this.one(this.writers);
    const dice = this.chance();
    if (dice < 0.25) await this.tweet("published", now - Math.floor(this.chance() * hours(1)), writer);
    else if (dice < 0.4) await this.tweet("scheduled", now + Math.floor(this.chance() * hours(20)), writer);
    else if (dice < 0.45) await saveResultSettings(this.app, writer.person.user.id, { level: this.one(levels) });
    else if (dice < 0.5) await this.ask(writer);
    else if (dice < 0.6) this.fail();
    else if (dice < 0.61) await this.restart();
    else if (dice < 0.62) this.network.gone.add(await this.somePost());
  }

  fail(): void {
    const fault = this.one(["lost after", "lost before", "not sent", 401, 402, 429, 500, 503] as const);
    if (fault === "lost before") this.neverTaken += 1;
    if (fault === "lost after") this.lostAfter += 1;
    this.network.readFaults.push(typeof fault === "number" ? { status: fault } : fault);
  }

  async somePost(): Promise<string> {
    return this.one([...this.network.figures.keys(), "1"]);
  }

  async ask({ person }: Writer): Promise<void> {
    const rows = await this.app.db.selectFrom("tweets").select("id").where("state", "=", "published").execute();
    try {
      if (rows.length > 0) await readNow(this.app, { userId: person.user.id, tweetId: this.one(rows).id });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
    }
  }

  /** The process ends while the network is asked: the call comes to nothing, and its row stays as it was. */
  async restart(): Promise<void> {
    const before = this.network.figureCalls.length;
    this.network.holdFigures = noAnswer();
    let isOver = false;
    const note = () => void (isOver = true);
    readDue(this.app).then(note, note);
    // Until it stands at the network, or has nothing to ask of it.
    while (!isOver && this.network.figureCalls.length === before) await new Promise((resolve) => setImmediate(resolve));
    if (this.network.figureCalls.length > before) this.neverTaken += 1;
    this.network.holdFigures = null;
    this.app.clock.advance(minutes(5));
  }
}

async function makeWorld(seed: number): Promise<World> {
  const chance = seeded(seed * 31).next;
  const one = <T>(of: readonly T[]): T => of[Math.floor(chance() * of.length)] as T;
  const env = {
    DAILY_READ_LIMIT: one(["0", "0.01", "0.02", "0.1", "1"]),
    DAILY_SPEND_LIMIT: one(["0", "0.1", "0.5", "5"]),
    RESULTS_HOURS: one(["1,24,72,168,696", "0.5,2,4,6,8", "2,12,24,48,96"]),
  };
  const app = await createTestApp({ env });
  app.clock.set(Date.parse("2026-03-20T05:00:00Z") + Math.floor(chance() * days(200)));
  const people: Person[] = [];
  const writers: Writer[] = [];
  for (let n = 0; n < perWorld.people; n += 1) {
    const person = await makePerson(app, `person${n}`);
    people.push(person);
    for (let m = 0; m < perWorld.accountsEach; m += 1)
      writers.push({ person, account: await linkAccount(app, person, `p${n}_${m}`) });
    await app.db
      .updateTable("users")
      .set({ timezone: one(zones) })
      .where("id", "=", person.user.id)
      .execute();
    await saveResultSettings(app, person.user.id, { level: one(levels) });
  }
  const network = faulty(app.network, { now: () => app.clock.now() });
  Object.assign(network, { kind: "x" });
  app.network = network;
  for (const row of await app.db.selectFrom("accounts").selectAll().execute()) {
    const tokens = sealTokens(app, row.user_id, row.network_user_id, openTokens(app, row));
    await app.db.updateTable("accounts").set({ network: "x", tokens }).where("id", "=", row.id).execute();
  }
  return new World(seed, app, network, people, writers);
}

it(`over ${worlds * perWorld.people * perWorld.accountsEach * perWorld.days} account-days no reading breaks a limit, takes what a post needs, or is unknown to Linnet`, async () => {
  let calls = 0;
  for (let n = 0; n < worlds; n += 1) {
    const world = await makeWorld(firstSeed + n);
    const end = world.app.clock.now() + days(perWorld.days);
    while (world.app.clock.now() < end) {
      world.app.clock.advance(minutes(30 + Math.floor(world.chance() * 120)));
      await world.publish();
      for (let actions = 0; actions < 4; actions += 1) await world.act();
      await world.turn();
    }
    calls += world.network.figureCalls.length;
    await world.app.close();
  }
  // Worlds in which nothing is read would show nothing.
  expect(calls).toBeGreaterThan(worlds * 5);
});
