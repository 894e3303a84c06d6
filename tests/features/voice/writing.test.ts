// In an account's voice: what reaches Gemini is data, what is kept has no avoided word, and nobody's is in another's prompt.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { systemClock } from "~/ground/time/clock.server";
import { seconds } from "~/ground/time/duration";
import type { Account } from "~/features/accounts/account";
import { analyse } from "~/features/analysis/analysis.server";
import { runBots, startBot } from "~/features/bots/bots.server";
import { getTask, refine, request, runQueued } from "~/features/generation/generation.server";
import { writeBatch } from "~/features/generation/write.server";
import { voiceSchema } from "~/features/voice/schema.server";
import { saveVoice } from "~/features/voice/voice.server";
import { createLog } from "~/ground/telemetry/log.server";
import { validate } from "~/http/api/validate.server";
import { createGemini } from "~/ports/ai/gemini/provider.server";
import { WriterError } from "~/ports/ai/port";
import type { Writer } from "~/ports/ai/port";
import { avoidedIn } from "~/ports/ai/voice";
import { createTestApp, type TestApp } from "~tests/support/app";
import { type FakeGemini, replies, startFakeGemini } from "~tests/support/fakes/fake-gemini";
import { linkAccount, makePerson, type Person } from "~tests/support/people/make";
import { hostileTexts } from "./hostile";
import { plain } from "~tests/support/written";
import { nothingSpent } from "~/ports/ai/spent";

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

const save = (change: object, of = account, person = alice) =>
  saveVoice(app, person.user.id, String(of.id), validate(voiceSchema, change, "body"));

async function generate(of: Account | null = account, topic = "slow travel", person = alice) {
  const id = await request(app, { userId: person.user.id, accountId: of?.id ?? null, topic, webSearch: false });
  await (
    await runQueued(app)
  ).done;
  const { batchId, error } = await getTask(app, id, person.user.id);
  if (batchId === null) return { error, texts: [] as string[], version: null };
  const tweets = app.db.selectFrom("tweets").select("content").where("batch_id", "=", batchId);
  // Without an order Postgres answers in that of the places that were free.
  const rows = await tweets.orderBy("position").orderBy("id").execute();
  const batch = app.db.selectFrom("batches").select("voice_version").where("id", "=", batchId);
  const { voice_version: version } = await batch.executeTakeFirstOrThrow();
  return { error, texts: rows.map(({ content }) => content), version };
}

const question = (at = 0) => fake.calls[at]?.body.contents?.[0]?.parts[0]?.text ?? "";
const rules = (at = 0) => fake.calls[at]?.body.systemInstruction?.parts[0]?.text ?? "";

/** The value of a line such as `voice = {…}`; a second one of the same name fails. */
function dataOf(text: string, name: string): unknown {
  const lines = text.split("\n").filter((line) => line.startsWith(`${name} = `));
  expect(lines).toHaveLength(1);
  return JSON.parse((lines[0] ?? "").slice(name.length + 3)) as unknown;
}

/** What is left of a question without its lines of data. */
const asked = (text: string): string =>
  text
    .split("\n")
    .filter((line) => !/^(topic|voice|samples) = /.test(line))
    .join("\n");

