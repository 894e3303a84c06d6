// No text is lost: whatever is made, moved, freed or refused, all that is not sent is reached by turning pages.
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { hours } from "~/ground/time/duration";
import { analyse } from "~/features/analysis/analysis.server";
import { approve, listProposals, reject, runBots, startBot, stopBot } from "~/features/bots/bots.server";
import type { Account } from "~/features/accounts/account";
import { listBatches } from "~/features/generation/generation.server";
import { addToTimeline, dismiss, scheduleAt, unschedule } from "~/features/scheduling/scheduling.server";
import { editTweet, publishNow, unlink, writeTweet } from "~/features/publishing/publishing.server";
import { moveToTrash, restore } from "~/features/ideas/ideas.server";
import { listDiscarded } from "~/features/tweets/tweets.server";
import { loadGenerate } from "~/screens/generate/load.server";
import type { Idea, IdeasData } from "~/screens/ideas/to-view.server";
import { createTestApp, type TestApp } from "~tests/support/app";
import { answered, faulty, type FaultyNetwork } from "~tests/support/fakes/faulty-network";
import { linkAccount, makeBatch } from "~tests/support/people/make";
import { sendDue } from "~tests/support/sends";
import { type AtScreens, atScreens } from "../support/acting";

let app: TestApp;
let network: FaultyNetwork;
beforeEach(async () => {
  app = await createTestApp({ env: { RATE_LIMITS: "off", DAILY_POST_LIMIT: "0", DAILY_SPEND_LIMIT: "0" } });
  network = faulty(app.network);
  app.network = network;
});
afterEach(() => app?.close());

const ideasPath = (before: string | null) => `/ideas${before ? `?before=${before}` : ""}`;
const ideasIn = ({ days }: IdeasData): Idea[] => days.flatMap(({ ideas }) => ideas);

/** Everything that the pages show, from the first on; each page's way back leads to the one before it. */
async function turnPages(person: AtScreens): Promise<Idea[]> {
  const all: Idea[] = [];
  const seen: (string | null)[] = [];
  for (let page: string | null = null; ;) {
    const data: IdeasData = await person.ideas(ideasPath(page));
    const { older, newer, unsent } = data;
    if (page !== null) {
      const back = await person.ideas(ideasPath(newer));
      const before = await person.ideas(ideasPath(seen.at(-1) ?? null));
      expect(ideasIn(back)).toEqual(ideasIn(before));
    } else expect(newer).toBeNull();
    all.push(...ideasIn(data));
    seen.push(page);
    if (older === null) {
      expect(String(all.length)).toBe(unsent);
      return all;
    }
    page = older;
  }
}

const unsentOf = (userId: string) =>
  app.db
    .selectFrom("tweets")
    .select(["id", "state", "origin", "content"])
    .where("user_id", "=", userId)
    .where("state", "in", ["pending", "failed"])
    .where("discarded_at", "is", null)
    .orderBy("id", "desc")
    .execute();

const refused = answered(403, { title: "Forbidden", detail: "You may not." });

/** What a person may do to their texts; each picks by a number that the property draws. */
interface Stage {
  person: AtScreens;
  accounts: Account[];
  analysisId: number;
}
const pick = <T>(list: readonly T[], n: number): T | undefined => list[n % Math.max(list.length, 1)];

async function tweetIn(
  stage: Stage,
  states: readonly string[],
  n: number,
): Promise<{ userId: string; tweetId: number }> {
  const userId = stage.person.person.user.id;
  const rows = await app.db.selectFrom("tweets").select(["id", "state"]).where("user_id", "=", userId).execute();
  const ids = rows.filter(({ state }) => states.includes(state)).map(({ id }) => id);
  return { userId, tweetId: pick(ids, n) ?? 0 };
}

async function startOf(
  { person }: AtScreens,
  { account, ...more }: { analysisId: number; account: Account | undefined; review: boolean },
): Promise<void> {
  await startBot(app, { userId: person.user.id, account: account?.networkUserId ?? null, ...more });
  await (
    await runBots(app)
  ).done;
}

