// The composer's form: each button's value, and that no button but Remove loses text or an image.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { maxParts } from "~/features/threads/thread";
import {
  commandOf,
  changeParts,
  type ComposedText,
  emptyPart,
  filledParts,
  putSplit,
  readForm,
} from "~/screens/composer/form";

const part = (key: string, text: string, ...media: string[]): ComposedText => ({
  key,
  text,
  images: media.map((mediaId) => ({ mediaId, altText: `alt of ${mediaId}`, madeWithAi: false })),
});

describe("a button's value", () => {
  it.each([
    ["schedule", { do: "schedule" }],
    ["schedule-anyway", { do: "schedule-anyway" }],
    ["draft", { do: "draft" }],
    ["add-images", { do: "add-images" }],
    ["now", { do: "now" }],
    ["add-part", { do: "add-part" }],
    ["count", { do: "count" }],
    ["use-current", { do: "use-current" }],
    ["keep-mine", { do: "keep-mine" }],
    ["remove-part:2", { do: "remove-part", part: 1 }],
    ["split:25", { do: "split", part: 24 }],
    ["move-part:2:up", { do: "move-part", part: 1, by: -1 }],
    ["move-part:1:down", { do: "move-part", part: 0, by: 1 }],
    ["remove-image:1:4", { do: "remove-image", part: 0, image: 3 }],
  ])("%s", (value, act) => expect(commandOf(value)).toEqual(act));

  it.each([
    "",
    "post",
    "remove-part",
    "remove-part:0",
    "remove-part:26",
    "split:x",
    "move-part:1:left",
    "remove-image:1:5",
  ])("%j is nobody's", (value) => expect(commandOf(value)).toBeNull());
});

const fields = (entries: Record<string, string>) => readForm((name) => entries[name] ?? null);

describe("what a form contains", () => {
  it("parts in their order, with images and alt text, as typed", () => {
    const form = fields({
      tweet: "7",
      once: "id",
      seen: "hash",
      state: "scheduled",
      account: "42",
      when: "slot",
      day: "2026-11-28",
      slot: "15",
      back: "/ideas",
      part_1: "one\r\ntwo",
      key_1: "p4",
      media_1_2: "m2",
      alt_1_2: "a wren",
      ai_1_2: "on",
      part_3: "",
    });
    expect(form).toMatchObject({
      tweetId: 7,
      once: "id",
      seen: "hash",
      wasScheduled: true,
      account: "42",
      time: "slot",
    });
    expect(form.parts).toEqual([
      { key: "p4", text: "one\ntwo", images: [{ mediaId: "m2", altText: "a wren", madeWithAi: true }] },
      { key: "p3", text: "", images: [] },
    ]);
  });

  it("an answer that was lost only where the form says so", () => {
    expect(fields({ unanswered: "yes" }).isAnswerLost).toBe(true);
    for (const entries of [{ unanswered: "" }, {}] as Record<string, string>[])
      expect(fields(entries).isAnswerLost).toBe(false);
  });

  it("an empty form is one empty part without a time, for a new tweet", () => {
    expect(fields({ tweet: "x", when: "never" })).toMatchObject({
      tweetId: null,
      seen: null,
      account: null,
      time: null,
      parts: [{ text: "", images: [] }],
    });
  });
});

describe("parts", () => {
  const three = [part("p1", "a", "m1"), part("p2", "b"), part("p3", "c", "m2")];
  const texts = (parts: readonly ComposedText[]) => parts.map(({ text }) => text).join("");

  it("are added at the end, moved, and removed", () => {
    expect(changeParts(three, { do: "add-part" }).map(({ key }) => key)).toEqual(["p1", "p2", "p3", "p4"]);
    expect(texts(changeParts(three, { do: "move-part", part: 2, by: -1 }))).toBe("acb");
    expect(texts(changeParts(three, { do: "move-part", part: 0, by: 1 }))).toBe("bac");
    expect(texts(changeParts(three, { do: "remove-part", part: 1 }))).toBe("ac");
    expect(changeParts(three, { do: "remove-image", part: 0, image: 0 })[0]?.images).toEqual([]);
  });

  it("that are posted stay where they are", () => {
    expect(texts(changeParts(three, { do: "move-part", part: 1, by: -1 }, 1))).toBe("abc");
    expect(texts(changeParts(three, { do: "remove-part", part: 0 }, 1))).toBe("abc");
    expect(texts(changeParts(three, { do: "move-part", part: 2, by: -1 }, 1))).toBe("acb");
  });

  it("are never fewer than one, nor more than a thread has", () => {
    expect(changeParts([part("p1", "a")], { do: "remove-part", part: 0 })).toHaveLength(1);
    const all = Array.from({ length: maxParts }, (_, n) => part(`p${n + 1}`, "x"));
    expect(changeParts(all, { do: "add-part" })).toHaveLength(maxParts);
  });

  it("of a split stand where the long one stood, and its images with the first", () => {
    const after = putSplit(three, 0, ["a1", "a2"]);
    expect(texts(after)).toBe("a1a2bc");
    expect(after.map(({ images }) => images.length)).toEqual([1, 0, 0, 1]);
    expect(new Set(after.map(({ key }) => key)).size).toBe(4);
  });

  it("that are empty are left out", () => {
    expect(texts(filledParts([part("p1", " \n"), part("p2", "b"), part("p3", "", "m1")]))).toBe("b");
    expect(filledParts([part("p3", "", "m1")])).toHaveLength(1);
  });

  it("keep every text and image under any buttons but the two that remove", () => {
    const step = fc.oneof(
      fc.constant({ do: "add-part" } as const),
      fc.record({
        do: fc.constant("move-part" as const),
        part: fc.nat(30),
        by: fc.constantFrom(1 as const, -1 as const),
      }),
    );
    const all = (parts: readonly ComposedText[]) =>
      parts
        .flatMap(({ text, images }) => [text, ...images.map(({ mediaId }) => mediaId)])
        .filter((each) => each !== "")
        .toSorted();
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), fc.nat(3), (steps, fixed) => {
        let parts: ComposedText[] = [...three];
        for (const each of steps) parts = changeParts(parts, each, fixed);
        expect(all(parts)).toEqual(all(three));
        expect(new Set(parts.map(({ key }) => key)).size).toBe(parts.length);
        expect(parts.slice(0, fixed)).toEqual(three.slice(0, fixed));
      }),
    );
  });

  it("get a key that no other has", () => expect(emptyPart(three).key).toBe("p4"));
});
