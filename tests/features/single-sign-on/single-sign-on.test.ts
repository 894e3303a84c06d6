// Single sign-on against a real provider on loopback: who comes in, who doesn't, and what stays as it was.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  beginAtProvider,
  finishAtProvider,
  listIdentities,
  type ProviderPurpose,
  pruneIdentityRequests,
  removeIdentity,
  requestLasts,
} from "~/features/single-sign-on/single-sign-on.server";
import { messages } from "~/features/single-sign-on/identity";
import { openSession } from "~/features/sessions/sessions.server";
import {
  hasFreshProof,
  hasPassword,
  proveByPassword,
  register,
  requireOwnPassword,
  signIn,
} from "~/features/users/users.server";
import { createTestApp, type TestApp } from "~tests/support/app";
import { type FakeProvider, startFakeProvider } from "~tests/support/fakes/fake-provider";
import { makePerson, password } from "~tests/support/people/make";

const address = "203.0.113.9";
const client = { address, userAgent: null };
let provider: FakeProvider;
let app: TestApp;
beforeAll(async () => {
  provider = await startFakeProvider();
  provider.add({ sub: "bea", email: "Bea@id.example", email_verified: true });
  provider.add({ sub: "ann", email: "ann@linnet.example", email_verified: true });
  provider.add({ sub: "unsure", email: "unsure@id.example", email_verified: false });
  provider.add({ sub: "nameless" });
});
afterAll(() => provider.close());
beforeEach(async () => {
  app = await createTestApp({ env: provider.env() });
  app.clock.set(Date.now());
});
afterEach(() => app.close());

/** Through the provider as `sub`, and back. */
async function come(sub: string, purpose: ProviderPurpose = { purpose: "sign_in" }, more: { sessionId?: string } = {}) {
  const { url, secret } = await beginAtProvider(app, purpose, address);
  const back = await provider.walk(url, sub);
  const sessionId = more.sessionId ?? (purpose.purpose === "sign_in" ? null : purpose.sessionId);
  return finishAtProvider(app, { url: back, secret, sessionId, address });
}

async function enter(sub: string) {
  const arrival = await come(sub);
  if (arrival.purpose !== "sign_in") throw new Error("No sign-in");
  return { ...arrival.admitted, sessionId: await openSession(app, arrival.admitted, client) };
}

async function signedIn() {
  const { user } = await makePerson(app, "ann");
  const admitted = await signIn(app, { email: user.email, password }, address);
  const whose = { userId: user.id, sessionId: await openSession(app, admitted, client) };
  return { user, whose };
}

const counts = async () => ({
  users: (await app.db.selectFrom("users").select("id").execute()).length,
  identities: (await app.db.selectFrom("identities").select("id").execute()).length,
});

describe("somebody new", () => {
  it("gets an account without a password, and is known when they come again", async () => {
    const { user } = await enter("bea");
    expect(user.email).toBe("bea@id.example");
    expect(await hasPassword(app, user.id)).toBe(false);
    expect((await enter("bea")).user.id).toBe(user.id);
    expect(await counts()).toEqual({ users: 1, identities: 1 });
    expect(await listIdentities(app, user.id)).toMatchObject([{ email: "Bea@id.example" }]);
  });

  it.each([
    ["two lines", "wren\r\nBcc: all@birds.example"],
    ["more than mail can reach", `${"w".repeat(300)}@birds.example`],
    ["a turned direction", "wren\u202e@birds.example"],
    ["a blank within", "wren nest@birds.example"],
    ["no address at all", "wren"],
  ])("gets none by an address of %s, however surely the provider vouches for it", async (_what, email) => {
    const sub = `odd ${email.length}`;
    provider.add({ sub, email, email_verified: true });
    await expect(enter(sub)).rejects.toMatchObject({
      code: "forbidden",
      message: messages.badEmail(app.identity?.label ?? ""),
    });
    expect(await counts()).toEqual({ users: 0, identities: 0 });
    // Somebody who is here already may come by it, and it is shown nowhere.
    const { whose } = await signedIn();
    await proveByPassword(app, whose, { password, address });
    await come(sub, { purpose: "join", ...whose });
    expect(await listIdentities(app, whose.userId)).toMatchObject([{ email: null }]);
  });

  it("no password opens that account, not even what is kept in its place", async () => {
    const { user, passwordHash } = await enter("bea");
    for (const typed of [passwordHash, passwordHash.slice(1), "", "a decoy password 0"])
      await expect(signIn(app, { email: user.email, password: typed }, address)).rejects.toMatchObject({
        code: "wrong_credentials",
      });
  });

  it.each(["unsure", "nameless"])("%s, whose address the provider doesn't vouch for, gets none", async (sub) => {
    await expect(come(sub)).rejects.toMatchObject({ code: "forbidden", message: /confirm it there/ });
    expect(await counts()).toEqual({ users: 0, identities: 0 });
  });

  it("gets none where this server takes no newcomers, and is let in where they were before", async () => {
    await enter("bea");
    app.config.registration = "first";
    await expect(come("ann")).rejects.toMatchObject({ code: "registration_closed" });
    await expect(enter("bea")).resolves.toBeDefined();
    expect(await counts()).toEqual({ users: 1, identities: 1 });
  });

  it("counts as a registration: ten from one address within an hour", async () => {
    for (let n = 0; n < 10; n += 1) {
      provider.add({ sub: `many${n}`, email: `many${n}@id.example`, email_verified: true });
      await come(`many${n}`);
    }
    await expect(come("bea")).rejects.toMatchObject({ code: "rate_limited" });
  });
});

