// The lint in tables: worn phrases and the formula are found, honest posts are left alone, spares are ranked.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createDemo } from "~/ports/ai/demo.server";
import { type BatchLint, keepBest, lintBatch, lintPost, softFaults } from "~/features/generation/lint";
import { countOfPatterns, hasFormula, wornIn } from "~/features/generation/worn-phrases";
import { ordinary, others } from "~tests/ports/demo-topics";
import { honestPosts } from "~tests/ports/answer/honest-posts";

const topic = "remote work";
const basis = { topic };

/** Each with the phrase that is found. Together they use every pattern. */
const wornPosts: readonly (readonly [text: string, phrase: string])[] = [
  ["Async standups are a game-changer for remote teams.", "game-changer"],
  ["This tool is game changing.", "game changing"],
  ["Unlock your full potential with a closed door.", "unlock your full potential"],
  ["Let’s delve into the calendar.", "delve"],
  ["She delves deep.", "delves"],
  ["Let’s dive in: remote work has three rules.", "let's dive"],
  ["Time to dive into how teams meet.", "dive into how"],
  ["A deep-dive on meetings.", "deep-dive"],
  ["Elevate your mornings.", "elevate your"],
  ["Leveraging async tools saves hours.", "leveraging"],
  ["Leverage AI before lunch.", "leverage ai"],
  ["A seamless handover.", "seamless"],
  ["You need a robust process.", "robust"],
  ["In today’s fast-moving world, nobody reads.", "in today's fast-moving world"],
  ["Here’s the thing: calendars lie.", "here's the thing"],
  ["Nobody came. Let that sink in.", "let that sink in"],
  ["Hot take: cameras off.", "hot take"],
  ["Unpopular opinion: I like Mondays.", "unpopular opinion"],
  ["We closed the office. The result? Silence.", "the result?"],
  ["Cameras off on Fridays. Thoughts?", "thoughts?"],
  ["Who else eats lunch at 15:00?", "who else"],
  ["Meetings need an agenda. Agree?", "agree?"],
  ["Time to level up.", "level up"],
  ["Take your desk to the next level.", "to the next level"],
  ["A cutting-edge chair.", "cutting-edge"],
  ["State-of-the-art silence.", "state-of-the-art"],
  ["It revolutionizes lunch.", "revolutionizes"],
  ["A transformative week.", "transformative"],
  ["This empowers teams.", "empowers"],
  ["Supercharge Monday.", "supercharge"],
  ["Output skyrocketed.", "skyrocketed"],
  ["Harness the power of quiet.", "harness the power of"],
  ["A rich tapestry of calls.", "rich tapestry"],
  ["It stands as a testament to patience.", "stands as a testament to"],
  ["Within the realm of work.", "within the realm of"],
  ["An ever-evolving office.", "ever-evolving"],
  ["A fast-paced environment.", "fast-paced environment"],
  ["Navigating the complexities of calendars.", "navigating the complexities"],
  ["Embark on a remote journey.", "embark on a remote journey"],
  ["Trust the process.", "trust the process"],
  ["A treasure trove of notes.", "treasure trove"],
  ["This café is a hidden gem.", "hidden gem"],
  ["Buckle up.", "buckle up"],
  ["A mind-blowing lunch.", "mind-blowing"],
  ["Don’t sleep on naps.", "don't sleep on"],
  ["One checkbox. This changes everything.", "this changes everything"],
  ["Stop scrolling. Stand up.", "stop scrolling"],
  ["Nobody read it. Read that again.", "read that again"],
  ["Spoiler alert: it was DNS.", "spoiler alert:"],
  ["Plot twist: the manager agreed.", "plot twist:"],
  ["Pro tip: close the door.", "pro tip"],
  ["Our secret sauce is naps.", "secret sauce"],
  ["Pick the low-hanging fruit.", "low-hanging fruit"],
  ["It moves the needle.", "moves the needle"],
  ["Think outside the box.", "outside the box"],
  ["At the end of the day, it is a job.", "at the end of the day,"],
  ["It’s no secret that calls are long.", "it's no secret"],
  ["Imagine a world without calls.", "imagine a world"],
  ["The future of work is here.", "the future of work is here"],
  ["A double-edged sword.", "double-edged sword"],
  ["It takes a mindset shift.", "mindset shift"],
  ["Pure synergy.", "synergy"],
  ["A holistic desk.", "holistic"],
  ["It’s more than just a chair.", "more than just a"],
  ["Sleep plays a crucial role in it.", "crucial role in"],
  ["Nobody is talking about elbows.", "nobody is talking about"],
  ["Drop your favorite tool in the comments.", "drop your favorite tool in the comments"],
  ["Tired? Ready to change how you work?", "ready to change how you work?"],
  ["Raise your hand if you napped.", "raise your hand"],
  ["The struggle is real.", "the struggle is real"],
];

