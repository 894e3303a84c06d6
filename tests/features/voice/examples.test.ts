// Examples on their way through the writer: data in the prompt and no figure, nobody else's, and not said again.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { systemClock } from "~/ground/time/clock.server";
import { days } from "~/ground/time/duration";
import type { Account } from "~/features/accounts/account";
import { analyse } from "~/features/analysis/analysis.server";
import { readBots, runBots, startBot, stopBot, teachBot } from "~/features/bots/bots.server";
import { getBatch, getTask, refine, request, runQueued, writeAgain } from "~/features/generation/generation.server";
import { voiceSchema } from "~/features/voice/schema.server";
import { saveVoice } from "~/features/voice/voice.server";
import { createLog } from "~/ground/telemetry/log.server";
import { validate } from "~/http/api/validate.server";
import { createGemini } from "~/ports/ai/gemini/provider.server";
import { createTestApp, type TestApp } from "~tests/support/app";
import { type FakeGemini, replies, startFakeGemini } from "~tests/support/fakes/fake-gemini";
import { linkAccount, makePerson, type Person } from "~tests/support/people/make";
import { hostileTexts } from "./hostile";
import { learnOn, post } from "./posts";

let fake: FakeGemini;
let app: TestApp;
let alice: Person;
let other: Account;
let account: Account;
beforeEach(async () => {
  fake = await startFakeGemini();
  const settings = { apiKey: "test-key", model: "gemini-3.5-flash-lite", baseUrl: fake.origin };
  app = await createTestApp({
    config: { rateLimits: false },
    ai: createGemini({ ...settings, log: createLog({ logLevel: "silent" }), clock: systemClock }),
  });
  alice = await makePerson(app, "alice");
  other = await linkAccount(app, alice, "alice_x");
  account = await linkAccount(app, alice, "alice_two");
});
afterEach(async () => {
  await app.close();
  await fake.close();
});

async function generate(topic = "slow travel") {
  const id = await request(app, { userId: alice.user.id, accountId: account.id, topic, webSearch: false });
  await (
    await runQueued(app)
  ).done;
  const { batchId } = await getTask(app, id, alice.user.id);
  return getBatch(app, batchId ?? "", alice.user.id);
}
const wordsOf = ({ tweets }: Awaited<ReturnType<typeof generate>>) => tweets.map(({ content }) => content);

const question = (at = 0) => fake.calls[at]?.body.contents?.[0]?.parts[0]?.text ?? "";
const rules = (at = 0) => fake.calls[at]?.body.systemInstruction?.parts[0]?.text ?? "";

/** The value of a line such as `well = […]`; a second one of the same name fails. */
function dataOf(text: string, name: string): unknown {
  const lines = text.split("\n").filter((line) => line.startsWith(`${name} = `));
  expect(lines).toHaveLength(1);
  return JSON.parse((lines[0] ?? "").slice(name.length + 3)) as unknown;
}
const listsIn = (text: string): string[] =>
  [...text.matchAll(/^(well|less|kept|edited|discarded) = /gm)].map(([, name = ""]) => name);

/** So long ago that it is not among the posts that are not to be repeated. */
const longAgo = () => ({ published_at: app.clock.now() - days(40) });
const longPost = "Night trains taught me that arriving rested beats arriving early by miles";

