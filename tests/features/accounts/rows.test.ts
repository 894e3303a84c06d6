// What linking, choosing and ending change of accounts, and which account serves: nobody else's, and each column named.
import { expect, it } from "vitest";
import { minutes } from "~/ground/time/duration";
import { chooseAccount, isInactive, isLinkFailure, linkFailures, stateOf } from "~/features/accounts/account";
import {
  beginLink,
  callbackUrlOf,
  countSealed,
  findServingAccount,
  getAccount,
  listAccessLevels,
  listAccounts,
  openTokens,
  pruneLinkRequests,
  setDefault,
} from "~/features/accounts/accounts.server";
import { findOwner, listSealed, makeDefault, noteScheduledSends, toAccount } from "~/features/accounts/queries.server";
import { unlink } from "~/features/publishing/publishing.server";
import { linkAccount, type Person } from "~tests/support/people/make";
import { makeWorld, rowOf, start, type World } from "../publishing/world";

const alice = { user: { id: "alice" }, sessionId: "a session of alice" } as unknown as Person;
const set = ({ app, account }: World, change: object, name: "own" | "main" | "first" | "bob" = "own") =>
  app.db.updateTable("accounts").set(change).where("id", "=", account[name].id).execute();

it("an account linked anew is as fresh as a new one, and keeps its id, place and when it was linked", async () => {
  const world = await makeWorld();
  const { app, account } = world;
  const old = await rowOf(app, account.own);
  await set(world, {
    status: "paused",
    paused_by: "network",
    status_reason: "-",
    refused_at: 1,
    wait_until: 1,
    access_level: "read",
    username: "was",
    display_name: "Was",
    image_url: "https://was.example/",
    scheduled_send_at: 7,
  });
  await linkAccount({ ...app, network: app.network }, alice, "own");
  const row = await rowOf(app, account.own);
  expect({ ...row, tokens: "" }).toEqual({ ...old, tokens: "", scheduled_send_at: 7 });
  expect(row.tokens).not.toBe(old.tokens);
  const fresh = await linkAccount(app, alice, "brand_new");
  const { tokens, ...made } = await rowOf(app, fresh);
  expect(tokens).not.toBe("");
  expect(made).toMatchObject({
    user_id: "alice",
    network: "sandbox",
    username: "brand_new",
    is_default: 0,
    status: "active",
    linked_at: start,
    unlinked_at: null,
    scheduled_send_at: null,
  });
});

it("one that is linked again while nobody is the default becomes it", async () => {
  const world = await makeWorld({ tweets: false });
  const { app, account } = world;
  for (const name of ["own", "first", "main"] as const) await unlink(app, "alice", account[name].networkUserId);
  expect(await linkAccount(app, alice, "own")).toMatchObject({ id: account.own.id, isDefault: true });
  expect((await rowOf(app, account.bob)).is_default).toBe(1);
  expect(await linkAccount(app, alice, "first")).toMatchObject({ isDefault: false });
});

it("a new default takes the old one's place, and no other person's", async () => {
  const world = await makeWorld();
  const { app, account } = world;
  expect(await world.changed(() => setDefault(app, "alice", String(account.own.id)))).toEqual([
    "account of main: is_default=0",
    "account of own: is_default=1",
  ]);
  expect(await world.changed(() => setDefault(app, "bob", account.own.networkUserId))).toEqual([
    "refused not_found: This account isn’t connected.",
  ]);
  await set(world, { network: "x" }, "own");
  await makeDefault(app.db, "alice", "sandbox", account.first.id);
  expect((await rowOf(app, account.own)).is_default).toBe(1);
});

it("accounts are the person's of this network that are linked, the oldest link first", async () => {
  const world = await makeWorld({ tweets: false });
  const { app } = world;
  const names = async () => (await listAccounts(app, "alice")).map(({ username }) => username);
  expect(await names()).toEqual(["first", "main", "own"]);
  await set(world, { linked_at: 1 });
  expect(await names()).toEqual(["own", "first", "main"]);
  await set(world, { linked_at: 1 }, "main");
  expect(await names()).toEqual(["main", "own", "first"]);
  await set(world, { unlinked_at: start }, "main");
  await set(world, { network: "x" }, "first");
  expect(await names()).toEqual(["own"]);
});