describe("whoever has an account with this e-mail", () => {
  it("is not let in by the provider alone: it would be enough to have the address there", async () => {
    const { user } = await makePerson(app, "ann");
    await expect(come("ann")).rejects.toMatchObject({ code: "email_taken", message: /Sign in to it/ });
    expect(await listIdentities(app, user.id)).toEqual([]);
  });

  it("joins it after signing in and showing it once more, and then comes in by it, whatever the address there", async () => {
    const { user, whose } = await signedIn();
    await expect(come("bea", { purpose: "join", ...whose })).rejects.toMatchObject({ code: "forbidden" });
    await proveByPassword(app, whose, { password, address });
    await come("bea", { purpose: "join", ...whose });
    expect((await enter("bea")).user.id).toBe(user.id);
    await come("bea", { purpose: "join", ...whose });
    expect(await counts()).toEqual({ users: 1, identities: 1 });
  });

  it("doesn't get another's identity", async () => {
    await enter("bea");
    const { user, whose } = await signedIn();
    await proveByPassword(app, whose, { password, address });
    await expect(come("bea", { purpose: "join", ...whose })).rejects.toMatchObject({ code: "changed" });
    expect(await listIdentities(app, user.id)).toEqual([]);
  });

  it("keeps the right to show it for five minutes, in this session alone", async () => {
    const { whose } = await signedIn();
    const other = await openSession(app, await signIn(app, { email: "ann@linnet.example", password }, address), client);
    await proveByPassword(app, whose, { password, address });
    expect(await hasFreshProof(app, whose)).toBe(true);
    expect(await hasFreshProof(app, { ...whose, sessionId: other })).toBe(false);
    app.clock.advance(5 * 60_000);
    expect(await hasFreshProof(app, whose)).toBe(false);
    await expect(proveByPassword(app, whose, { password: "not the right 1", address })).rejects.toMatchObject({
      code: "wrong_credentials",
    });
    expect(await hasFreshProof(app, whose)).toBe(false);
  });
});

describe("somebody without a password", () => {
  it("shows who they are by a fresh sign-in at the provider, where a password would be asked for", async () => {
    const { user, sessionId } = await enter("bea");
    const proof = { password: "anything", address, sessionId };
    await expect(requireOwnPassword(app, user.id, proof)).rejects.toMatchObject({ code: "forbidden" });
    await come("bea", { purpose: "prove", userId: user.id, sessionId });
    await expect(requireOwnPassword(app, user.id, proof)).resolves.toBeDefined();
    await expect(requireOwnPassword(app, user.id, { password: "anything", address })).rejects.toMatchObject({
      code: "forbidden",
    });
    app.clock.advance(5 * 60_000);
    await expect(requireOwnPassword(app, user.id, proof)).rejects.toMatchObject({ code: "forbidden" });
  });

  it("has shown it for five minutes since the provider asked, however late they come back from there", async () => {
    const { user, sessionId } = await enter("bea");
    const whose = { userId: user.id, sessionId };
    const { url, secret } = await beginAtProvider(app, { purpose: "prove", ...whose }, address);
    const back = await provider.walk(url, "bea");
    app.clock.advance(4 * 60_000);
    await finishAtProvider(app, { url: back, secret, sessionId, address });
    expect(await hasFreshProof(app, whose)).toBe(true);
    app.clock.advance(2 * 60_000);
    expect(await hasFreshProof(app, whose)).toBe(false);
  });

  it("as somebody else, or in another's session, shows nothing", async () => {
    const bea = await enter("bea");
    const ann = await enter("ann");
    const asBea = { purpose: "prove" as const, userId: bea.user.id, sessionId: bea.sessionId };
    await expect(come("ann", asBea)).rejects.toMatchObject({ code: "forbidden", message: /somebody else/ });
    await expect(come("bea", asBea, { sessionId: ann.sessionId })).rejects.toMatchObject({ code: "not_found" });
    expect(await hasFreshProof(app, { userId: bea.user.id, sessionId: bea.sessionId })).toBe(false);
  });

  it("keeps the only way in; one of two may go, and another's may not", async () => {
    const { user, sessionId } = await enter("bea");
    const whose = { userId: user.id, sessionId };
    await come("bea", { purpose: "prove", ...whose });
    const [own] = await listIdentities(app, user.id);
    const ask = (id: string) => removeIdentity(app, whose, { id, address });
    await expect(ask(own!.id)).rejects.toMatchObject({ code: "changed" });
    await come("unsure", { purpose: "join", ...whose });
    const ann = await enter("ann");
    const [others] = await listIdentities(app, ann.user.id);
    await expect(ask(others!.id)).rejects.toMatchObject({ code: "not_found" });
    await ask(own!.id);
    await expect(ask(own!.id)).rejects.toMatchObject({ code: "changed" });
    expect(await listIdentities(app, user.id)).toHaveLength(1);
    expect((await enter("unsure")).user.id).toBe(user.id);
  });
});

