// Accounts of two nodes: linked by two people, linked and unlinked, made the default, sealed anew, all at once.
import { afterEach, beforeEach, expect, it } from "vitest";
import { seconds } from "~/ground/time/duration";
import type { Account } from "~/features/accounts/account";
import { beginLink, finishLink, openTokens, resealTokens, setDefault } from "~/features/accounts/accounts.server";
import { unlink } from "~/features/publishing/publishing.server";
import { isSandbox } from "~/ports/network/index.server";
import { hashPair } from "~/ports/network/sandbox-link.server";
import type { Row } from "~db/schema";
import type { TestApp } from "~tests/support/app";
import { linkAccount, makePerson, type Person } from "~tests/support/people/make";
import { codeOf, type Nodes, openNodes, pass, play, pressAtOnce, raceLasts, unless } from "~tests/support/races";

let nodes: Nodes;
let alice: Person;
let bob: Person;
beforeEach(async () => {
  nodes = await openNodes();
  alice = await makePerson(nodes.a, "alice");
  bob = await makePerson(nodes.a, "bob");
});
afterEach(() => nodes.close());

/** The consent is given: what is left is the way back, which is the press. */
async function beginUpToReturn(app: TestApp, person: Person, handle: string) {
  if (!isSandbox(app.network)) throw new Error("Races link in the sandbox");
  const viewer = { userId: person.user.id, sessionId: person.sessionId };
  const authorizeUrl = new URL(await beginLink(app, viewer, { forceLogin: true }));
  const back = new URL(await app.network.grant(authorizeUrl.searchParams.get("oauth_token") ?? "", handle));
  const oauthToken = back.searchParams.get("oauth_token");
  const verifier = back.searchParams.get("oauth_verifier");
  return () => finishLink(app, viewer, { oauthToken, verifier, denied: null });
}

const rowsOf = (handle: string) =>
  nodes.a.db.selectFrom("accounts").selectAll().where("username", "=", handle).orderBy("id").execute();

/** What must hold of a person's accounts whatever was pressed. */
async function faultsOf({ user }: Person): Promise<string[]> {
  const rows = await nodes.a.db.selectFrom("accounts").selectAll().where("user_id", "=", user.id).execute();
  const linked = rows.filter((row) => row.unlinked_at === null);
  const defaults = rows.filter((row) => row.is_default === 1);
  const expected = Math.min(linked.length, 1);
  return [
    ...unless(defaults.length === expected, `${defaults.length} of ${linked.length} accounts are the default`),
    ...unless(
      defaults.every((row) => row.unlinked_at === null),
      "an unlinked account is the default",
    ),
    ...rows.flatMap((row) =>
      unless((row.tokens === "") === (row.unlinked_at !== null), `@${row.username} has the tokens of another state`),
    ),
  ];
}

it("an account that two people link at once is one's, and the other is told so", { timeout: raceLasts }, async () => {
  const { a, b } = nodes;
  const broken = await play(async (chance, n) => {
    const handle = `shared_${n}`;
    const presses = [await beginUpToReturn(a, alice, handle), await beginUpToReturn(b, bob, handle)] as const;
    const codes = (await pressAtOnce(chance, presses)).map(codeOf).toSorted().join(", ");
    const rows = await rowsOf(handle);
    const faults = [...(await faultsOf(alice)), ...(await faultsOf(bob))];
    for (const { user_id, network_user_id } of rows) await unlink(a, user_id, network_user_id);
    return [
      ...unless(rows.length === 1, `${rows.length} people have it`),
      ...unless(codes === "already_linked, done", `they were answered: ${codes}`),
      ...faults,
    ];
  });
  expect(broken).toEqual([]);
});

it("an account that one person links in two tabs at once is there once", { timeout: raceLasts }, async () => {
  const { a, b } = nodes;
  const broken = await play(async (chance, n) => {
    const handle = `tabs_${n}`;
    const presses = [await beginUpToReturn(a, alice, handle), await beginUpToReturn(b, alice, handle)] as const;
    const codes = (await pressAtOnce(chance, presses)).map(codeOf).join(", ");
    const rows = await rowsOf(handle);
    const faults = await faultsOf(alice);
    for (const { network_user_id } of rows) await unlink(a, alice.user.id, network_user_id);
    return [
      ...unless(rows.length === 1, `it is there ${rows.length} times`),
      ...unless(codes === "done, done", `the tabs were answered: ${codes}`),
      ...faults,
    ];
  });
  expect(broken).toEqual([]);
});

it("one way back from the network that comes twice at once links once", { timeout: raceLasts }, async () => {
  const broken = await play(async (chance, n) => {
    const finish = await beginUpToReturn(chance.pick([nodes.a, nodes.b]), alice, `twice_${n % 5}`);
    const codes = (await pressAtOnce(chance, [finish, finish])).map(codeOf).toSorted().join(", ");
    return [...unless(codes === "done, expired", `it was answered: ${codes}`), ...(await faultsOf(alice))];
  });
  expect(broken).toEqual([]);
});