/** Words that look alike and mean what they say. */
const honest: readonly string[] = [
  "He unlocked the door at 6:40 and the office was already warm.",
  "The dive in the lake took nine seconds. The towel took an hour.",
  "Leverage is what a long handle gives you.",
  "The elevator is out. The stairs are how the new intern met the CFO.",
  "In today’s newspaper there is a recipe for leek soup.",
  "The results came on a Tuesday, in an envelope.",
  "My thoughts go to whoever answers that phone at night.",
  "They agree on nothing, and ship every Friday.",
  "The next level of the car park floods when it rains.",
  "The future is a bill that somebody opens in March.",
  "A box of cables stood outside the boxing club.",
  "At the end of the day the bread goes to the pigs.",
  "Is your kettle ready to be descaled, or only loud?",
  "Write down who decided. In a year nobody will remember, and everybody will be sure.",
  "The best remote meeting I know of has a rule: whoever calls it writes the last line of the notes before it starts.",
  "10 minutes of practice every day is 60 hours a year.",
  "It isn’t cheap. The rent is what it was in 2019, and the roof is older.",
];

describe("a worn phrase", () => {
  it.each(wornPosts)("of %j is found: %s", (text, phrase) => {
    expect(wornIn(text)).toContain(phrase);
  });

  it("is one of about sixty, and each has its example", () => {
    expect(countOfPatterns).toBeGreaterThanOrEqual(55);
    const found = new Set(wornPosts.flatMap(([text]) => wornIn(text)));
    expect(found.size).toBeGreaterThanOrEqual(countOfPatterns);
  });

  it.each([...honest, ...honestPosts])("is not in %j", (text) => {
    expect(wornIn(text)).toEqual([]);
  });

  it("of the topic is the topic's own", () => {
    expect(wornIn("Robust is a kind of coffee.", "robust coffee")).toEqual([]);
    expect(wornIn("A robust and seamless coffee.", "robust coffee")).toEqual(["seamless"]);
  });

  it.each(["ROBUST", "Game‑changer", "LET THAT SINK IN", "ｒｏｂｕｓｔ", "Here's the thing", "here’s the thing"])(
    "is found in any letters and quotes: %s",
    (text) => {
      expect(wornIn(`So. ${text}.`)).toHaveLength(1);
    },
  );

  it("is found whole or not at all", () => {
    expect(wornIn("robusta, delved-ish, Pyrobust, seamlessness")).toEqual(["delved"]);
  });
});

describe("the formula", () => {
  it.each([
    "Remote work isn’t just a trend, it’s a mindset.",
    "Remote work isn’t a perk, it’s a contract.",
    "It’s not a bug. It’s a feature.",
    "This isn’t about tools. It’s about trust.",
    "Good notes are not a record — they are a promise.",
    "Not because it is easy, but because it is Tuesday.",
    "It is not only faster but also kinder.",
    "Leadership is less about answers and more about chairs.",
    "Stop planning. Start doing.",
  ])("is found in %j", (text) => {
    expect(hasFormula(text)).toBe(true);
  });

  it.each([...honest, ...honestPosts])("is not in %j", (text) => {
    expect(hasFormula(text)).toBe(false);
  });
});