describe("a batch", () => {
  it("is asked in the same words as ever where nothing may be shown, and keeps that it was written after nothing", async () => {
    await post(app, alice, account, longPost, { received: "well", ...longAgo() });
    const batch = await generate();
    expect(question()).toMatch(/^topic = /);
    expect(batch.shown).toEqual({ well: [], less: [] });
  });

  it("is shown an account's examples without a voice, and keeps which posts these were", async () => {
    await learnOn(app, alice);
    const well = await post(app, alice, account, longPost, { received: "well", ...longAgo() });
    const less = await post(app, alice, account, "Buy now", { received: "less", ...longAgo() });
    const batch = await generate();
    expect(listsIn(question())).toEqual(["well", "less"]);
    expect(dataOf(question(), "well")).toEqual([longPost]);
    expect(dataOf(question(), "less")).toEqual(["Buy now"]);
    expect(batch.shown).toEqual({ well: [well], less: [less] });
  });

  it("that is written again keeps what it was written after both times", async () => {
    await learnOn(app, alice);
    const first = await post(app, alice, account, longPost, { received: "well", ...longAgo() });
    const { id } = await generate();
    await app.db.updateTable("tweets").set({ received: null }).execute();
    const second = await post(app, alice, account, "Another best one", { received: "well", ...longAgo() });
    fake.always(replies.tweets(["a one", "a two", "a three", "a four", "a five"]));
    await writeAgain(app, { userId: alice.user.id, batchId: id });
    await (
      await runQueued(app)
    ).done;
    expect((await getBatch(app, id, alice.user.id)).shown).toEqual({ well: [first, second], less: [] });
  });

  it("has what nearly says an example mended by one more question, or does without", async () => {
    await learnOn(app, alice);
    const chinese = "每天早上我都会去海边散步，看看今天的风适不适合帆船课。";
    await post(app, alice, account, longPost, { received: "well", ...longAgo() });
    await post(app, alice, account, chinese, { received: "less", ...longAgo() });
    const [near, nearChinese] = [`${longPost} !`, chinese.replace("。", "！")];
    fake.next(
      replies.tweets(["one", "two", "three", near, nearChinese]),
      replies.tweets(["Something else altogether", `#trains ${longPost}`]),
    );
    expect(wordsOf(await generate())).toEqual(["one", "two", "three", "Something else altogether"]);
    expect(fake.calls).toHaveLength(2);
    const [like, exclaims] = [
      "It says nearly what one of the examples says, and they are not to be repeated.",
      "It has an exclamation mark.",
    ];
    const fault = `${like} ${exclaims}`;
    expect(dataOf(question(1), "faulty")).toEqual([
      { post: near, fault },
      { post: nearChinese, fault },
    ]);
    expect(dataOf(question(1), "well")).toEqual([longPost]);
  });

  it("may take up an example's thought in other words", async () => {
    await learnOn(app, alice);
    await post(app, alice, account, longPost, { received: "well", ...longAgo() });
    fake.next(replies.tweets(["Arriving rested beats arriving early", "two", "three", "four", "five"]));
    expect(wordsOf(await generate())).toHaveLength(5);
    expect(fake.calls).toHaveLength(1);
  });
});

describe("figures", () => {
  const figures = { likes: 73_117, reposts: 4_409, replies: 5_923, quotes: 8_837, bookmarks: 6_619 };
  const more = { impressions: 991_733, link_clicks: 3_797, profile_clicks: 2_857, engagements: 96_443 };

  it("of no post are anywhere in what is sent, nor any digit in the examples", async () => {
    await learnOn(app, alice);
    for (const [at, received] of (["well", "less", "well"] as const).entries()) {
      const content = `${"abc"[at]} thought without a number`;
      const id = await post(app, alice, account, content, { received, ...longAgo() });
      const reading = { tweet_id: id, read_at: app.clock.now(), ...figures, ...more, source: "sandbox" } as const;
      await app.db
        .insertInto("readings")
        .values([
          { ...reading, slot: "24h" },
          { ...reading, slot: "7d" },
        ])
        .execute();
    }
    fake.next(replies.tweets(["a thought without a number", "two", "three", "four", "five"]));
    const batch = await generate();
    const tweetId = batch.tweets[0]?.id ?? 0;
    await refine(app, { userId: alice.user.id, tweetId, instruction: "bolder", words: null });
    await (
      await runQueued(app)
    ).done;
    expect(fake.calls).toHaveLength(3);
    for (const { body } of fake.calls) {
      const sent = JSON.stringify(body);
      for (const figure of Object.values({ ...figures, ...more })) {
        expect(sent).not.toContain(String(figure));
        expect(sent).not.toContain(figure.toLocaleString("en-US"));
      }
      const text = body.contents?.[0]?.parts[0]?.text ?? "";
      expect(listsIn(text)).toEqual(["well", "less"]);
      expect(text.split("\n").filter((line) => /^(well|less) = .*\d/.test(line))).toEqual([]);
    }
  });
});