describe("a batch", () => {
  it("takes the voice of its account as it stands when it begins, and keeps the version", async () => {
    await save({ about: "first" });
    await save({ about: "of the default" }, other);
    const id = await request(app, {
      userId: alice.user.id,
      accountId: account.id,
      topic: "slow travel",
      webSearch: false,
    });
    await save({ about: "second", samples: ["a", "b", "c"] });
    await (
      await runQueued(app)
    ).done;
    expect(dataOf(question(), "voice")).toMatchObject({ about: "second" });
    expect(dataOf(question(), "samples")).toEqual(["a", "b", "c"]);
    const { batchId } = await getTask(app, id, alice.user.id);
    const batch = app.db.selectFrom("batches").select(["id", "voice_version"]);
    expect(await batch.execute()).toEqual([{ id: batchId, voice_version: 2 }]);
  });

  it.each([
    ["off", { about: "me", on: false }],
    ["empty", {}],
  ])("is written as ever where the voice is %s", async (_name, change) => {
    await save(change);
    expect((await generate()).version).toBeNull();
    expect(question()).toMatch(/^topic = /);
  });

  it("of no account is in nobody's voice", async () => {
    await save({ about: "me" });
    expect((await generate(null)).version).toBeNull();
    expect(question()).not.toContain("voice =");
  });

  it("has an avoided word mended by one more question in the same voice, or does without the tweet", async () => {
    await save({ avoid: ["delve"] });
    fake.next(
      replies.tweets(["one", "two", "three", "Delve deep", "Don't DELVE"]),
      replies.tweets(["Dive deep", "delve once more"]),
    );
    expect((await generate()).texts).toEqual(["one", "two", "three", "Dive deep"]);
    expect(fake.calls).toHaveLength(2);
    expect(question(1)).toContain('"fault":"It has “delve”, which this author never uses. ');
    expect(dataOf(question(1), "voice")).toMatchObject({ avoid: ["delve"] });
  });

  it("has more emoji and hashtags than the voice takes mended by one more question, or does without", async () => {
    await save({ emoji: "never", hashtags: "one" });
    fake.next(
      replies.tweets(["one", "two #a", "three 🚀", "four ❤", "five #a #b"]),
      replies.tweets(["three", "four 👩‍🚀", "five #a"]),
    );
    expect((await generate()).texts).toEqual(["one", "two #a", "three", "five #a"]);
    expect(question(1)).toContain('"fault":"It has 🚀, and this author never uses emoji."');
    expect(question(1)).toContain('"fault":"It has #a #b, and this author uses at most one of its hashtags. ');
  });

  it("may have the emoji and hashtags that its topic has", async () => {
    await save({ emoji: "never", hashtags: "never" });
    fake.next(replies.tweets(["#Travel one 🚂", "two © 2026 → a/#b #1", "three", "four", "five"]));
    expect((await generate(account, "slow #travel 🚂")).texts).toHaveLength(5);
    expect(fake.calls).toHaveLength(1);
  });

  it("on a topic that has the word itself fails with what helps", async () => {
    await save({ avoid: ["delve"] });
    fake.always(replies.tweets(["We delve", "You delve", "They delve", "I delve", "All delve"]));
    expect((await generate(account, "when to delve")).error).toBe(
      "Your voice avoids “delve”, and this topic is about it. Reword the topic, or remove it from your words to avoid.",
    );
  });
});

describe("a refinement", () => {
  it("takes the voice of its tweet's account, and has an avoided word mended too", async () => {
    await save({ about: "of two", avoid: ["delve"] });
    await save({ about: "of the default" }, other);
    await generate();
    const tweet = await app.db.selectFrom("tweets").select("id").orderBy("id").executeTakeFirstOrThrow();
    fake.calls.length = 0;
    fake.next(replies.tweets(["Shorter: delve"]), replies.tweets(["Shorter still"]));
    await refine(app, { userId: alice.user.id, tweetId: tweet.id, instruction: "shorter", words: null });
    await (
      await runQueued(app)
    ).done;
    for (const at of [0, 1]) expect(dataOf(question(at), "voice")).toMatchObject({ about: "of two" });
    expect(question(1)).toContain("It has “delve”, which this author never uses.");
    const after = app.db.selectFrom("tweets").select("content").where("id", "=", tweet.id);
    expect(await after.executeTakeFirstOrThrow()).toEqual({ content: "Shorter still" });
  });
});

