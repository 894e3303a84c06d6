// One reader of X's refusals: whom each is about, and that posting, deleting, sending pictures, reading and linking agree.
import { expect, it } from "vitest";
import { hours, minutes, seconds } from "~/ground/time/duration";
import { afterDeletion } from "~/features/deletions/deletion";
import { judge } from "~/features/publishing/rules/outcome";
import { judgeCall, judgeDeletion, judgeUpload } from "~/ports/network/call-outcome";
import { readRefusal } from "~/ports/network/problem";
import { linkError } from "~/ports/network/x-link";
import { answered } from "~tests/support/fakes/faulty-network";
import { knownRefusals, type KnownRefusal, refusalsAbout } from "~tests/support/fakes/x-refusals";

const now = Date.parse("2026-11-19T10:00:00Z");
const read = ({ status, body }: KnownRefusal, headers = {}) => readRefusal({ status, headers, body }, now);

it.each(knownRefusals)("$status $name is about: $about $code", (one) => {
  expect(read(one)).toMatchObject({ about: one.about, ...(one.code ? { code: one.code } : {}) });
});

const posting = {
  account: "blocked",
  app: "blocked",
  authorization: "unauthorized",
  clock: "unjudged",
  proxy: "unjudged",
  time: "wait",
  tweet: "refused",
  unsure: "refused",
  network: "unknown",
};
const calling = { ...posting, network: "again" };

it.each(knownRefusals)("$status $name means the same to every call", (one) => {
  const answer = answered(one.status, one.body);
  expect(judge(answer, now).kind).toBe(one.code === "duplicate" ? "unknown" : posting[one.about]);
  for (const judgeOne of [judgeUpload, judgeCall]) expect(judgeOne(answer, now).kind).toBe(calling[one.about]);
  // What X doesn't find is deleted, which nobody but X can say.
  const isGone = one.status === 404 && one.about !== "proxy";
  expect(judgeDeletion(answer, now).kind).toBe(isGone ? "done" : calling[one.about]);
});

it.each(knownRefusals)("$status $name while linking is told by what it is", ({ status, body, about, code }) => {
  const leg = { unauthorized: "refused" as const, secrets: [], now };
  const { reason, until } = linkError(answered(status, body), leg);
  const expected = {
    account: "blocked",
    app: { credits: "credits", usage_cap: "credits", client_forbidden: "project", write_forbidden: "read_only" }[
      code ?? ""
    ],
    clock: "clock",
    time: "limited",
    network: "unreachable",
    // The legs of OAuth 1.0a answer in bare lines and without a body, too.
    proxy: typeof body === "string" && body !== "" ? "unreachable" : "refused",
    authorization: "refused",
    tweet: "refused",
    unsure: "refused",
  }[about];
  expect(reason).toBe(expected);
  expect(until !== null).toBe(about === "time");
});

it("a wrong clock is told by X's own time, also where X says no more than that it is unauthorized", () => {
  const off = (ms: number) => ({ date: new Date(now - ms).toUTCString() });
  const [coded] = refusalsAbout("clock");
  const [bare] = refusalsAbout("authorization");
  if (!coded || !bare) throw new Error("The table has neither");
  expect(read(coded, off(minutes(12)))).toMatchObject({ about: "clock", aheadMs: minutes(12) });
  expect(read(coded, off(-hours(3)))).toMatchObject({ about: "clock", aheadMs: -hours(3) });
  expect(read(coded, { date: "soon" })).toMatchObject({ about: "clock", aheadMs: null });
  for (const ms of [seconds(300), -seconds(300)]) expect(read(bare, off(ms))).toMatchObject({ about: "clock" });
  for (const ms of [seconds(299), -seconds(299)]) expect(read(bare, off(ms))).toMatchObject({ about: "authorization" });
});

it("a limit of posts waits for X's reset, or an hour; what looks automated an hour", () => {
  const headers = { "x-rate-limit-remaining": "0", "x-rate-limit-reset": String((now + minutes(7)) / 1000) };
  const untilOf = (code: string, by = {}) => {
    const one = refusalsAbout("time").find((known) => known.code === code);
    const refusal = one && read(one, by);
    return refusal?.about === "time" ? refusal.until - now : null;
  };
  expect(untilOf("post_limit", headers)).toBe(minutes(7));
  expect(untilOf("post_limit")).toBe(hours(1));
  expect(untilOf("seems_automated", headers)).toBe(hours(1));
});

it.each(refusalsAbout("proxy", "clock", "account", "app", "time"))(
  "an order to delete stays open at $status $name, and counts no try",
  ({ status, body, about }) => {
    const by = { now, tries: 5, isPaused: false, refusedAt: now - hours(1), random: () => 0.5 };
    const step = afterDeletion(judgeDeletion(answered(status, body), now), by);
    expect(step).toMatchObject({ next: { state: "open" }, spent: false });
    const { next, account } = step;
    expect(next.state === "open" && next.dueAt > now).toBe(true);
    expect(account?.status ?? null).toBe(about === "account" || about === "app" ? "paused" : null);
  },
);