describe("a refinement", () => {
  const refined = async (tweetId: number, instruction: "simpler" | "another", ...answers: string[]) => {
    fake.calls.length = 0;
    fake.next(...answers.map((text) => replies.tweets([text])));
    await refine(app, { userId: alice.user.id, tweetId, instruction, words: null });
    await (
      await runQueued(app)
    ).done;
    const tweet = app.db.selectFrom("tweets").select("content").where("id", "=", tweetId);
    return (await tweet.executeTakeFirstOrThrow()).content;
  };

  it("is shown the examples of its tweet's account, and an answer that nearly says one is mended", async () => {
    await learnOn(app, alice);
    await post(app, alice, account, longPost, { received: "well", ...longAgo() });
    await post(app, alice, other, "The default's best", { received: "well", ...longAgo() });
    const tweetId = (await generate()).tweets[0]?.id ?? 0;
    expect(await refined(tweetId, "simpler", `${longPost}!`, "Plainly said")).toBe("Plainly said");
    for (const at of [0, 1]) expect(dataOf(question(at), "well")).toEqual([longPost]);
    expect(question(1)).toContain("It says nearly what one of the examples says");
  });

  it("of a post that is an example itself may keep most of its words; another like it may not", async () => {
    await saveVoice(
      app,
      alice.user.id,
      String(account.id),
      validate(voiceSchema, { about: "me", learn: true }, "body"),
    );
    const tweetId = (await generate()).tweets[0]?.id ?? 0;
    const edited = `${longPost} and then some more of it to read on a long day at home`;
    await app.db.updateTable("tweets").set({ content: edited }).where("id", "=", tweetId).execute();
    const version = { tweet_id: tweetId, written_at: app.clock.now(), instruction: null, words: null };
    await app.db
      .insertInto("tweet_versions")
      .values([
        { ...version, version_no: 1, content: "Before", written_by: "writer" },
        { ...version, version_no: 2, content: edited, written_by: "person" },
      ])
      .execute();
    const plainer = edited.replace("Night trains", "Trains");
    expect(await refined(tweetId, "another", plainer, plainer)).toBe(edited);
    expect(fake.calls).toHaveLength(2);
    expect(await refined(tweetId, "simpler", plainer)).toBe(plainer);
  });
});

describe("200 hostile posts of one's own", () => {
  const lists = ["well", "less", "kept", "edited", "discarded"] as const;

  async function show(text: string, list: (typeof lists)[number]): Promise<unknown> {
    const draft = { origin: "generated", state: "pending", published_at: null, post_id: null } as const;
    if (list === "well" || list === "less") await post(app, alice, account, text, { received: list, ...longAgo() });
    if (list === "kept") await post(app, alice, account, text, { origin: "generated", ...longAgo() });
    if (list === "discarded") await post(app, alice, account, text, { ...draft, discarded_at: app.clock.now() });
    if (list !== "edited") return [text];
    const tweetId = await post(app, alice, account, text, draft);
    const version = { tweet_id: tweetId, written_at: app.clock.now(), instruction: null, words: null };
    await app.db
      .insertInto("tweet_versions")
      .values([
        { ...version, version_no: 1, content: `${text} ...before`, written_by: "writer" },
        { ...version, version_no: 2, content: text, written_by: "person" },
      ])
      .execute();
    return [{ before: `${text} ...before`, after: text }];
  }

  /** What is left of a question without its line of this list. */
  const asked = (text: string, list: string): string =>
    text
      .split("\n")
      .filter((line) => !line.startsWith(`${list} = `))
      .join("\n");

  it("reach Gemini as JSON on their lines, and change neither rules nor question nor what is checked", async () => {
    const cases = hostileTexts.flatMap((text) => lists.map((list) => ({ text, list })));
    expect(cases).toHaveLength(200);
    app.random = () => 0.5;
    await learnOn(app, alice);
    await saveVoice(
      app,
      alice.user.id,
      String(account.id),
      validate(voiceSchema, { about: "me", learn: true }, "body"),
    );
    fake.always(replies.tweets(["one", "two", "three", "More at evil.example.com", "Ask @nasa"]));
    const control = new Map<string, object>();
    const run = async (text: string, list: (typeof lists)[number]) => {
      const shown = await show(text, list);
      fake.calls.length = 0;
      const words = wordsOf(await generate());
      const [first] = fake.calls;
      expect(listsIn(question())).toEqual([list]);
      expect(dataOf(question(), list)).toEqual(shown);
      expect(dataOf(question(), "topic")).toBe("slow travel");
      await app.db.deleteFrom("tweets").execute();
      const config = first?.body.generationConfig;
      return { rules: rules(), question: asked(question(), list), config, words, calls: fake.calls.length };
    };
    for (const list of lists) control.set(list, await run("A calm and quiet thought", list));
    expect(control.get("well")).toMatchObject({ words: ["one", "two", "three"], calls: 2 });
    for (const { text, list } of cases) expect(await run(text, list)).toEqual(control.get(list));
  });
});

