// Publishing exactly at its bounds, and what two reasons at once come to.
import { expect, it } from "vitest";
import { minutes } from "~/ground/time/duration";
import { isSameText } from "~/features/publishing/rules/same-text";
import { judge } from "~/features/publishing/rules/outcome";
import { refusalSentence } from "~/features/accounts/refusals";
import { addToTimeline } from "~/features/scheduling/scheduling.server";
import { countQueue, publishNow } from "~/features/publishing/publishing.server";
import { countPosts } from "~/features/spending/store/spent.server";
import { sumSpent } from "~tests/support/spent";
import { fingerprint } from "~/features/tweets/text";
import { answered } from "~tests/support/fakes/faulty-network";
import { makeWorld, start, type State } from "./world";

it.each([
  ["http://a.example and https://b.example", "a.example and b.example", true],
  ["HTTPS://a.example", "a.example", true],
  ["a.example/ and b.example/ too", "a.example and b.example too", true],
  ["a.example/", "a.example", true],
  ["a.example/x", "a.examplex", false],
  ["cafe\u0301", "caf\u00e9", true],
  ["\n wren ", "wren", true],
  ["Wren", "wren", false],
  ["a  wren", "a wren", false],
])("%j read back as %j is ours: %s", (sent, seen, same) =>
  expect([isSameText(sent, seen), isSameText(seen, sent)]).toEqual([same, same]),
);

it("a refusal is known by its words in any case, and never by a name that every object has", () => {
  const outcomeOf = (detail: string) => judge(answered(403, { detail }), start);
  expect(["TOO LONG", "Not Permitted", "QUOTING is NOT ALLOWED", "Only One Cashtag"].map(outcomeOf)).toMatchObject([
    { code: "too_long" },
    { code: "not_permitted" },
    { code: "reply_restricted" },
    { code: "cashtag" },
  ]);
  expect(refusalSentence("toString", "No.")).toBe("X refused this tweet: No.");
});

it("what went out on the very stroke of the day's beginning counts towards the day", async () => {
  const { app, account, id } = await makeWorld();
  await app.db.deleteFrom("attempts").where("tweet_id", "!=", id("published")).execute();
  const at = start - minutes(60);
  const told = async (since: number) => [
    await countPosts(app.db, account.own.id, since),
    await sumSpent(app.db, since),
  ];
  expect([await told(at), await told(at + 1)]).toEqual([
    [1, 15_000],
    [0, 0],
  ]);
});

it("a tweet is due at its moment, and late only after a quarter of an hour is over", async () => {
  const { app, id } = await makeWorld();
  const counts = async (dueAt: number) => {
    await app.db.updateTable("tweets").set({ due_at: dueAt }).where("id", "=", id("scheduled")).execute();
    const { due, late } = await countQueue(app);
    return [due, late];
  };
  const told = [start + 1, start, start - minutes(15), start - minutes(15) - 1].map((dueAt) => () => counts(dueAt));
  const all = [];
  for (const one of told) all.push(await one());
  expect(all).toEqual([
    [0, 0],
    [1, 0],
    [1, 0],
    [1, 1],
  ]);
});

it("what is being sent or unknown holds up another that says the same, and is not told as out", async () => {
  const duplicateOf = async (state: State) => {
    const { app, ask, id, changed } = await makeWorld();
    const row = await app.db
      .selectFrom("tweets")
      .select("content")
      .where("id", "=", id(state))
      .executeTakeFirstOrThrow();
    const change = { content: row.content, fingerprint: fingerprint(row.content) };
    await app.db.updateTable("tweets").set(change).where("id", "=", id("pending")).execute();
    return changed(() => addToTimeline(app, ask("pending")));
  };
  const on = (how: string) => [
    `refused duplicate: You already ${how} Thu, Nov 19 as @own. Change a few words and try again.`,
  ];
  expect([
    await duplicateOf("publishing"),
    await duplicateOf("unknown"),
    await duplicateOf("scheduled"),
    await duplicateOf("published"),
  ]).toEqual([
    on("started posting this on"),
    on("started posting this on"),
    on("scheduled this for"),
    on("posted this on"),
  ]);
});

it("of two reasons to refuse the one that no other deed mends is told", async () => {
  const { app, ask, id, account, changed } = await makeWorld();
  const paused = { status: "paused" as const, paused_by: "person" as const, status_reason: "Paused by you." };
  await app.db.updateTable("accounts").set(paused).where("id", "=", account.own.id).execute();
  await app.db.updateTable("tweets").set({ content: " " }).where("id", "=", id("pending")).execute();
  const refused = [
    ...(await changed(() => publishNow(app, ask("published")))),
    ...(await changed(() => publishNow(app, ask("pending")))),
  ];
  await app.db
    .updateTable("accounts")
    .set({ unlinked_at: start, is_default: 0 })
    .where("user_id", "=", "alice")
    .execute();
  refused.push(...(await changed(() => publishNow(app, ask("published")))));
  refused.push(...(await changed(() => publishNow(app, ask("pending")))));
  app.node.setMayClaim(false);
  app.work.stop();
  refused.push(...(await changed(() => publishNow(app, ask("pending")))));
  expect(refused).toEqual([
    "refused already_sent: This tweet is already posting or posted.",
    "refused account_paused: @own is paused. Resume the account under Linked accounts first.",
    "refused already_sent: This tweet is already posting or posted.",
    "refused no_account: Connect an account first.",
    "refused shutting_down: The server is restarting. Try again in a moment.",
  ]);
});
