// An account that is paused, resumed or unlinked, and a move of zone: what changes with it, and that nobody else's does.
import { inTransaction } from "~db/database.server";
import { expect, it } from "vitest";
import { hours } from "~/ground/time/duration";
import { openTokens } from "~/features/accounts/accounts.server";
import { rescheduleAtNight, listAtNight } from "~/features/scheduling/scheduling.server";
import { pauseAccount, resumeAccount, revokeTokens, unlink, unlinkAll } from "~/features/publishing/publishing.server";
import { makeWorld, rowOf, start, type World } from "./world";

const ref = ({ account }: World, name: "own" | "main" = "own") => account[name].networkUserId;
const set = ({ app, account }: World, change: Parameters<typeof changeOf>[1]) =>
  changeOf(app, { id: account.own.id, ...change });
async function changeOf(
  app: World["app"],
  {
    id,
    ...change
  }: {
    id?: number;
    status?: "active" | "paused" | "reconnect";
    paused_by?: "person" | "network";
    status_reason?: string;
    wait_until?: number;
    refused_at?: number;
  },
) {
  await app.db
    .updateTable("accounts")
    .set(change)
    .where("id", "=", id ?? 0)
    .execute();
}

it("a pause holds one account, once", async () => {
  const world = await makeWorld();
  const pause = () => pauseAccount(world.app, "alice", ref(world));
  expect([await world.changed(pause), await world.changed(pause)]).toEqual([
    ["account of own: status=paused, status_reason=Paused by you., paused_by=person"],
    [],
  ]);
});

it("a pause of the network's is not made the person's own", async () => {
  const world = await makeWorld();
  await set(world, { status: "paused", paused_by: "network", status_reason: "X holds it." });
  expect(await world.changed(() => pauseAccount(world.app, "alice", ref(world)))).toEqual([]);
});

it("an account that must be connected again can't be paused, so that no resuming makes it active", async () => {
  const world = await makeWorld();
  await set(world, { status: "reconnect", status_reason: "X refused it." });
  expect(await world.changed(() => pauseAccount(world.app, "alice", ref(world)))).toEqual([]);
});

it("a resumed account goes on, and what is past due gets a new moment and the reason", async () => {
  const resume = async (change: Parameters<typeof changeOf>[1], after = 0) => {
    const world = await makeWorld();
    await set(world, change);
    world.app.clock.set(start + after);
    return world.changed(() => resumeAccount(world.app, "alice", ref(world)));
  };
  const paused = { status: "paused", paused_by: "person", status_reason: "Paused by you.", wait_until: start } as const;
  expect({
    "nothing is due": await resume(paused, hours(2) - 1),
    "something is due": await resume(paused, hours(2)),
    "a day later": await resume(paused, hours(26)),
    "held by the network": await resume({ ...paused, paused_by: "network" }),
    "to be connected again": await resume({ status: "reconnect", status_reason: "Please connect it." }),
    "without a reason": await resume({ status: "reconnect" }),
    "not paused": await resume({ status: "active" }),
    "not paused, and waiting": await resume({ status: "active", wait_until: start + hours(9) }, hours(3)),
  }).toEqual({
    "a day later": [
      "tweet of own scheduled: updated_at=+26 h, due_at=+32 h, moment_reason=Missed Thu, Nov 19, 12:18 while the account was paused. Picked at random between 16:18 and 20:18 UTC.",
      "new event of own scheduled: at=+26 h, kind=postponed, detail=Missed Thu, Nov 19, 12:18 while the account was paused. Picked at random between 16:18 and 20:18 UTC.",
      "account of own: status=active, status_reason=null, paused_by=null, wait_until=null",
      "woken 1",
    ],
    "held by the network": [
      "account of own: status=active, status_reason=null, paused_by=null, wait_until=null",
      "woken 1",
    ],
    "not paused": ["woken 1"],
    "not paused, and waiting": ["woken 1"],
    "nothing is due": ["account of own: status=active, status_reason=null, paused_by=null, wait_until=null", "woken 1"],
    "something is due": [
      "tweet of own scheduled: updated_at=+2 h, due_at=+8 h, moment_reason=Missed Thu, Nov 19, 12:18 while the account was paused. Picked at random between 16:18 and 20:18 UTC.",
      "new event of own scheduled: at=+2 h, kind=postponed, detail=Missed Thu, Nov 19, 12:18 while the account was paused. Picked at random between 16:18 and 20:18 UTC.",
      "account of own: status=active, status_reason=null, paused_by=null, wait_until=null",
      "woken 1",
    ],
    "to be connected again": ["refused account_reconnect: Please connect it."],
    "without a reason": ["refused account_reconnect: Reconnect the account."],
  });
});