describe("numbers that were not given", () => {
  it.each([
    ["73% of teams meet too often.", ["73"]],
    ["It costs $1,200 and saves 3 hours.", ["1,200", "3"]],
    ["10,000 people read it.", ["10,000"]],
    ["A week has 40 hours, and 2.5 of them are mine.", ["40", "2.5"]],
  ])("are told of %j: %j", (text, numbers) => {
    expect(lintPost(text, basis).numbers).toEqual(numbers);
  });

  it.each([
    ["We passed 10k subscribers", "10,000 people can be wrong. 10k even twice."],
    ["Our servers were down for six hours", "6 hours is a long time to look at one graph."],
    ["80% of new podcasts stop before episode 10", "Episode 10 is where 80% of shows are not."],
    ["anything", "8:55 on a Monday, and at 9 am the same."],
    ["anything", "1. Ask.\n2. Wait.\n3. Ask again."],
    ["anything", "Day 1: photos.\nDay 10: nothing to show."],
  ])("are none on the topic %j in %j", (topic, text) => {
    expect(lintPost(text, { topic }).numbers).toEqual([]);
  });

  it("may come from the source", () => {
    expect(lintPost("It fell by 12.5% in a year.", { topic, source: "a fall of 12,5 %" }).numbers).toEqual([]);
  });
});

describe("the form of a post", () => {
  it.each([
    ["question", "What did you believe about trains five years ago that makes you smile today?"],
    ["question", "你上一次坐夜车是什么时候？"],
    [
      "list",
      "Three questions that shorten any meeting:\n\n1. Compared with what?\n2. Who pays?\n3. What if we don’t?\n\nAsk.",
    ],
    [
      "list",
      "Side project arithmetic:\n\n12 unfinished repos\n1 domain renewed out of guilt\n0 people asked\n\nAsk three.",
    ],
    ["scene", "8:55 on a Monday. Someone opens a new tab and types one word."],
    ["scene", "In a kitchen somewhere, someone is explaining trains with a fork and two salt shakers."],
    ["how-to", "Draw trains on a napkin. If you need a second napkin, ask."],
    ["how-to", "A rule for decisions about trains: take the one you can undo."],
    ["number", "10 minutes of trains every day is 60 hours a year."],
    ["opinion", "Night trains are underrated. The bed is narrow and the morning is another country."],
    ["point", "A timetable is a promise made to strangers, printed small."],
  ])("is %s: %j", (form, text) => {
    expect(lintPost(text, { topic: "trains" }).form).toBe(form);
  });
});

describe("the demo writer on fifty topics", () => {
  it("uses no worn phrase and no formula, in forms and openings of many kinds", async () => {
    const lints: BatchLint[] = [];
    for (const [seed, [topic]] of [...ordinary, ...others].entries()) {
      let state = seed * 7_919 + 1;
      const random = () => (state = (state * 16_807 + 11) % 2_147_483_647) / 2_147_483_647;
      const request = { topic, count: 5, webSearch: false, signal: new AbortController().signal };
      const { texts } = await createDemo({ random }).writeTweets(request);
      lints.push(lintBatch(texts, { topic }));
    }
    const sum = (read: (lint: BatchLint) => number) => lints.reduce((total, lint) => total + read(lint), 0);
    const posts = sum((lint) => lint.posts);
    expect(lints.length).toBeGreaterThan(50);
    expect([sum((lint) => lint.worn), sum((lint) => lint.formula), sum((lint) => lint.exclaiming)]).toEqual([0, 0, 0]);
    expect(sum((lint) => lint.questions) / posts).toBeLessThan(0.15);
    expect(sum((lint) => lint.kindsOfForm) / lints.length).toBeGreaterThanOrEqual(3);
    expect(sum((lint) => lint.openings) / lints.length).toBeGreaterThanOrEqual(4.5);
  });
});

const bad = [
  "Remote work isn’t just a trend, it’s a mindset shift! Ready to level up? 🚀",
  "Unlock your potential! Remote work is a game-changer. Thoughts?",
  "In today’s fast-paced world, remote work isn’t a perk, it’s a must. Let that sink in.",
  "Hot take: office days are over! 87% agree. 🔥🔥 #remote #work #future",
  "Here’s the thing — remote work empowers teams — and the future of work is here.",
];