const acts: Record<string, (stage: Stage, n: number) => Promise<unknown>> = {
  generate: async ({ person, accounts }, n) => makeBatch(app, person.person, pick(accounts, n) ?? null, `topic ${n}`),
  write: ({ person }, n) =>
    writeTweet(app, { userId: person.person.user.id, content: `Own words ${n} ${app.clock.now()}`, account: null }),
  edit: async (stage, n) =>
    editTweet(app, { ...(await tweetIn(stage, ["pending"], n)), content: `Edited ${n} ${app.clock.now()}` }),
  schedule: async (stage, n) => {
    const account = pick(stage.accounts, n)?.networkUserId ?? null;
    const ask = await tweetIn(stage, ["pending", "failed"], n);
    return addToTimeline(app, { ...ask, account, timeZone: "UTC" });
  },
  unschedule: async (stage, n) => unschedule(app, await tweetIn(stage, ["scheduled"], n)),
  fail: async (stage, n) => {
    const account = pick(stage.accounts, n)?.networkUserId ?? null;
    const ask = await tweetIn(stage, ["pending"], n);
    network.faults = [refused];
    await expect(publishNow(app, { ...ask, account })).rejects.toMatchObject({ code: "network_refused" });
  },
  "fail when due": async (stage, n) => {
    const account = pick(stage.accounts, n)?.networkUserId ?? null;
    const ask = await tweetIn(stage, ["pending"], n);
    await scheduleAt(app, { ...ask, account, executeAt: app.clock.now() });
    network.faults = [refused];
    await sendDue(app);
  },
  publish: async (stage, n) => publishNow(app, { ...(await tweetIn(stage, ["pending"], n)), account: null }),
  dismiss: async (stage, n) => dismiss(app, await tweetIn(stage, ["failed"], n)),
  discard: async (stage, n) => moveToTrash(app, await tweetIn(stage, ["pending", "failed"], n)),
  restore: async (stage, n) => {
    const { userId } = await tweetIn(stage, [], n);
    const trashed = (await listDiscarded(app, userId, { from: null, size: 99 })).tweets.map(({ id }) => id);
    return restore(app, { userId, tweetId: pick(trashed, n) ?? 0 });
  },
  unlink: async (stage, n) => {
    const account = pick(stage.accounts, n);
    if (!account || stage.accounts.length === 1) return;
    stage.accounts = stage.accounts.filter((one) => one !== account);
    await unlink(app, stage.person.person.user.id, account.networkUserId);
  },
  link: async (stage, n) => {
    if (stage.accounts.length > 2) return;
    const handle = `h${Math.floor(app.clock.now() / 1000) % 1e9}_${n}`.slice(0, 15);
    stage.accounts.push(await linkAccount(app, stage.person.person, handle));
  },
  "start a bot": ({ person, analysisId, accounts }, n) =>
    startOf(person, { analysisId, account: pick(accounts, n), review: n % 3 > 0 }),
  "settle a proposal": async ({ person, analysisId, accounts }, n) => {
    await startOf(person, { analysisId, account: pick(accounts, n), review: true });
    const { id: userId } = person.person.user;
    const [proposed = 0] = (await listProposals(app, userId)).keys();
    await (n % 2 ? approve : reject)(app, userId, proposed);
  },
  "stop the bot": ({ person, analysisId }) => stopBot(app, person.person.user.id, analysisId),
  wait: async (_, n) => {
    app.clock.advance(hours(1 + (n % 9)));
    await sendDue(app);
  },
};

const names = Object.keys(acts);
/** Each act twice at least, in any order, and more topics than anything else: pages have to be filled. */
const orders = fc.shuffledSubarray([...names, ...names, ...Array<string>(10).fill("generate")], {
  minLength: 2 * names.length + 10,
});
const numbers = fc.array(fc.nat({ max: 1_000 }), {
  minLength: 2 * names.length + 10,
  maxLength: 2 * names.length + 10,
});

