// What /product-analyse shows of what was fetched: no database, no clock.
import { expect, it } from "vitest";
import type { Account } from "~/features/accounts/account";
import type { BotView } from "~/features/bots/bots.server";
import { type Fetched, toView } from "~/screens/analyse/to-view.server";

const account = (id: number, username: string, isDefault: boolean) => ({ id, username, isDefault }) as Account;
const analysis = { id: 3, content: "Tea", summary: "", qualityScore: null, metadata: null, createdAt: 0 };
const lists = { active: null, history: null, error: null };
const fetched = {
  user: null,
  accounts: [account(1, "alice", false), account(2, "alice_two", true)],
  accountsFault: null,
  now: Date.parse("2026-11-18T12:00:00Z"),
  timeZone: "UTC",
  query: new URLSearchParams(),
  perDay: 2,
} satisfies Omit<Fetched, "of">;

function usernameFor(bot: Partial<BotView> | undefined, accounts: Account[] = fetched.accounts): string | null {
  const of = { kind: "results", analysis, bot, lists, checklist: null } as Extract<Fetched["of"], { kind: "results" }>;
  const data = toView({ ...fetched, accounts, of });
  if (data.view !== "results") throw new Error("an analysis is shown as results");
  return data.control.username;
}

it("a bot posts as its own account, and would as the default one before it has any", () => {
  expect(usernameFor({ username: "alice" })).toBe("alice");
  expect(usernameFor(undefined)).toBe("alice_two");
  expect(usernameFor({ username: null })).toBe("alice_two");
  expect(usernameFor(undefined, [])).toBeNull();
});

it("test mode names who would post, and offers no other account: there is no bot to start", () => {
  const data = toView({ ...fetched, of: { kind: "sample", lists } });
  expect(data).toMatchObject({ test: true, control: { username: "alice_two", usernames: [], perDay: 2 } });
});
