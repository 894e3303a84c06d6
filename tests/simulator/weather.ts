// What the network does to us: spells in which nothing goes, and what becomes of one post on a bad line.
import { hours, minutes, seconds } from "~/ground/time/duration";
import type { PostAnswer } from "~/ports/network/port";
import { answered } from "~tests/support/fakes/faulty-network";
import type { Random } from "../crash/random";

/** The promise rests on these two being under the settle time of 120 s (docs/publishing.md). */
export const maxAccept = seconds(115);
export const maxLag = seconds(115);

export type SpellKind = "no line" | "unreadable" | "unauthorized" | "credits" | "limited";

export interface Spell {
  kind: SpellKind;
  from: number;
  to: number;
  /** The network's id of the account it befalls; null: all of them. */
  account: string | null;
}

/** What becomes of one post. Times are distances: of the answer from the call, of the acceptance from the call. */
export interface Fate {
  kind: string;
  acceptedIn: number | null;
  answeredIn: number;
  answer: PostAnswer | "201";
  lag: number;
}

const lost = (detail: string, status: number | null = null): PostAnswer => ({ kind: "lost", status, detail });
const notSent: PostAnswer = { kind: "not_sent", detail: "connect ECONNREFUSED" };

const problem = (status: number, detail: string) => answered(status, { title: "Problem", detail, status });
const duplicate = problem(403, "You are not allowed to create a Tweet with duplicate content.");

/** Draws the spells of a day that starts at `from`. */
export function drawSpells(random: Random, from: number, accounts: readonly string[]): Spell[] {
  const spells: Spell[] = [];
  const add = (kind: SpellKind, chance: number, max: number, account: string | null) => {
    if (!random.chance(chance)) return;
    const start = from + random.between(0, hours(24));
    spells.push({ kind, from: start, to: start + random.between(minutes(1), max), account });
  };
  add("no line", 0.5, hours(2), null);
  add("no line", 0.3, minutes(5), null);
  add("unreadable", 0.5, hours(3), null);
  add("credits", 0.1, hours(3), null);
  for (const account of accounts) {
    add("unauthorized", 0.15, minutes(25), account);
    add("limited", 0.3, minutes(40), account);
    add("unreadable", 0.2, hours(1), account);
  }
  return spells;
}

/** The answer to a post while a spell lasts; null where the post is not reached by it. */
export function answerIn(spell: Spell, random: Random): PostAnswer | null {
  switch (spell.kind) {
    case "no line":
      return notSent;
    case "unauthorized":
      return problem(401, "Unauthorized");
    case "credits":
      return answered(402, {
        type: "https://api.x.com/2/problems/credits",
        title: "CreditsDepleted",
        detail: "none left",
      });
    case "limited": {
      const reset = String(Math.ceil(spell.to / 1000));
      const headers = { "x-rate-limit-remaining": "0", "x-rate-limit-reset": reset };
      return answered(429, { title: "Too Many Requests" }, random.chance(0.8) ? headers : {});
    }
    case "unreadable":
      return null;
  }
}

/** Draws the fate of one post outside any spell; `badness` of them go wrong. */
export function drawFate(random: Random, badness: number, timeoutMs: number): Fate {
  const lag = random.chance(0.7) ? random.between(0, seconds(2)) : random.between(0, maxLag);
  const soon = random.between(50, seconds(2));
  const slow = random.chance(0.3) ? timeoutMs : random.between(50, timeoutMs);
  const never = (kind: string, answer: PostAnswer, answeredIn = soon): Fate => {
    return { kind, acceptedIn: null, answeredIn, answer, lag };
  };
  const taken = (kind: string, answer: Fate["answer"], answeredIn = soon, acceptedIn = answeredIn / 2): Fate => {
    return { kind, acceptedIn, answeredIn, answer, lag };
  };
  if (!random.chance(badness)) return taken("accepted", "201");
  return random.pick([
    () => never("not sent", notSent),
    () => never("lost before", lost("socket hang up"), slow),
    () => taken("lost after", lost("socket hang up"), slow),
    () => taken("half an answer", lost("aborted", 201)),
    () => taken("accepted late", lost("timeout"), slow, slow + random.between(0, maxAccept)),
    () => taken("accepted slowly", "201", slow),
    () => never("500 before", problem(500, "Internal error")),
    () => taken("503 after", problem(503, "Over capacity")),
    () => taken("503, accepted late", problem(503, "Over capacity"), soon, soon + random.between(0, maxAccept)),
    () => taken("201 without an id", answered(201, {})),
    () => taken("duplicate, and it is there", duplicate),
    () => never("duplicate, and it isn't there", duplicate),
    () => never("refused", problem(403, "You are not permitted to perform this action.")),
    () => never("a proxy's page", answered(random.pick([400, 403, 404]), "<html>Blocked</html>")),
    () => never("too many posts", answered(403, { errors: [{ code: 185, message: "Over the limit." }] })),
    () => never("looks automated", answered(403, { errors: [{ code: 226, message: "It looks automated." }] })),
    () => never("locked", answered(403, { errors: [{ code: 326, message: "This account is locked." }] })),
    () => never("401 once", problem(401, "Unauthorized")),
    () => never("limited once", answered(429, { title: "Too Many Requests" })),
  ])();
}
