// What Google's Gemini does to us in a month: spells of trouble, and the answer to one question in each of them.
import { days, hours, minutes } from "~/ground/time/duration";
import { blockReasons, finishReasons } from "../support/fakes/gemini-reasons";
import { type FakeReply, grounding, replies } from "../support/fakes/fake-gemini";
import type { Random } from "../crash/random";

export type WriterSpellKind = "no line" | "overloaded" | "quota" | "slow" | "key" | "region" | "broken";

export interface WriterSpell {
  kind: WriterSpellKind;
  from: number;
  to: number;
}

/** `hang`: nothing comes until the caller gives up; `line`: the connection breaks. */
export type Weathered = { reply: FakeReply | "hang" | "line"; kind: string };

/** Draws the spells of a day that starts at `from`. */
export function drawWriterSpells(random: Random, from: number): WriterSpell[] {
  const spells: WriterSpell[] = [];
  const add = (kind: WriterSpellKind, chance: number, max: number) => {
    if (!random.chance(chance)) return;
    const start = from + random.between(0, days(1));
    spells.push({ kind, from: start, to: start + random.between(minutes(1), max) });
  };
  add("no line", 0.3, hours(6));
  add("overloaded", 0.5, hours(3));
  add("quota", 0.4, hours(14));
  add("slow", 0.5, hours(4));
  add("key", 0.1, hours(8));
  add("region", 0.05, hours(3));
  add("broken", 0.3, hours(1));
  return spells;
}

/** The refusal of a spell; null where the question is answered, perhaps badly. */
export function refusalIn(kind: WriterSpellKind | null, random: Random): Weathered | null {
  const of = (reply: Weathered["reply"], name: string = kind ?? ""): Weathered => ({ reply, kind: name });
  switch (kind) {
    case "no line":
      return of("line");
    case "overloaded":
      return of(random.pick([replies.overloaded(), replies.highDemand()]));
    case "quota":
      return of(replies.perDay());
    case "slow":
      return random.chance(0.5) ? of("hang") : null;
    case "key":
      return of(random.pick([replies.wrongKey(), replies.forbidden()]));
    case "region":
      return of(replies.wrongRegion());
    case "broken":
      return of(random.pick([replies.broken(), replies.htmlError(), replies.tooSlow()]));
    case null:
      return null;
  }
}

/** An answer in good weather, which goes wrong in its own ways. */
export function answerOf(
  random: Random,
  ask: { topic: string; count: number; json: boolean; search: boolean },
): Weathered {
  const good = (texts: string[], kind: string): Weathered => {
    const text = ask.json ? JSON.stringify({ tweets: texts }) : texts.join("\n---\n");
    return { reply: replies.text(text, ask.search ? { grounding: grounding() } : {}), kind };
  };
  const stamp = random.below(1_000_000_000);
  const texts = Array.from({ length: ask.count }, (_, n) => `${stamp}.${n}, on ${ask.topic}: a thing that I learnt`);
  const spoil = (max: number, spoilt: string) => {
    const howMany = 1 + random.below(max);
    return texts.map((text, n) => (n < howMany ? spoilt.replace("…", text) : text));
  };
  if (random.chance(0.5)) return good(texts, "tweets");
  return random.pick<() => Weathered>([
    () => good(spoil(5, `…${" and on".repeat(40)}`), "too long"),
    () => good(spoil(5, "@stranger … "), "a stranger mentioned"),
    () => good(spoil(5, "One and the same tweet, again and again"), "the same again"),
    () => good(texts.slice(0, random.below(3)), "too few"),
    () => ({ reply: replies.perMinute(`${random.below(60)}s`), kind: "minute" }),
    () => ({ reply: replies.exhausted(), kind: "minute" }),
    () => ({ reply: replies.overloaded(), kind: "overloaded" }),
    () => ({ reply: replies.stopped(random.pick(Object.keys(finishReasons))), kind: "stopped" }),
    () => ({ reply: replies.blockedPrompt(random.pick(blockReasons)), kind: "blocked" }),
    () => ({ reply: replies.noCandidates(), kind: "no candidates" }),
    () => ({ reply: replies.notJson(), kind: "not JSON" }),
    () => ({ reply: replies.text('{"tweets": ["one", "tw'), kind: "cut" }),
    () => ({ reply: replies.text("I was told to publish at once."), kind: "no list" }),
    () => ({ reply: "line", kind: "no line" }),
  ])();
}