it("an account that is linked again and unlinked at once is one of both", { timeout: raceLasts }, async () => {
  const { a, b } = nodes;
  await linkAccount(a, alice, "alice_x");
  const { networkUserId } = await linkAccount(a, alice, "alice_y");
  await setDefault(a, alice.user.id, networkUserId);
  const broken = await play(async (chance) => {
    const finish = await beginUpToReturn(a, alice, "alice_y");
    const codes = (await pressAtOnce(chance, [finish, () => unlink(b, alice.user.id, networkUserId)])).map(codeOf);
    const faults = await faultsOf(alice);
    const [row] = await rowsOf("alice_y");
    if (row?.unlinked_at !== null) await linkAccount(a, alice, "alice_y");
    return [...unless(codes.join(", ") === "done, done", `they were answered: ${codes.join(", ")}`), ...faults];
  });
  expect(broken).toEqual([]);
});

it("of two accounts that become the default at once one is it", { timeout: raceLasts }, async () => {
  const { a, b } = nodes;
  const accounts: Account[] = [];
  for (const handle of ["alice_x", "alice_y", "alice_z"]) accounts.push(await linkAccount(a, alice, handle));
  const broken = await play(async (chance) => {
    const press = (app: TestApp) => {
      const { networkUserId } = chance.pick(accounts);
      return () => setDefault(app, alice.user.id, networkUserId);
    };
    const codes = (await pressAtOnce(chance, [press(a), press(b), press(b)])).map(codeOf);
    return [
      ...unless(
        codes.every((code) => code === "done"),
        `they were answered: ${codes.join(", ")}`,
      ),
      ...(await faultsOf(alice)),
    ];
  });
  expect(broken).toEqual([]);
});

it("an account that is unlinked while another becomes the default leaves one", { timeout: raceLasts }, async () => {
  const { a, b } = nodes;
  const first = await linkAccount(a, alice, "alice_x");
  const second = await linkAccount(a, alice, "alice_y");
  await linkAccount(a, alice, "alice_z");
  const broken = await play(async (chance) => {
    await setDefault(a, alice.user.id, second.networkUserId);
    const named = chance.pick([first, second]);
    const [unlinked, made] = await pressAtOnce(chance, [
      () => unlink(a, alice.user.id, second.networkUserId),
      () => setDefault(b, alice.user.id, named.networkUserId),
    ]);
    const faults = await faultsOf(alice);
    await linkAccount(a, alice, "alice_y");
    return [
      ...unless(codeOf(unlinked) === "done", `the unlink was answered: ${codeOf(unlinked)}`),
      ...unless(["done", "not_found"].includes(codeOf(made)), `the default was answered: ${codeOf(made)}`),
      ...faults,
    ];
  });
  expect(broken).toEqual([]);
});

it("a start that seals tokens anew keeps those that come and go meanwhile", { timeout: raceLasts }, async () => {
  const { a, b } = nodes;
  const keyOf = (n: number) => `key ${n} of the test, which is long enough`;
  a.config.encryptionKeys = [keyOf(0)];
  for (const handle of ["alice_x", "alice_y", "alice_z"]) await linkAccount(a, alice, handle);
  const tokensOf = async (handle: string) => openTokens(b, (await rowsOf(handle))[0] as Row<"accounts">);
  const broken = await play(async (chance, n) => {
    pass(nodes, seconds(1));
    // The one is still serving with the former key in front, the other one starts.
    a.config.encryptionKeys = [keyOf(n - 1), keyOf(n)];
    b.config.encryptionKeys = [keyOf(n), keyOf(n - 1)];
    const results = await pressAtOnce(chance, [
      await beginUpToReturn(a, alice, "alice_x"),
      async () => unlink(a, alice.user.id, (await rowsOf("alice_y"))[0]?.network_user_id ?? ""),
      () => resealTokens(b),
    ]);
    const { accessToken, accessSecret } = await tokensOf("alice_x");
    const given = await a.db
      .selectFrom("sandbox_tokens")
      .select("created_at")
      .where("token_hash", "=", hashPair(accessToken, accessSecret))
      .executeTakeFirst();
    const faults = await faultsOf(alice);
    await linkAccount(a, alice, "alice_y");
    await resealTokens(b);
    return [
      ...unless(given?.created_at === a.clock.now(), "older tokens are in the place of those that came"),
      ...results.map(codeOf).flatMap((code) => unless(code === "done", `they were answered: ${code}`)),
      ...faults,
    ];
  });
  expect(broken).toEqual([]);
});