it("no post of one person's is in another's prompt, and no account's in the other's", async () => {
  const bob = await makePerson(app, "bob");
  const bobs = await linkAccount(app, bob, "bobs_perch");
  const all = [
    { person: alice, of: account, mark: "ALICE" },
    { person: alice, of: other, mark: "DEFAULT" },
    { person: bob, of: bobs, mark: "BOB" },
  ];
  for (const { person, of, mark } of all) {
    await learnOn(app, person);
    for (const received of ["well", "less"] as const)
      await post(app, person, of, `${mark} was received ${received}`, { received, ...longAgo() });
  }
  for (const { person, of, mark } of all)
    await request(app, { userId: person.user.id, accountId: of.id, topic: mark.toLowerCase(), webSearch: false });
  await (
    await runQueued(app)
  ).done;
  expect(fake.calls).toHaveLength(3);
  for (const at of [0, 1, 2]) {
    const marks = question(at).match(/ALICE|DEFAULT|BOB/g) ?? [];
    expect([...new Set(marks)]).toEqual([String(dataOf(question(at), "topic")).toUpperCase()]);
    expect(marks).toHaveLength(2);
  }
});

describe("a bot", () => {
  const text = (n: number) => `Point ${n} of the perch, ${"said in its own words ".repeat(2)}`.trim();
  let analysisId: number;
  const start = async () => {
    analysisId = (await analyse(app, alice.user.id, "A perch for birds that like to sing at the window")).id;
    const ask = { userId: alice.user.id, analysisId, account: account.networkUserId };
    await startBot(app, { ...ask, review: true });
    fake.calls.length = 0;
  };
  const run = async (...answers: string[][]) => {
    fake.next(...answers.map((texts) => replies.tweets(texts)));
    await (
      await runBots(app)
    ).done;
    const bots = app.db.selectFrom("tweets").select("content").where("origin", "=", "bot");
    return (await bots.execute()).map(({ content }) => content);
  };
  const teach = (learn: boolean, person = alice) => teachBot(app, { userId: person.user.id, analysisId, learn });

  /** What a tick marks by itself needs twenty posts with a reading: one is marked here by hand. */
  const markAgain = () =>
    app.db.updateTable("tweets").set({ received: "well" }).where("content", "=", longPost).execute();

  it("is shown what was received well and less by its own tick, whatever the person's switch says", async () => {
    await post(app, alice, account, longPost, { received: "well", ...longAgo() });
    await learnOn(app, alice);
    await start();
    await markAgain();
    await run([text(1), text(2), text(3)]);
    expect(listsIn(question())).toEqual([]);
    await learnOn(app, alice, false);
    await stopBot(app, alice.user.id, analysisId);
    await teach(true);
    expect((await readBots(app, alice.user.id, [analysisId])).get(analysisId)).toMatchObject({
      ...{ learn: true, status: "stopped" },
    });
    await startBot(app, { userId: alice.user.id, analysisId, account: null });
    await markAgain();
    fake.calls.length = 0;
    await run([text(4), text(5), text(6)]);
    expect(dataOf(question(), "well")).toEqual([longPost]);
  });

  it("that is given nothing but an example's words asks once more, then writes nothing", async () => {
    await post(app, alice, account, longPost, { received: "well", ...longAgo() });
    await start();
    await teach(true);
    await markAgain();
    const same = [`${longPost}!`, `${longPost}?`, `${longPost}.`];
    expect(await run(same, [text(7)])).toEqual([text(7)]);
    expect(fake.calls).toHaveLength(2);
  });

  it("that gets them twice keeps none of them", async () => {
    await post(app, alice, account, longPost, { received: "well", ...longAgo() });
    await start();
    await teach(true);
    await markAgain();
    expect(await run([`${longPost}!`], [`${longPost}?`])).toEqual([]);
    expect(fake.calls).toHaveLength(2);
  });

  it("is ticked by its own person alone, and only once there is one", async () => {
    await start();
    const bob = await makePerson(app, "bob");
    await expect(teach(true, bob)).rejects.toMatchObject({ code: "not_found" });
    expect((await readBots(app, alice.user.id, [analysisId])).get(analysisId)).toMatchObject({ learn: false });
    analysisId = (await analyse(app, alice.user.id, "Another perch for birds that like to sing at the door")).id;
    await expect(teach(true)).rejects.toMatchObject({ code: "not_found" });
  });
});