describe("a batch", () => {
  it("of five deliberately bad tweets is told apart", () => {
    expect(lintBatch(bad, basis)).toMatchObject({
      ...{ posts: 5, worn: 5, formula: 2, exclaiming: 3, unfounded: 1, questions: 1, dashes: 2, hashtags: 3, emoji: 3 },
      openings: 5,
    });
  });

  it("of none has nothing", () => {
    const none = lintBatch([], basis);
    expect([none.posts, none.worn, none.likeness, none.kindsOfForm, none.openings]).toEqual([0, 0, 0, 0, 0]);
    expect(none.characters).toEqual({ min: 0, median: 0, max: 0 });
  });

  it("has its sizes, openings, forms and its greatest likeness", () => {
    const lint = lintBatch(["One two three four.", "One two three five six.", "Seven."], basis);
    expect(lint.characters).toEqual({ min: 6, median: 19, max: 23 });
    expect([lint.openings, lint.kindsOfForm, lint.forms.point]).toEqual([2, 1, 3]);
    expect(lint.likeness).toBe(1 / 4);
    expect(lintBatch(["雨の日の駅", "雨の日の宿"], basis).openings).toBe(1);
  });
});

describe("of spares", () => {
  const good = ["Close the door.", "The kettle knows when the meeting ends.", "Somebody’s cat attends each call."];

  it("those with most soft faults go first, and the others keep their order", () => {
    const [worst = "", second = ""] = [bad[0], "A robust chair."];
    const all = [good[0] ?? "", worst, good[1] ?? "", second, good[2] ?? ""];
    expect(keepBest(all, 4, basis)).toEqual(all.filter((text) => text !== worst));
    expect(keepBest(all, 3, basis)).toEqual(good);
    expect(softFaults(worst, basis).length).toBeGreaterThan(softFaults(second, basis).length);
  });

  it("those most alike to another go next, the later of two first", () => {
    const alike = [
      "The night train leaves at nine.",
      "A cat sleeps.",
      "The night train leaves at ten.",
      "Rain on a roof.",
    ];
    expect(keepBest(alike, 3, basis)).toEqual([alike[0], alike[1], alike[3]]);
    expect(keepBest(["Robust rain on a roof.", ...alike], 4, basis)).toEqual(alike);
  });

  it("all stay where none is to spare, whatever they are", () => {
    expect(keepBest(bad, 5, basis)).toEqual(bad);
    expect(keepBest(bad, 9, basis)).toEqual(bad);
    expect(keepBest(bad, 0, basis)).toEqual([]);
    expect(keepBest([], 5, basis)).toEqual([]);
  });

  it("as many are kept as were asked for, each from the list and in its order", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: "grapheme" }), { maxLength: 10 }), fc.nat(12), (texts, count) => {
        const kept = keepBest(texts, count, basis);
        expect(kept).toHaveLength(Math.min(count, texts.length));
        let at = 0;
        for (const text of texts) if (text === kept[at]) at += 1;
        expect(at).toBe(kept.length);
      }),
    );
  });
});

describe("a soft fault", () => {
  it("is a sentence for the writer, each phrase one of its own", () => {
    expect(softFaults("Robust — and seamless — calls! #a #b 🚀🚀 73%", basis)).toEqual([
      "It has the worn phrase “seamless”.",
      "It has the worn phrase “robust”.",
      "It has 2 dashes.",
      "It has an exclamation mark.",
      "It has 2 hashtags.",
      "It has 2 emoji.",
      "It has numbers that weren’t given: 73.",
    ]);
  });

  it.each([...honest])("is not in %j, save for its numbers", (text) => {
    expect(softFaults(text, { topic, source: text })).toEqual([]);
  });

  it("is nothing that the topic has itself", () => {
    expect(softFaults("Launch day! #perch #birds", { topic: "Launch! #perch #birds" })).toEqual([]);
  });

  it("is looked for at the beginning of an answer that is far too long", () => {
    const [far, long] = ["tea ".repeat(500), "tea ".repeat(50_000)];
    expect(softFaults(`robust ${long}`, basis)).toEqual(["It has the worn phrase “robust”."]);
    expect(softFaults(`${far}robust`, basis)).toEqual([]);
    expect(lintPost(long, basis).characters).toBe(200_000);
  });
});
