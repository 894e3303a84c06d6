// The JSON in a model's answer, whatever stands round it, and the texts in that.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findTexts } from "~/ports/ai/answer/texts";
import { maxCharacters, maxStarts, valuesIn } from "~/ports/ai/answer/values";
import { five, readForms, unreadForms } from "./answer-forms";

const textsOf = (answer: string) => findTexts(valuesIn(answer));

describe("an answer in one of 26 forms", () => {
  it("is one of 22 that can be read, or of four that can't", () => {
    expect([Object.keys(readForms).length, Object.keys(unreadForms).length]).toEqual([22, 4]);
  });

  it.each(Object.entries(readForms))("is read: %s", (_form, answer) => {
    expect(textsOf(answer)).toEqual(five);
    expect(textsOf(`\uFEFF${answer.replaceAll("\n", "\r\n")}`)?.map((text) => text.replaceAll("\r", ""))).toEqual(five);
  });

  it.each(Object.entries(unreadForms))("is not guessed at: %s", (_form, answer) => {
    expect(textsOf(answer)).toBeNull();
  });
});

describe("what holds no texts", () => {
  it.each([
    "I was told to publish at once.",
    "I looked at [1] and [2].",
    '{"tweets": "none"} is what I would say',
    '{"sources": ["https://one.example"]}',
    '{"score": 10, "why": "because"}',
    '{"tweets": [1, 2, 3]}',
    "null",
    "",
  ])("gives none: %s", (answer) => {
    expect(textsOf(answer)).toBeNull();
  });

  it("is another thing than an empty list", () => {
    expect(textsOf('{"tweets": []}')).toEqual([]);
  });
});

it("a text about the end of thoughts is no end of thoughts", () => {
  const about = ["A model thinks until </think>.", "Then it speaks."];
  expect(textsOf(JSON.stringify({ tweets: about }))).toEqual(about);
});

it("a text keeps what only looks like a fault of JSON", () => {
  const texts = ["a,]", "b,}", "c:\\d", "\t\u0001", '{"tweets": ["inner"]}', "[,]"];
  expect(textsOf(JSON.stringify({ tweets: texts }))).toEqual(texts);
  expect(textsOf(JSON.stringify({ tweets: texts }).replace(/\]\}$/, ",],}"))).toEqual(
    texts.map((text) => text.replace("\u0001", "\u0001")),
  );
});

describe("reading", () => {
  const wild = fc.array(
    fc.oneof(
      fc.string({ unit: "binary" }),
      fc.constantFrom(
        "{",
        "}",
        "[",
        "]",
        '"',
        "\\",
        ",",
        ":",
        "<think>",
        "</think>",
        "```json",
        '{"tweets":["a"]}',
        "\n",
      ),
    ),
    { maxLength: 60 },
  );

  it("ends, and never throws, whatever the answer is", () => {
    fc.assert(
      fc.property(wild, (pieces) => {
        const texts = textsOf(pieces.join(""));
        expect(texts === null || texts.every((text) => typeof text === "string")).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });

  it("finds the texts of any list between any two lines of prose", () => {
    const prose = fc.string({ unit: "grapheme" }).map((text) => text.replace(/[{}[\]<]/g, ""));
    fc.assert(
      fc.property(fc.array(fc.string({ unit: "grapheme" }), { minLength: 1 }), prose, prose, (texts, before, after) => {
        expect(textsOf(`${before}\n${JSON.stringify({ tweets: texts })}\n${after}`)).toEqual(texts);
      }),
    );
  });

  const large = 200_000;
  const hostile: Record<string, string> = {
    "beginnings that never end": "{".repeat(large),
    "lists that never end": "[".repeat(large),
    "texts that never end": '["'.repeat(large / 2),
    "objects that are none": "{a}".repeat(large / 3),
    "thoughts that never end": "<think>".repeat(large / 7),
    "thoughts that only end": "</think>".repeat(large / 8),
    "a list deep in lists": "[".repeat(large / 2) + "]".repeat(large / 2),
    "an object deep in objects": '{"a":'.repeat(large / 6) + "1" + "}".repeat(large / 6),
    "faults deep in lists": "[,".repeat(large / 4) + ",]".repeat(large / 4),
    "escapes of nothing": `["${"\\".repeat(large)}`,
    "commas alone": `[${",".repeat(large)}]`,
    "commas and blanks": `[${", ".repeat(large / 2)}]`,
  };

  it.each(Object.entries(hostile))("does no more work than its two bounds allow: %s", (_name, answer) => {
    const work = { starts: 0, characters: 0 };
    findTexts(valuesIn(answer, work));
    expect(work.starts).toBeLessThanOrEqual(maxStarts);
    expect(work.characters).toBeLessThanOrEqual(maxCharacters);
    expect([maxStarts, maxCharacters]).toEqual([64, 200_000]);
  });

  it("looks at each character of an ordinary answer once", () => {
    const work = { starts: 0, characters: 0 };
    const answer = JSON.stringify({ tweets: five });
    valuesIn(answer, work);
    expect(work).toEqual({ starts: 1, characters: answer.length });
  });
});