describe("what is not sent", () => {
  it("is all reached by turning the pages, whatever was done with it", async () => {
    let people = 0;
    let pages = 0;
    const did = new Set<string>();
    await fc.assert(
      fc.asyncProperty(orders, numbers, async (order, drawn) => {
        const person = await atScreens(app, `alice${(people += 1)}`);
        const { id: analysisId } = await analyse(
          app,
          person.person.user.id,
          "A booking page for small sailing schools.",
        );
        const stage: Stage = { person, accounts: [person.account], analysisId };
        for (const [step, act] of order.entries()) {
          const n = drawn[step] ?? 0;
          network.faults = [];
          app.clock.advance(1_000 + n);
          await acts[act]?.(stage, n).then(
            () => did.add(act),
            () => undefined,
          );
        }
        const expected = await unsentOf(person.person.user.id);
        const shown = await turnPages(person);
        pages = Math.max(pages, shown.length);
        expect(shown.map(({ tweet }) => tweet.id)).toEqual(expected.map(({ id }) => id));
        expect(shown.map(({ tweet }) => tweet.status === "failed")).toEqual(
          expected.map(({ state }) => state === "failed"),
        );
        expect(shown.map(({ tweet }) => tweet.content)).toEqual(expected.map(({ content }) => content));
      }),
      { numRuns: 12 },
    );
    expect(pages).toBeGreaterThan(40);
    expect([...did].sort()).toEqual(names.toSorted());
  });

  it("opens from its row, with where it comes from", async () => {
    const alice = await atScreens(app, "alice");
    const [written] = await makeBatch(app, alice.person, alice.account, "keeping bees");
    const { id } = await writeTweet(app, { userId: alice.person.user.id, content: "My own words", account: null });
    const rows = new Map((await turnPages(alice)).map((idea) => [idea.tweet.id, idea]));
    expect(rows.get(id)).toMatchObject({ from: "Your own text", topic: null, tweet: { status: "pending" } });
    expect(rows.get(written?.id ?? 0)).toMatchObject({ topic: { name: "keeping bees" }, approveHref: null });
    for (const one of rows.keys()) expect((await alice.ideas(`/ideas?tweet=${one}`)).opened?.tweet.id).toBe(one);
  });

  it("is found after its account was unlinked, and after it was taken off the timeline", async () => {
    const alice = await atScreens(app, "alice");
    const [first, second] = await makeBatch(app, alice.person, alice.account);
    const ask = (tweetId = 0) => ({ userId: alice.person.user.id, tweetId, account: null });
    for (const tweet of [first, second]) await addToTimeline(app, { ...ask(tweet?.id), timeZone: "UTC" });
    await unschedule(app, ask(first?.id));
    await unlink(app, alice.person.user.id, alice.account.networkUserId);
    const ids = (await turnPages(alice)).map(({ tweet }) => tweet.id);
    expect(ids).toEqual(expect.arrayContaining([first?.id, second?.id]));
  });

  it("leads to the bot where it waits for approval, and to itself once the bot is stopped", async () => {
    const alice = await atScreens(app, "alice");
    const userId = alice.person.user.id;
    const { id: analysisId } = await analyse(app, userId, "A booking page for small sailing schools.");
    await startBot(app, { userId, analysisId, account: null, review: true });
    await (
      await runBots(app)
    ).done;
    await writeTweet(app, { userId, content: "My own words", account: null });
    const [own, proposed] = await turnPages(alice);
    expect(own).toMatchObject({ from: "Your own text", approveHref: null });
    expect(proposed).toMatchObject({
      from: "A bot’s suggestion, waiting for your approval",
      approveHref: `/product-analyse?analysis=${analysisId}`,
    });
    await stopBot(app, userId, analysisId);
    const left = { tweet: { id: proposed?.tweet.id }, from: "From a bot", approveHref: null };
    expect(await turnPages(alice)).toMatchObject([{ tweet: { id: own?.tweet.id } }, left]);
  });

  it("a page that has been sent meanwhile, or never was, is the first one", async () => {
    const alice = await atScreens(app, "alice");
    await makeBatch(app, alice.person, alice.account);
    const first = ideasIn(await alice.ideas());
    expect(first).toHaveLength(5);
    for (const raw of ["1", "0", "-4", "x", "9".repeat(40), "1e3"])
      expect(ideasIn(await alice.ideas(`/ideas?before=${raw}`))).toEqual(first);
  });
});

describe("topics", () => {
  const topicsOf = async (alice: AtScreens, query: string) => {
    const data = await loadGenerate({ request: alice.request(`/generate${query}`), context: {} });
    if (data.view !== "input") throw new Error("This is not the input view");
    return data;
  };

  it("are all reached from the five that are shown, also those asked for at one moment", async () => {
    const alice = await atScreens(app, "alice");
    const asked: string[] = [];
    for (let n = 0; n < 47; n += 1) {
      if (n % 3 === 0) app.clock.advance(1_000);
      asked.push(`topic ${n}`);
      await makeBatch(app, alice.person, alice.account, `topic ${n}`);
    }
    const few = await topicsOf(alice, "");
    expect(few).toMatchObject({ topicPages: null, hasMoreTopics: true });
    expect(few.recent).toHaveLength(5);
    const pages: string[][] = [];
    const places: string[] = [];
    for (let page: string | null = "all"; page !== null;) {
      const { recent, topicPages } = await topicsOf(alice, `?topics=${page}`);
      if (pages.length > 0) {
        const back = await topicsOf(alice, `?topics=${topicPages?.newer}`);
        expect(back.recent.map(({ topic }) => topic)).toEqual(pages.at(-1));
      } else expect(topicPages?.newer).toBeNull();
      pages.push(recent.map(({ topic }) => topic));
      places.push(page);
      page = topicPages?.older ?? null;
    }
    expect(places).toHaveLength(3);
    expect(pages.flat().toSorted()).toEqual(asked.toSorted());
    expect(pages[0]?.slice(0, 5)).toEqual(few.recent.map(({ topic }) => topic));
  });

  it("of another person are no place to begin at", async () => {
    const [alice, bob] = [await atScreens(app, "alice"), await atScreens(app, "bob")];
    await makeBatch(app, alice.person, alice.account, "mine");
    const [{ id } = { id: "" }] = (await listBatches(app, alice.person.user.id, { from: null, size: 5 })).batches;
    await makeBatch(app, bob.person, bob.account, "theirs");
    expect((await topicsOf(bob, `?topics=${id}`)).recent.map(({ topic }) => topic)).toEqual(["theirs"]);
  });
});