describe("a sign-in there", () => {
  it("serves once, for ten minutes, with its own browser's secret alone", async () => {
    const { url, secret } = await beginAtProvider(app, { purpose: "sign_in" }, address);
    const back = { url: await provider.walk(url, "bea"), sessionId: null, address };
    await expect(finishAtProvider(app, { ...back, secret: "another" })).rejects.toMatchObject({ code: "not_found" });
    await finishAtProvider(app, { ...back, secret });
    await expect(finishAtProvider(app, { ...back, secret })).rejects.toMatchObject({ code: "not_found" });

    const late = await beginAtProvider(app, { purpose: "sign_in" }, address);
    app.clock.advance(requestLasts);
    const lateBack = { ...back, url: await provider.walk(late.url, "bea"), secret: late.secret };
    await expect(finishAtProvider(app, lateBack)).rejects.toMatchObject({ code: "not_found" });
    await pruneIdentityRequests(app);
    expect(await app.db.selectFrom("identity_requests").selectAll().execute()).toEqual([]);
  });

  it.each([
    ["another's code", (url: URL) => url.searchParams.set("code", "stolen")],
    ["another's state", (url: URL) => url.searchParams.set("state", "another")],
    ["another's issuer", (url: URL) => url.searchParams.set("iss", "https://evil.example")],
    ["no code", (url: URL) => url.searchParams.delete("code")],
  ])("with %s lets nobody in", async (_what, change) => {
    const { url, secret } = await beginAtProvider(app, { purpose: "sign_in" }, address);
    const back = await provider.walk(url, "bea");
    change(back);
    await expect(finishAtProvider(app, { url: back, secret, sessionId: null, address })).rejects.toMatchObject({
      code: "network_refused",
    });
    expect(await counts()).toEqual({ users: 0, identities: 0 });
  });

  it("that its person broke off says so", async () => {
    const { url, secret } = await beginAtProvider(app, { purpose: "sign_in" }, address);
    const state = new URL(url).searchParams.get("state") ?? "";
    const back = new URL(`http://localhost:3000/sign-in/provider?error=access_denied&state=${state}`);
    back.searchParams.set("iss", provider.issuer);
    await expect(finishAtProvider(app, { url: back, secret, sessionId: null, address })).rejects.toMatchObject({
      code: "forbidden",
      message: /let nobody in/,
    });
  });

  it("is begun sixty times in a quarter of an hour from one address, and no more", async () => {
    for (let n = 0; n < 60; n += 1) await beginAtProvider(app, { purpose: "sign_in" }, address);
    await expect(beginAtProvider(app, { purpose: "sign_in" }, address)).rejects.toMatchObject({ code: "rate_limited" });
    await expect(beginAtProvider(app, { purpose: "sign_in" }, "198.51.100.7")).resolves.toBeDefined();
  });

  it("where the provider is away says so, and is tried anew once it is back", async () => {
    const own = await startFakeProvider();
    const env = own.env();
    await own.close();
    const other = await createTestApp({ env });
    await expect(beginAtProvider(other, { purpose: "sign_in" }, address)).rejects.toMatchObject({
      code: "network_refused",
      message: "Couldn’t reach Beekeepers' ID. Try again in a moment.",
    });
    await other.close();
  });

  it("is nobody's where the environment names no provider", async () => {
    const plain = await createTestApp();
    await expect(beginAtProvider(plain, { purpose: "sign_in" }, address)).rejects.toMatchObject({ code: "not_found" });
    await plain.close();
  });
});

it("with OIDC_ONLY no password signs in or makes an account, and who has one is told whom to ask", async () => {
  await makePerson(app, "ann");
  app.config.oidc = { ...app.config.oidc!, only: true };
  const typed = { email: "ann@linnet.example", password };
  await expect(signIn(app, typed, address)).rejects.toMatchObject({ code: "password_off" });
  await expect(register(app, { ...typed, email: "new@id.example", phone: null }, address)).rejects.toMatchObject({
    code: "password_off",
  });
  await expect(come("ann")).rejects.toMatchObject({ code: "email_taken", message: /Ask your Linnet admin/ });
  await expect(enter("bea")).resolves.toBeDefined();
});

it("neither the secret nor a token of the provider's is in the database or the log", async () => {
  const { url, secret } = await beginAtProvider(app, { purpose: "sign_in" }, address);
  const kept = async () =>
    JSON.stringify([await app.db.selectFrom("identity_requests").selectAll().execute(), app.logged]);
  const before = await kept();
  const back = await provider.walk(url, "bea");
  await finishAtProvider(app, { url: back, secret, sessionId: null, address });
  const state = new URL(url).searchParams.get("state") ?? "-";
  for (const hidden of [secret, state, back.searchParams.get("code") ?? "-", provider.clientSecret])
    for (const text of [before, await kept()]) expect(text).not.toContain(hidden);
});