describe("200 hostile voices", () => {
  const places = ["about", "audience", "avoid", "samples", "everywhere"] as const;

  it("reach Gemini as JSON on their lines, and change neither rules nor question nor what is checked", async () => {
    const cases = hostileTexts.flatMap((text) => places.map((place) => ({ text, place })));
    expect(cases).toHaveLength(200);
    app.random = () => 0.5;
    await save({ about: "calm", avoid: ["calm"], samples: ["a", "b", "c"] });
    fake.always(replies.tweets(["one", "two", "three", "More at evil.example.com", "Ask @nasa"]));
    await generate();
    const control = { rules: rules(), question: asked(question()), config: fake.calls[0]?.body.generationConfig };
    const samples = (text: string) => [text, "b", "c"];
    for (const { text, place } of cases) {
      const everything = {
        about: text,
        audience: text,
        avoid: [[...text].slice(0, 40).join("")],
        samples: samples(text),
      };
      const only =
        place === "samples" || place === "everywhere" ? { samples: samples(text) } : { samples: ["a", "b", "c"] };
      const change =
        place === "everywhere" ? everything : { ...only, ...(place !== "samples" && { [place]: everything[place] }) };
      const saved = await save(change);
      fake.calls.length = 0;
      const { texts } = await generate();
      expect(rules()).toBe(control.rules);
      expect(asked(question())).toBe(control.question);
      expect(fake.calls[0]?.body.generationConfig).toEqual(control.config);
      const { about, audience, tone, language, emoji, hashtags, avoid } = saved;
      expect(dataOf(question(), "voice")).toEqual({ about, audience, tone, language, emoji, hashtags, avoid });
      expect(dataOf(question(), "samples")).toEqual(saved.samples);
      expect(dataOf(question(), "topic")).toBe("slow travel");
      expect(texts).toEqual(["one", "two", "three"].filter((one) => !avoidedIn(one, avoid)));
      await app.db.deleteFrom("tweets").execute();
    }
  });
});

it("no text of one person's is in another's prompt, and no account's in the other's", async () => {
  const bob = await makePerson(app, "bob");
  const bobs = await linkAccount(app, bob, "bobs_perch");
  const whole = (mark: string) => ({
    about: `${mark} about`,
    audience: `${mark} audience`,
    avoid: [`${mark} word`],
    samples: ["1", "2", "3"].map((n) => `${mark} sample ${n}`),
  });
  await save(whole("ALICE"));
  await save(whole("DEFAULT"), other);
  await save(whole("BOB"), bobs, bob);
  const ask = (person: Person, of: Account, topic: string) =>
    request(app, { userId: person.user.id, accountId: of.id, topic, webSearch: false });
  await Promise.all([ask(alice, account, "of alice"), ask(alice, other, "of default"), ask(bob, bobs, "of bob")]);
  await (
    await runQueued(app)
  ).done;
  expect(fake.calls).toHaveLength(3);
  for (const at of [0, 1, 2]) {
    const topic = String(dataOf(question(at), "topic"))
      .slice(3)
      .toUpperCase();
    const marks = question(at).match(/ALICE|DEFAULT|BOB/g) ?? [];
    expect([...new Set(marks)]).toEqual([topic]);
    expect(marks.length).toBe(6);
  }
});

describe("a bot's turn", () => {
  const text = (n: number, more = "") => `Point ${n} of the perch, ${"said in its own words ".repeat(2)}${more}`;
  async function run(...answers: string[][]) {
    await save({ about: "the maker", avoid: ["delve"] });
    await save({ about: "of the default" }, other);
    const analysis = await analyse(app, alice.user.id, "A perch for birds that like to sing at the window");
    await startBot(app, {
      userId: alice.user.id,
      analysisId: analysis.id,
      account: account.networkUserId,
      review: true,
    });
    fake.calls.length = 0;
    fake.next(...answers.map((texts) => replies.tweets(texts)));
    await (
      await runBots(app)
    ).done;
    return app.db.selectFrom("tweets").select(["content", "account_id"]).where("origin", "=", "bot").execute();
  }

  it("takes the voice of the bot's account", async () => {
    expect(await run([text(1), text(2), text(3)])).toMatchObject([{ account_id: account.id }]);
    expect(dataOf(question(), "voice")).toMatchObject({ about: "the maker" });
  });

  it("asks once more where each candidate has an avoided word, then writes nothing", async () => {
    const all = ["Delve.", "delve!", "DELVE?"].map((word, n) => text(n, word));
    const [kept] = await run(all, [text(7)]);
    expect(kept?.content).toBe(text(7).trim());
    expect(fake.calls).toHaveLength(2);
  });

  it("that gets nothing else twice keeps nothing", async () => {
    const all = ["Delve.", "delve!", "DELVE?"].map((word, n) => text(n, word));
    expect(
      await run(
        all,
        all.map((one) => `${one} again`),
      ),
    ).toEqual([]);
    expect(fake.calls).toHaveLength(2);
  });
});