it("a name is the network's id before it is our own", async () => {
  const world = await makeWorld();
  const { app, account } = world;
  await set(world, { network_user_id: String(account.first.id) }, "own");
  expect((await getAccount(app, "alice", String(account.first.id))).username).toBe("own");
  expect((await getAccount(app, "alice", String(account.main.id))).username).toBe("main");
  for (const ref of [String(account.bob.id), account.bob.networkUserId, "0", ""])
    await expect(getAccount(app, "alice", ref)).rejects.toMatchObject({
      code: "not_found",
      message: "This account isn’t connected.",
    });
});

it("the account that serves is the named one, the tweet's own, the default or the first", async () => {
  const world = await makeWorld();
  const { app, account } = world;
  const serving = async (ask: { named: string | null; own?: number | null }) =>
    (await findServingAccount(app, "alice", ask))?.username;
  expect(await serving({ named: account.first.networkUserId, own: account.own.id })).toBe("first");
  expect(await serving({ named: null, own: account.own.id })).toBe("own");
  expect(await serving({ named: null })).toBe("main");
  expect(await serving({ named: null, own: account.bob.id })).toBe("main");
  await expect(serving({ named: account.bob.networkUserId })).rejects.toMatchObject({ code: "not_found" });
  expect(
    chooseAccount([
      { id: 1, isDefault: false },
      { id: 2, isDefault: false },
    ])?.id,
  ).toBe(1);
  expect(
    chooseAccount(
      [
        { id: 1, isDefault: false },
        { id: 2, isDefault: true },
      ],
      3,
    )?.id,
  ).toBe(2);
  expect(chooseAccount([], 1)).toBeNull();
});

it("who has an account is who has it linked", async () => {
  const world = await makeWorld();
  const { app, account } = world;
  const owner = (kind: "x" | "sandbox") => findOwner(app.db, kind, account.own.networkUserId);
  expect([await owner("sandbox"), await owner("x")]).toEqual(["alice", null]);
  await set(world, { unlinked_at: start });
  expect(await owner("sandbox")).toBeNull();
});

it("what the screens know of an account is what its row says", async () => {
  const { app, account } = await makeWorld();
  const row = { ...(await rowOf(app, account.own)), image_url: "https://pictures.example/own", status_reason: "Why." };
  expect(toAccount(row)).toEqual({
    id: row.id,
    networkUserId: row.network_user_id,
    username: "own",
    displayName: row.display_name,
    imageUrl: row.image_url,
    isDefault: false,
    status: "active",
    statusReason: "Why.",
    state: "active",
    needsPerson: false,
    hours: null,
  });
  const own = { quiet: null, window: [1, 3], gapMinutes: 90, postsADay: 4 };
  expect(toAccount({ ...row, own_hours: JSON.stringify(own) }).hours).toEqual(own);
  const told = (change: Partial<typeof row>) => {
    const { state, needsPerson, isDefault } = toAccount({ ...row, ...change });
    return [state, needsPerson, isDefault];
  };
  expect(told({ status: "paused", paused_by: "person", is_default: 1 })).toEqual(["paused", false, true]);
  expect(told({ status: "paused", paused_by: "person", refused_at: 1 })).toEqual(["paused", false, false]);
  expect(told({ status: "paused", paused_by: "network" })).toEqual(["blocked", true, false]);
  expect(told({ status: "reconnect" })).toEqual(["reconnect", true, false]);
  expect(told({ refused_at: 0 })).toEqual(["reconnect", true, false]);
  expect(stateOf({ status: "active", paused_by: null })).toBe("active");
  expect((["active", "paused", "reconnect"] as const).map((status) => isInactive({ status }))).toEqual([
    false,
    true,
    true,
  ]);
});

