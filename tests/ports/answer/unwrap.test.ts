// What a model wraps round its posts is taken off by the evidence of the whole answer, and what people mean stays.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { unwrap } from "~/ports/ai/answer/unwrap";
import { formFault } from "~/ports/ai/answer/form-fault";
import { honestPosts } from "./honest-posts";

const others = ["Rain is on time.", "Ask the baker first.", "Nobody reads page two.", "Walk there."];

describe("an honest post that looks alike", () => {
  it("is one of 42", () => {
    expect(new Set(honestPosts).size).toBe(42);
  });

  it.each(honestPosts)("stays as it is, alone and among others, and has no fault: %s", (post) => {
    expect(unwrap([post], "")).toEqual([post]);
    for (let at = 0; at <= others.length; at += 1) {
      const batch = others.toSpliced(at, 0, post);
      expect(unwrap(batch, "")).toEqual(batch);
    }
    expect(formFault(post, "")).toBeNull();
  });

  it("stays among all the others of its kind", () => {
    expect(unwrap(honestPosts, "")).toEqual(honestPosts);
    // Those that stand beside each other are of one kind, which would be evidence.
    for (const at of honestPosts.keys()) {
      const batch = [0, 8, 16, 24, 32].map((further) => honestPosts[(at + further) % honestPosts.length] ?? "");
      expect(unwrap(batch, "")).toEqual(batch);
    }
  });
});

const wholeAnswers: Record<string, (text: string, at: number) => string> = {
  "a label with its number": (text, at) => `Tweet ${at + 1}: ${text}`,
  "a label in bold": (text, at) => `**Post ${at + 1}:** ${text}`,
  "a label above it": (text, at) => `Option ${at + 1}:\n${text}`,
  "a number": (text, at) => `${at + 1}. ${text}`,
  "a number in parentheses": (text, at) => `(${at + 1}) ${text}`,
  "a number of all": (text, at) => `${at + 1}/5 ${text}`,
  "a number of all at its end": (text, at) => `${text} (${at + 1}/5)`,
  "a number and a stroke": (text, at) => `${at + 1}/ ${text}`,
  "a bullet": (text) => `- ${text}`,
  "the name of its form": (text, at) => `${["Hook", "Tip", "Question", "Story", "Opinion"][at]}: ${text}`,
};

const singles: Record<string, (text: string) => string> = {
  "a label": (text) => `Tweet: ${text}`,
  "quotation marks": (text) => `"${text}"`,
  "typographic quotation marks": (text) => `“${text}”`,
  "a first line that introduces it": (text) => `Here's a tweet about trains:\n\n${text}`,
  "a first line that agrees": (text) => `Sure! Here is a shorter version:\n${text}`,
  "its length": (text) => `${text} (142 characters)`,
  bold: (text) => `**${text}**`,
  "two underscores": (text) => `__${text}__`,
  "a note's number": (text) => `${text}. [1]`,
  "a mark of a source": (text) => `${text} [cite: 4, 7]`,
  "another mark of a source": (text) => `${text}【3†source】`,
  "a byte order mark": (text) => `\uFEFF${text}`,
};