it("nobody holds, resumes or unlinks what is not theirs", async () => {
  const world = await makeWorld();
  for (const verb of [pauseAccount, resumeAccount, unlink])
    expect(await world.changed(() => verb(world.app, "bob", ref(world)))).toEqual([
      "refused not_found: This account isn’t connected.",
    ]);
});

it("an unlinked account forgets its tokens, and what waits for it is pending again", async () => {
  const world = await makeWorld();
  const tokens = openTokens(world.app, await rowOf(world.app, world.account.own));
  const revoked: unknown[] = [];
  world.network.revoke = async (those) => void revoked.push(those);
  const lines = await world.changed(() => unlink(world.app, "alice", ref(world)));
  expect(revoked).toEqual([tokens]);
  expect(lines).toEqual([
    "tweet of own scheduled: updated_at=now, state=pending, publish_type=null, due_at=null, moment_reason=null",
    "new event of own scheduled: at=now, kind=taken_off, detail=The account was disconnected.",
    "account of own: tokens='', unlinked_at=now",
  ]);
});

it("where the default is unlinked the oldest link takes its place", async () => {
  const world = await makeWorld();
  const lines = await world.changed(() => unlink(world.app, "alice", ref(world, "main")));
  expect(lines.filter((line) => line.startsWith("account"))).toEqual([
    "account of first: is_default=1",
    "account of main: is_default=0, tokens='', unlinked_at=now",
  ]);
});

it("all of a person's accounts are unlinked, and nobody else's", async () => {
  const world = await makeWorld();
  const lines = await world.changed(async () => {
    const before = await inTransaction(world.app.db, (trx) => unlinkAll(trx, world.app, "alice"));
    expect(before.map(({ username, tokens }) => [username, tokens !== ""])).toEqual([
      ["first", true],
      ["main", true],
      ["own", true],
    ]);
  });
  expect(lines).toEqual([
    "tweet of main scheduled: updated_at=now, state=pending, publish_type=null, due_at=null, moment_reason=null",
    "tweet of own scheduled: updated_at=now, state=pending, publish_type=null, due_at=null, moment_reason=null",
    "new event of main scheduled: at=now, kind=taken_off, detail=The account was disconnected.",
    "new event of own scheduled: at=now, kind=taken_off, detail=The account was disconnected.",
    "account of first: tokens='', unlinked_at=now",
    "account of main: is_default=0, tokens='', unlinked_at=now",
    "account of own: tokens='', unlinked_at=now",
  ]);
});

it("tokens that the network does not take back are only logged", async () => {
  const { app, account, network } = await makeWorld();
  const row = await rowOf(app, account.own);
  network.revoke = () => Promise.reject(new Error("down"));
  await revokeTokens(app, row);
  expect(app.logged.at(-1)).toMatchObject({
    account: row.id,
    msg: "the tokens could not be taken back at the network",
  });
});

it("a move of zone draws anew what we drew for the night there, and nothing that a person chose", async () => {
  const world = await makeWorld();
  const { app, id } = world;
  const at = (of: "own" | "main" | "bob", change: object) =>
    app.db.updateTable("tweets").set(change).where("id", "=", id("scheduled", of)).execute();
  await at("main", { due_at: start + hours(1) });
  const night = await listAtNight(app, "alice", "Asia/Tokyo");
  expect(night).toEqual([]);
  await at("own", { due_at: start + hours(5) });
  await at("bob", { due_at: start + hours(5) });
  await at("main", { due_at: start + hours(6) });
  expect((await listAtNight(app, "alice", "Asia/Tokyo")).map((one) => [one.id, one.at, one.content])).toEqual([
    [id("scheduled"), start + hours(5), "own scheduled: words of its own"],
    [id("scheduled", "main"), start + hours(6), "main scheduled: words of its own"],
  ]);
  await at("main", { moment_reason: null });
  expect(await world.changed(async () => expect(await rescheduleAtNight(app, "alice", "Asia/Tokyo")).toBe(1))).toEqual([
    "tweet of own scheduled: updated_at=now, due_at=+822 min, moment_reason=Picked at random after your quiet hours, between Fri, Nov 20, 07:00 and 11:00, Tokyo time.",
    "new event of own scheduled: at=now, kind=moved, detail=Picked at random after your quiet hours, between Fri, Nov 20, 07:00 and 11:00, Tokyo time.",
    "woken 1",
  ]);
});