describe("a writer that tries", () => {
  const avoid = ["delve", "game-changer", "hot take", "Straße", "深掘り", "赋能", "итог", "don't", "🚀", "#ad"];
  /** As they come out of a writer that was told not to: tainted for sure, whatever `avoidedIn` thinks of it. */
  const tainted: ((word: string) => string)[] = [
    (word) => word,
    (word) => word.toUpperCase(),
    (word) => word[0]?.toUpperCase() + word.slice(1),
    (word) => `“${word}”`,
    (word) => `${word}!`,
    (word) => `(${word})`,
    (word) => word.replace(/ /g, "\n"),
    (word) => word.replace(/[ -]/g, "\u00A0"),
    (word) => word.replace(/[ -]/g, "\u2011"),
    (word) => word.normalize("NFD"),
    (word) => word.replace(/^(\p{L})(\p{L})/u, "$1\u200B$2"),
    (word) => word.replace(/'/g, "’"),
  ];
  const near = ["delves", "gamechangers", "hotter takes", "Strassenbahn", "itog", "итоговый", "dont", "#adventure"];

  it("of 10,000 answers none with an avoided word is kept, and those without are", async () => {
    let seed = 24;
    const below = (max: number) => (seed = (seed * 48_271) % 2_147_483_647) % max;
    const bad = new Set<string>();
    let [answers, kept, clean] = [0, 0, 0];
    const answer = (): string => {
      answers += 1;
      const words = `Thought ${answers} on trains`;
      const makesClean = below(2) === 0;
      if (makesClean) return `${words}, ${near[below(near.length)]}, and no more`;
      const word = avoid[below(avoid.length)] ?? "";
      const said = tainted[below(tainted.length)]?.(word) ?? word;
      const text = [`${said} ${words}`, `${words} ${said}`, `${words}, ${said}, and more`][below(3)] ?? "";
      bad.add(text.normalize("NFC").trim());
      return text;
    };
    const ai: Writer = {
      ...app.ai,
      writeTweets: ({ count }) => {
        const texts = Array.from({ length: count }, answer);
        return Promise.resolve({
          texts,
          ...plain,
          model: "m",
          inputTokens: 0,
          outputTokens: 0,
        });
      },
    };
    const trying = { ...app, ai };
    const voice = {
      about: "",
      audience: "",
      tone: [],
      language: null,
      emoji: "fits",
      hashtags: "fits",
      avoid,
      samples: [],
    } as const;
    while (answers < 10_000) {
      const wish = {
        userId: alice.user.id,
        topic: "trains",
        webSearch: false,
        voice,
        examples: null,
        signal: new AbortController().signal,
        endsAt: app.clock.monotonic() + seconds(60),
        spent: nothingSpent(),
      };
      const before = answers;
      const { texts } = await writeBatch(trying, wish).catch((error: unknown) => {
        if (error instanceof WriterError && error.reason === "empty") return { texts: [] };
        throw error;
      });
      expect(texts.filter((text) => bad.has(text))).toEqual([]);
      kept += texts.length;
      if (texts.length > 0) clean += answers - before;
    }
    expect(bad.size).toBeGreaterThan(4_000);
    expect(kept).toBeGreaterThan(4_000);
    expect(clean).toBeGreaterThan(9_000);
  });
});