describe("what is wrapped round each post of an answer", () => {
  const texts = ["Slow trains have better windows", "Pack half of it", "Ask the baker", "Leave early", "Look up"];

  it.each(Object.entries(wholeAnswers))("is taken off: %s", (_name, wrap) => {
    expect(unwrap(texts.map(wrap), "")).toEqual(texts);
    // Half of the answer is evidence enough, and one of five is none.
    expect(
      unwrap(
        texts.map((text, at) => (at < 3 ? wrap(text, at) : text)),
        "",
      ),
    ).toEqual(texts);
  });

  it.each(Object.entries(singles))("or round one of them: %s", (_name, wrap) => {
    const bare = (text: string) => text.replace(/\. *$/, "");
    for (const text of texts) expect(unwrap([wrap(text)], "").map(bare)).toEqual([text]);
    expect(unwrap(texts.map(wrap), "").map(bare)).toEqual(texts);
  });

  it.each([
    ["Most **trains** are late.", "Most trains are late."],
    ["这是**重点**内容", "这是重点内容"],
    ["Fish &amp; chips &lt;3, she said &quot;it&#39;s fine&quot;", 'Fish & chips <3, she said "it\'s fine"'],
    ["Rail &amp;amp; sail", "Rail & sail"],
    ["First line.\\n\\nsecond line", "First line.\n\nsecond line"],
    ["First line\\nSecond line", "First line\nSecond line"],
    ["One\r\ntwo", "One\ntwo"],
    ["See [the timetable](https://rail.example/t) first.", "See the timetable first."],
    ["Late[1] again.[2][3]", "Late[1] again."],
    ["Late [1] again [2].", "Late again."],
    ["A fact [cite_start]from there[cite: 4].", "A fact from there."],
    ['**Tweet 3:** "**Bold**, and late."', "Bold, and late."],
    ["1. a\n2. b", "1. a\n2. b"],
  ])("is taken out of a text that stands alone: %j", (text, bare) => {
    expect(unwrap([text], "")).toEqual([bare]);
  });

  it("keeps what the topic itself has: its host, its entity", () => {
    const text = "See [it](https://www.linnet.example/a), [that](https://other.example) &amp; more.";
    expect(unwrap([text], "linnet.example and its &amp;")).toEqual([
      "See it https://www.linnet.example/a, that &amp; more.",
    ]);
  });

  it("needs more than one text that carries it, and half of the answer", () => {
    const labelled = ["1. One thing", ...others];
    expect(unwrap(labelled, "")).toEqual(labelled);
    const two = ["- One thing", "- Another thing", ...others];
    expect(unwrap(two, "")).toEqual(two);
  });

  it("is no number that others don't count on from", () => {
    const scores = ["3/5 for the hotel", "5/5 for its cat", "1/3 of the road"];
    expect(unwrap(scores, "")).toEqual(scores);
    const years = ["2026. Still faxing.", "1999. Already faxing."];
    expect(unwrap(years, "")).toEqual(years);
  });
});

const word = fc.stringMatching(/^[\p{L}][\p{L}\p{M}]{1,11}$/u);
const plainTexts = fc.uniqueArray(
  fc.array(word, { minLength: 2, maxLength: 12 }).map((words) => words.join(" ")),
  { minLength: 3, maxLength: 5, selector: (text) => text },
);
const wrappers = [
  ...Object.values(wholeAnswers),
  ...Object.entries(singles).flatMap(([name, wrap]) => (name === "a note's number" ? [] : [wrap])),
];

describe("any texts", () => {
  it("come back equal from each of 20 wrappers", () => {
    expect(wrappers.length).toBeGreaterThanOrEqual(20);
    fc.assert(
      fc.property(plainTexts, fc.constantFrom(...wrappers), (texts, wrap) => {
        expect(unwrap(texts.map(wrap), "")).toEqual(texts);
      }),
      { numRuns: 1_000 },
    );
  });

  const pieces = fc.oneof(
    fc.string({ unit: "grapheme" }),
    word,
    fc.constantFrom(
      ...[
        "**",
        "__",
        '"',
        "“",
        "”",
        "[",
        "](https://a.example)",
        "]",
        "[1]",
        "[cite: 4]",
        "&amp;",
        "&lt;",
        "&",
        "amp;",
      ],
      ...["\\n", "\n", "\r", " ", "- ", "1. ", "2. ", "1/2 ", "2/2", "Tweet 1: ", "Hook: ", "Here's a tweet:\n", "."],
      ...["(142 characters)", "【3†source】", "\uFEFF", "*", "_", "\\", "(", ")"],
    ),
  );
  const anyTexts = fc.array(
    fc.array(pieces, { maxLength: 12 }).map((all) => all.join("")),
    { maxLength: 6 },
  );

  it("are unwrapped at once: again it changes nothing, and their number stays", () => {
    fc.assert(
      fc.property(anyTexts, fc.constantFrom("", "a.example", "an &amp;"), (texts, topic) => {
        const once = unwrap(texts, topic);
        expect(once).toHaveLength(texts.length);
        expect(unwrap(once, topic)).toEqual(once);
      }),
      { numRuns: 3_000 },
    );
  });
});
