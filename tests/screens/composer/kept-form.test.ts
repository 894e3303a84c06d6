// Drafts of the composer: a form is restored as it was kept, but for what its address or the time has decided since.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ComposerForm } from "~/screens/composer/form";
import { contentOf, isSame, restoredOf } from "~/screens/composer/kept-form";

const opened: ComposerForm = {
  userId: "alice",
  tweetId: null,
  once: "fresh",
  seen: null,
  isAnswerLost: false,
  wasScheduled: false,
  account: "1",
  time: "random",
  day: "2026-11-20",
  slot: "15",
  moment: "2026-11-20T15:00",
  back: "/timeline",
  parts: [{ key: "p1", text: "", images: [] }],
};

const option = (value: string) => ({ value, label: value, selected: false });
const choices = {
  accounts: ["1", "2"].map((ref) => ({ ref, username: ref, random: "" })),
  slots: { days: ["2026-11-20", "2026-11-21"].map(option), parts: ["13", "15"].map(option) },
  earliest: "2026-11-20T10:00",
  latest: "2027-11-20T10:00",
  scheduledFor: "today, 15:00",
  fixed: 0,
};
const free = { account: false, time: false };

const image = fc.record({ mediaId: fc.uuid(), altText: fc.string(), madeWithAi: fc.boolean() });
const typed: fc.Arbitrary<ComposerForm> = fc.record({
  userId: fc.constant("alice"),
  tweetId: fc.constant(null),
  once: fc.uuid(),
  seen: fc.option(fc.string({ minLength: 1 })),
  isAnswerLost: fc.boolean(),
  wasScheduled: fc.boolean(),
  account: fc.constantFrom("1", "2"),
  time: fc.constantFrom("random" as const, "slot" as const, "exact" as const, "keep" as const),
  day: fc.constantFrom("2026-11-20", "2026-11-21"),
  slot: fc.constantFrom("13", "15"),
  moment: fc.constantFrom("2026-11-20T11:00", "2027-01-01T00:00"),
  back: fc.constant("/timeline"),
  parts: fc.array(fc.record({ key: fc.constant(""), text: fc.string(), images: fc.array(image, { maxLength: 4 }) }), {
    minLength: 1,
    maxLength: 25,
  }),
});

const keyless = (form: ComposerForm) => ({ ...form, parts: form.parts.map((part) => ({ ...part, key: "" })) });

describe("a restored draft", () => {
  it("is the form that was kept, with keys that no two parts share", () => {
    fc.assert(
      fc.property(typed, (form) => {
        const kept = JSON.parse(JSON.stringify(contentOf(form))) as ReturnType<typeof contentOf>;
        const restored = restoredOf(kept, opened, choices, free);
        const wasScheduled = form.seen === null ? opened.wasScheduled : form.wasScheduled;
        expect(keyless(restored.form)).toEqual({ ...keyless(form), wasScheduled });
        expect(restored.missing).toEqual([]);
        expect(new Set(restored.form.parts.map(({ key }) => key)).size).toBe(form.parts.length);
        expect(isSame(restored.form, form)).toBe(true);
      }),
    );
  });

  const kept = (change: Partial<ComposerForm>) => contentOf({ ...opened, ...change });

  it("says so where its account or its time is no choice any longer, and takes neither", () => {
    const gone = restoredOf(kept({ account: "9", time: "exact", moment: "2026-11-20T09:59" }), opened, choices, free);
    expect(gone.missing).toEqual([
      "The account you chose is no longer connected.",
      "The time you chose has passed. Choose another.",
    ]);
    expect(gone.form).toMatchObject({ account: "1", time: "random", moment: opened.moment });
    const slot = restoredOf(kept({ time: "slot", day: "2026-11-19" }), opened, choices, free);
    expect([slot.form.time, slot.form.day, slot.missing.length]).toEqual(["random", "2026-11-20", 1]);
    const unscheduled = { ...choices, scheduledFor: null };
    expect(restoredOf(kept({ time: "keep" }), opened, unscheduled, free).form.time).toBe("random");
  });

  it("brings no moment back that has passed, whatever the choice: a field out of range stops a form", () => {
    for (const time of ["random", "slot"] as const) {
      const { form, missing } = restoredOf(kept({ time, moment: "2026-11-20T09:59" }), opened, choices, free);
      expect([form.time, form.moment, missing]).toEqual([time, opened.moment, []]);
    }
  });

  it("says nothing of a time that was never chosen", () => {
    const { form, missing } = restoredOf(kept({ time: "exact", moment: "" }), opened, choices, free);
    expect([form.time, missing]).toEqual(["random", []]);
  });

  it("brings no moment back that is later than a form may name", () => {
    const last = restoredOf(kept({ time: "exact", moment: choices.latest }), opened, choices, free);
    expect([last.form.moment, last.missing]).toEqual([choices.latest, []]);
    const later = restoredOf(kept({ time: "exact", moment: "2027-11-20T10:01" }), opened, choices, free);
    expect([later.form.time, later.form.moment, later.missing.length]).toEqual(["random", opened.moment, 1]);
  });

  it("leaves the account and the slot that the address names", () => {
    const placed = { account: true, time: true };
    const there = { ...opened, account: "2", time: "slot" as const, day: "2026-11-21" };
    const { form, missing } = restoredOf(kept({ account: "1", time: "random" }), there, choices, placed);
    expect(form).toMatchObject({ account: "2", time: "slot", day: "2026-11-21" });
    expect(missing).toEqual([]);
  });

  it("shows posted parts as they were posted", () => {
    const out = { key: "p1", text: "Posted", images: [] };
    const parts = [
      { key: "p1", text: "Changed", images: [] },
      { key: "p2", text: "Two", images: [] },
    ];
    const { form } = restoredOf(kept({ parts }), { ...opened, parts: [out] }, { ...choices, fixed: 1 }, free);
    expect(form.parts.map(({ text }) => text)).toEqual(["Posted", "Two"]);
  });
});
