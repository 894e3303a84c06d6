// No typed word is lost in a browser with up to three tabs that type, reload, close, die and save, in any order.
import fc from "fast-check";
import { expect, test } from "vitest";
import { type Control, FakeBrowser, type Tab } from "./fake-browser";

const maxTabs = 3;
/** From a key to its place in a store: 300 ms, and the longest commit. */
const settlesAfter = 300 + 40;

type Step =
  | { kind: "type" | "reload" | "close" | "save" | "duplicate" | "freeze" | "thaw" | "die"; tab: number }
  | { kind: "open" }
  | { kind: "fail" }
  | { kind: "pass"; ms: number }
  | { kind: "lag"; ms: number };

const tab = fc.nat(maxTabs - 1);
const step = fc.oneof(
  { weight: 8, arbitrary: fc.record({ kind: fc.constant("type" as const), tab }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("pass" as const), ms: fc.constantFrom(1, 40, 100, 400) }) },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constantFrom("reload" as const, "close" as const, "save" as const, "duplicate" as const, "die" as const),
      tab,
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom("freeze" as const, "thaw" as const), tab }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("open" as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("fail" as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("lag" as const), ms: fc.constantFrom(1, 5, 40) }) },
);
const life = fc.record({
  fails: fc.constantFrom("table" as const, "local" as const, "quota" as const, null),
  steps: fc.array(step, { minLength: 5, maxLength: 60, size: "max" }),
});

interface Word {
  word: string;
  at: number;
}

/** Plays the steps, then opens what is left in one tab after the other. Returns the words that nobody finds. */
async function lostIn(steps: readonly Step[], fails: string | null, control: Control = {}): Promise<string[]> {
  const browser = new FakeBrowser(control);
  const frozen = new Map<Tab, () => void>();
  const slots: (Tab | undefined)[] = [];
  let words: Word[] = [];
  // A browser that blocks localStorage does so from the first page to the last.
  let isFailing = (browser.local.isBlocked = fails === "local");
  let count = 0;

  const open = (fresh: Tab, at: number) => {
    slots[at] = fresh.open();
  };
  const leave = (gone: Tab, isKilled: boolean) => {
    const isWritten = !isKilled && !(isFailing && fails !== "table");
    // What a dying page had no time to write is lost, and no store could help.
    words = words.filter(
      (word) => isWritten || !gone.text.includes(word.word) || word.at <= browser.time - settlesAfter,
    );
    frozen.delete(gone);
  };
  const fail = () => {
    isFailing = !isFailing;
    if (fails === "table") browser.tableState = isFailing ? "failing" : "fine";
    if (fails === "quota") browser.local.quota = isFailing ? 0 : Infinity;
  };

  async function play(next: Step): Promise<void> {
    if (next.kind === "pass") return browser.pass(next.ms);
    if (next.kind === "lag") return void (browser.lag = next.ms);
    if (next.kind === "fail") return fails === "table" || fails === "quota" ? fail() : undefined;
    const empty = Array.from({ length: maxTabs }, (_, at) => at).find((at) => !slots[at]);
    if (next.kind === "open") return empty === undefined ? undefined : open(browser.openTab(), empty);
    const here = slots[next.tab];
    if (!here) return;
    const thaw = frozen.get(here);
    if (next.kind === "thaw" || thaw) {
      if (next.kind !== "thaw" || !thaw) return;
      thaw();
      frozen.delete(here);
      return browser.pass(10);
    }
    switch (next.kind) {
      case "type": {
        const word = `<${(count += 1)}>`;
        here.type(word);
        return void words.push({ word, at: browser.time });
      }
      case "save":
        words = words.filter(({ word }) => !here.text.includes(word));
        return here.end();
      case "duplicate":
        return empty === undefined ? undefined : open(here.duplicate(), empty);
      case "freeze":
        // Only localStorage says at the moment of a write that another page has written since.
        if (fails === "local" || fails === "quota") return;
        return void frozen.set(here, here.freeze());
      case "reload":
        leave(here, false);
        return open(here.reload(), next.tab);
      case "close":
        leave(here, false);
        slots[next.tab] = undefined;
        return here.leave();
      case "die":
        leave(here, true);
        slots[next.tab] = undefined;
        return here.kill();
    }
  }
  for (const next of steps) await play(next);

  if (isFailing && fails !== "local") fail();
  await browser.pass(2_000);
  for (const last of slots) if (last) last.leave();
  let found = "";
  // A store that restores the same draft for ever must end the test, too.
  for (let readers = 0; readers < 60; readers += 1) {
    const reader = browser.openTab().open();
    await browser.pass(2_000);
    if (!reader.isRestored) break;
    found += reader.text;
  }
  return words.map(({ word }) => word).filter((word) => !found.includes(word));
}

test("no word that was typed and not saved is lost", async () => {
  const property = fc.asyncProperty(life, async ({ steps, fails }) => {
    expect(await lostIn(steps as Step[], fails)).toEqual([]);
  });
  await fc.assert(property, { numRuns: 300 });
});

/** How many of 100 lives lose a word. */
async function losses(control: Control): Promise<number> {
  let count = 0;
  for (const { steps } of fc.sample(life, { numRuns: 100, seed: 7 }))
    if ((await lostIn(steps as Step[], null, control)).length > 0) count += 1;
  return count;
}

test("control: the same lives lose words with one key for all tabs, and in sessionStorage alone", async () => {
  expect(await losses({ hasOneKey: true })).toBeGreaterThan(5);
  expect(await losses({ hasSessionAlone: true })).toBeGreaterThan(5);
  expect(await losses({})).toBe(0);
});