it("each send is noted with its own account, and no other", async () => {
  const world = await makeWorld();
  const { app, account } = world;
  const sends = [
    { id: account.own.id, at: start },
    { id: account.bob.id, at: start + minutes(1) },
  ];
  expect(await world.changed(() => noteScheduledSends(app.db, sends))).toEqual([
    "account of own: scheduled_send_at=now",
    "account of bob: scheduled_send_at=+1 min",
  ]);
});

it("what the app may do is told of linked accounts of this network, each thing once", async () => {
  const world = await makeWorld();
  const { app } = world;
  await app.db.updateTable("accounts").set({ access_level: null }).execute();
  await set(world, { access_level: "read-write" });
  await set(world, { access_level: "read-write" }, "main");
  expect(await listAccessLevels(app)).toEqual(["read-write"]);
  await set(world, { access_level: "read", unlinked_at: start });
  await set(world, { access_level: "read", network: "x" }, "first");
  expect(await listAccessLevels(app)).toEqual(["read-write"]);
});

it("tokens are counted and sealed where an account is linked and has some", async () => {
  const world = await makeWorld();
  const { app, account } = world;
  expect(await countSealed(app)).toEqual({ open: 4, old: 0, undecryptable: 0 });
  const own = await rowOf(app, account.own);
  await set(world, { tokens: own.tokens }, "bob");
  await set(world, { tokens: "" }, "main");
  await set(world, { unlinked_at: start }, "first");
  expect(await countSealed(app)).toEqual({ open: 1, old: 0, undecryptable: 1 });
  expect((await listSealed(app.db)).map(({ username }) => username).sort()).toEqual(["bob", "own"]);
  for (const change of [{ tokens: "other" }, { user_id: "bob" }, { network: "x" as const }, { network_user_id: "1" }])
    expect(() => openTokens(app, { ...own, ...change })).toThrow();
  expect(openTokens(app, own).accessToken).not.toBe("");
});

it("a request to link is forgotten after ten minutes, and no other", async () => {
  const { app } = await makeWorld({ tweets: false });
  expect(callbackUrlOf({ appOrigin: "https://linnet.example" })).toBe(
    "https://linnet.example/api/twitter-auth/callback",
  );
  const count = async () => (await app.db.selectFrom("link_requests").select("created_at").execute()).length;
  await app.db.deleteFrom("link_requests").execute();
  await beginLink(app, { userId: "alice", sessionId: null }, { forceLogin: false });
  app.clock.step(1);
  await beginLink(app, { userId: "bob", sessionId: null }, { forceLogin: false });
  app.clock.set(start + minutes(10) - 1);
  await pruneLinkRequests(app);
  expect(await count()).toBe(2);
  app.clock.step(1);
  await pruneLinkRequests(app);
  expect(await count()).toBe(1);
});

it("each failure to link has its sentence", () => {
  expect(linkFailures).toEqual({
    denied: "you chose not to authorize the app.",
    expired: "connecting took more than 10 minutes, or the link was used before. Connect again.",
    wrong_state: "the connection was started in another browser or by another user. Start again here.",
    refused: "X rejected this server’s app. Your Linnet admin must check its keys.",
    unreachable: "couldn’t reach X. Try again.",
    credits: "the app is out of credits. Your Linnet admin can add credits.",
    limited: "too many requests to X. Try again later.",
    project: "X doesn’t give this server’s app access. Your Linnet admin must add it to a project with access.",
    blocked: "X has suspended or locked this account. Resolve it on X, then connect again.",
    clock: "this server’s clock is wrong. Your Linnet admin must correct it. Then connect again.",
    not_permitted: "X doesn’t allow this callback URL. Your Linnet admin must add it in the app’s settings.",
    read_only:
      "the app has read-only access. Your Linnet admin must give it read and write permission. Then connect again.",
    too_often: "you’ve reached the limit of 20 unfinished connections per hour. Try again later.",
    already_linked: "another user of this server has connected this account.",
  });
  expect([isLinkFailure("denied"), isLinkFailure("toString"), isLinkFailure(null)]).toEqual([true, false, false]);
});
