// The line about a slow model: from when on it is shown, with and without a script, and what it promises.
import { expect, it } from "vitest";
import { request } from "~/features/generation/generation.server";
import { minutes, seconds } from "~/ground/time/duration";
import { type StillWriting, stillWriting } from "~/screens/generate/still-writing";
import type { GenerationFault } from "~/screens/generate/use-generation";
import { useStillWriting } from "~/screens/generate/use-still-writing";
import { withPage } from "../support/hooked";
import { test } from "../support/people";
import { the, words } from "../support/reading";

it.each([
  [seconds(80), 0, 2, seconds(88)],
  [seconds(80), seconds(87), 2, seconds(1)],
  [seconds(80), seconds(88), 2, 0],
  [seconds(80) + 1, seconds(29), 2, seconds(1)],
  [seconds(320), 0, 5, seconds(30)],
  [seconds(320), minutes(2), 5, 0],
  [seconds(620), seconds(30), 10, 0],
])("a task of %i ms after %i ms: up to %i minutes, shown in %i ms", (lasts, elapsed, upTo, inMs) => {
  const line = stillWriting({ createdAt: 1_000, deadlineAt: 1_000 + lasts, parts: null }, 1_000 + elapsed);
  expect(line.inMs).toBe(inMs);
  expect(line.words).toBe(
    `Still writing: this model may take up to ${upTo} minutes. You can close this page. The tweets will be under Ideas.`,
  );
});

test("a page without a script shows it while a slow model writes, and reloads as before", async ({ stage }) => {
  const { app, alice, asAlice, first } = stage;
  const ask = { userId: alice.user.id, accountId: first.id, topic: "bees", webSearch: false };
  const usual = await request(app, ask);
  app.ai = { ...app.ai, limitMs: minutes(5) };
  const slow = await request(app, { ...ask, parts: 4 });
  const waiting = async (id: string) => {
    const { document } = await asAlice.get(`/generate?job=${id}`);
    expect(document.querySelector("meta[http-equiv=refresh]")?.getAttribute("content")).toMatch(/^3\b/);
    return the(document, ".wait");
  };
  app.clock.advance(seconds(29));
  expect(words(await waiting(slow))).not.toContain("Still writing");
  app.clock.advance(seconds(1));
  const line =
    "Still writing: this model may take up to 5 minutes. You can close this page. The thread will be under Ideas.";
  const shown = await waiting(slow);
  expect(words(shown)).toContain(line);
  expect(words(shown)).toContain("AI is generating your thread...");
  expect(shown.querySelectorAll("[role=alert], [role=status], [aria-live]")).toHaveLength(0);
  expect(words(await waiting(usual))).not.toContain("Still writing");
});

const line: StillWriting = { words: "Still writing.", inMs: seconds(18) };
function Line({ of, end, said }: { of: StillWriting | null; end: GenerationFault | null; said: (string | null)[] }) {
  const shown = useStillWriting(of, end);
  if (shown !== said.at(-1)) said.push(shown);
  return null;
}

it("a page with a script shows it when it is due, keeps it after the last check, and drops it with a failure", async () => {
  await withPage(async (page) => {
    const said: (string | null)[] = [];
    await page.show(Line, { of: line, end: null, said });
    await page.pass(seconds(18) - 1);
    expect(said).toEqual([null]);
    await page.pass(1);
    expect(said).toEqual([null, line.words]);
    await page.show(Line, { of: line, end: { error: "Late.", isOver: false, isStillWriting: true }, said });
    expect(said, "the same line: nothing is said again").toEqual([null, line.words]);
    await page.show(Line, { of: line, end: { error: "No.", isOver: true }, said });
    expect(said).toEqual([null, line.words, null]);
  });
});

it("a usual task has it only below the timeout of a task that still runs", async () => {
  await withPage(async (page) => {
    const said: (string | null)[] = [];
    await page.show(Line, { of: { ...line, inMs: seconds(88) }, end: null, said });
    await page.show(Line, { of: { ...line, inMs: seconds(88) }, end: { error: "Lost.", isOver: false }, said });
    expect(said).toEqual([null]);
    await page.show(Line, {
      of: { ...line, inMs: seconds(88) },
      end: { error: "Late.", isOver: false, isStillWriting: true },
      said,
    });
    expect(said).toEqual([null, line.words]);
  });
});
