// Passkeys: who is let in by one, as the second step and alone, and every way in which an answer is refused.
import { generateKeyPairSync } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  askForPasskey,
  listPasskeys,
  offerPasskey,
  prunePasskeys,
  renamePasskey,
} from "~/features/passkeys/passkeys.server";
import { siteOf } from "~/features/passkeys/passkey";
import {
  addPasskey,
  awaitSecondStep,
  beginAdding,
  beginSetUp,
  findWaitingPerson,
  finishSignIn,
  readSecondFactor,
  removePasskey,
  renewCodes,
  signInWithCode,
  signInWithPasskey,
  switchOn,
} from "~/features/second-factor/second-factor.server";
import { endOtherSessions, endSession, listSessions, openSession } from "~/features/sessions/sessions.server";
import { resetPassword } from "~/features/users/admin.server";
import { changePassword, signOutEverywhere } from "~/features/users/users.server";
import { hours, minutes } from "~/ground/time/duration";
import { createTestApp, type TestApp } from "~tests/support/app";
import { digitsOf, giveFactor, keyOf } from "~tests/support/people/factor";
import { client, makePerson, password, type Person, personOf } from "~tests/support/people/make";
import { Device, givePasskey, type Lie, proofOf, prove, takeCodes } from "~tests/support/people/passkey";

const home = "192.0.2.7";
const cookie = "what this browser's cookie has";

let app: TestApp;
let alice: Person;
let bob: Person;
let device: Device;
beforeEach(async () => {
  app = await createTestApp();
  alice = await makePerson(app, "alice");
  bob = await makePerson(app, "bob");
  device = await givePasskey(app, alice);
});
afterEach(() => app.close());

const ask = (boundTo = cookie) => askForPasskey(app, { purpose: "sign_in", userId: null, boundTo }, home);
const enter = (answer: string, boundTo = cookie) => signInWithPasskey(app, { answer, boundTo }, home);
const kindsOf = async (person: Person) => {
  const rows = app.db.selectFrom("audit_events").select(["kind", "times"]).where("user_id", "=", person.user.id);
  return (await rows.orderBy("id").execute()).flatMap(({ kind, times }) => Array.from({ length: times }, () => kind));
};
/** Alice's right password, in a browser. */
const waiting = async (person = alice) => (await awaitSecondStep(app, person, [])) ?? "let in";
const askStep = async (boundTo: string, { user } = alice) =>
  askForPasskey(app, { purpose: "step", userId: user.id, boundTo }, user.id);
const refused = { code: "second_factor_wrong" };
const over = { message: "The browser responded too late, or twice. Try again." };

describe("as the whole sign-in", () => {
  it("a passkey lets its person in, and says so in what happened", async () => {
    app.clock.advance(hours(1));
    const admitted = await enter(device.get(await ask()));
    expect(admitted.user.id).toBe(alice.user.id);
    await openSession(app, admitted, client);
    expect((await kindsOf(alice)).slice(-2)).toEqual(["passkey.used", "sign_in"]);
    expect((await listPasskeys(app, alice.user.id))[0]?.lastUsedAt).toBe(app.clock.now());
  });

  const lies: [string, () => Lie | Promise<Lie>][] = [
    ["nobody was verified at the device", () => ({ isVerified: false })],
    ["nobody was at the device", () => ({ isPresent: false })],
    ["of another origin", () => ({ origin: "https://linnet.example.evil" })],
    ["for another name", () => ({ rpId: "evil.example" })],
    ["another key signed", () => ({ key: generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey })],
    ["another's handle", () => ({ userHandle: Buffer.from(bob.user.id).toString("base64url") })],
    ["that makes a passkey instead", () => ({ type: "webauthn.create" })],
  ];
  it.each(lies)("an answer is refused: %s", async (_, lie) => {
    const options = await ask();
    await expect(enter(device.get(options, await lie()))).rejects.toMatchObject({
      message: expect.any(String) as string,
    });
    await expect(enter(device.get(options, await lie()))).rejects.toThrow();
    expect(await kindsOf(alice)).not.toContain("passkey.used");
    await enter(device.get(await ask()));
  });

  it("what is no answer at all, and a passkey that nobody here has, are told to sign in otherwise", async () => {
    const unknown = {
      code: "wrong_credentials",
      message: expect.stringContaining("Unknown passkey") as string,
    };
    for (const answer of ["", "{}", "null", "[1]", '{"id":7}', "x".repeat(60_000), `{"id":"${device.id}"}`])
      await expect(enter(answer)).rejects.toMatchObject(unknown);
    await expect(enter(new Device(app.config.appOrigin).get(await ask()))).rejects.toMatchObject(unknown);
  });

  it("a refused one counts as a wrong sign-in of its person", async () => {
    const key = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey;
    for (let n = 0; n < 10; n += 1)
      await expect(enter(device.get(await ask(), { key }))).rejects.toMatchObject(refused);
    await app.work.drained();
    expect((await kindsOf(alice)).filter((kind) => kind === "passkey.wrong")).toHaveLength(10);
    const credentials = { email: alice.user.email, password };
    await expect(signInWithCode(app, credentials, home)).rejects.toMatchObject({ code: "sign_in_throttled" });
    // A passkey is not guessed: the right one is never held back.
    expect((await enter(device.get(await ask()))).user.id).toBe(alice.user.id);
  });

  it("passkeys are asked for 120 times an hour from one address, then no more", async () => {
    for (let n = 0; n < 120; n += 1) await ask();
    await expect(ask()).rejects.toMatchObject({ code: "rate_limited" });
    await askForPasskey(app, { purpose: "sign_in", userId: null, boundTo: cookie }, "198.51.100.1");
  });
});

describe("a challenge", () => {
  it("serves once", async () => {
    const options = await ask();
    await enter(device.get(options));
    await expect(enter(device.get(options))).rejects.toMatchObject(over);
  });

  it("is over after five minutes, and pruned", async () => {
    const options = await ask();
    app.clock.advance(minutes(5));
    await expect(enter(device.get(options))).rejects.toMatchObject(over);
    await prunePasskeys(app);
    expect(await app.db.selectFrom("passkey_challenges").selectAll().execute()).toEqual([]);
  });

  it("is this browser's alone, and for one purpose", async () => {
    const options = await ask("another browser");
    await expect(enter(device.get(options))).rejects.toMatchObject(over);
    const waitingId = await waiting();
    await expect(enter(device.get(await askStep(waitingId)), waitingId)).rejects.toMatchObject(over);
    const own = await askForPasskey(app, { purpose: "prove", userId: alice.user.id, boundTo: waitingId }, home);
    await expect(finishSignIn(app, { waitingId, passkey: device.get(own), trust: false }, home)).rejects.toMatchObject(
      over,
    );
    const made = { challenge: "made up by the browser itself" };
    await expect(enter(device.get(made))).rejects.toMatchObject(over);
  });

  it("and what was made of it is nowhere in the clear", async () => {
    const options = await ask();
    const step = await askStep(await waiting());
    const answers = [device.get(options), device.get(step)];
    await enter(answers[0] ?? "");
    await expect(enter(answers[1] ?? "")).rejects.toThrow();
    const rows = await app.db.selectFrom("passkey_challenges").selectAll().execute();
    const text = JSON.stringify([rows, app.logged]);
    for (const secret of [options.challenge, step.challenge, cookie, device.id, ...answers])
      expect(text).not.toContain(secret);
  });
});

describe("as the second step", () => {
  it("the password waits for it, a passkey finishes, and the browser can be trusted", async () => {
    const waitingId = await waiting();
    expect(await findWaitingPerson(app, waitingId)).toMatchObject({ hasApp: false, hasPasskey: true });
    const options = await askStep(waitingId);
    expect(options.allowCredentials?.map(({ id }) => id)).toEqual([device.id]);
    const passkey = device.get(options, { isVerified: false });
    const { trustedId } = await finishSignIn(app, { waitingId, passkey, trust: true }, home);
    expect(await awaitSecondStep(app, alice, ["of somebody else", trustedId ?? ""])).toBeNull();
    expect(await findWaitingPerson(app, waitingId)).toBeNull();
    expect(await kindsOf(alice)).toContain("passkey.used");
  });

  it("another person's passkey is refused, and counts against whose password it was", async () => {
    const bobs = await givePasskey(app, bob);
    const waitingId = await waiting();
    const finish = async () =>
      finishSignIn(app, { waitingId, passkey: bobs.get(await askStep(waitingId)), trust: false }, home);
    await expect(finish()).rejects.toMatchObject({ ...refused, faults: [{ loc: ["form", "passkey"] }] });
    await app.work.drained();
    expect(await kindsOf(alice)).toContain("passkey.wrong");
    expect(await kindsOf(bob)).not.toContain("passkey.wrong");
  });

  it("a program is told that a recovery code serves, and it does", async () => {
    const codes = await takeCodes(app, alice);
    const credentials = { email: alice.user.email, password };
    await expect(signInWithCode(app, credentials, home)).rejects.toMatchObject({
      code: "second_factor_required",
      message: "Send a recovery code as otp. Passkeys can’t be used in API calls.",
    });
    expect(codes).toHaveLength(10);
    await signInWithCode(app, { ...credentials, otp: codes[0] }, home);
  });

  const ends: [string, () => Promise<unknown>][] = [
    ["another password", () => changePassword(app, alice.user, { password, newPassword: "another wire 8" }, home)],
    ["a password of the keeper's", () => resetPassword(app, alice.user.email)],
    ["signing out everywhere", () => signOutEverywhere(app, alice.user.id)],
  ];
  it.each(ends)("%s ends its challenges and leave to add, and keeps the passkey", async (_, end) => {
    const codes = await takeCodes(app, alice);
    const waitingId = await waiting();
    const options = await askStep(waitingId);
    await beginAdding(app, alice, proofOf(codes[0]));
    const offer = await offerPasskey(app, alice.user, alice.sessionId);
    await end();
    await expect(
      finishSignIn(app, { waitingId, passkey: device.get(options), trust: false }, home),
    ).rejects.toMatchObject({ code: "not_found" });
    const answer = new Device(app.config.appOrigin).create(offer);
    const from = { address: home, browser: "x" };
    await expect(addPasskey(app, alice, { answer, name: "Phone", from })).rejects.toThrow();
    expect(await app.db.selectFrom("passkey_challenges").selectAll().execute()).toEqual([]);
    expect((await enter(device.get(await ask()))).user.id).toBe(alice.user.id);
  });

  it("a session that is ended takes its leave to add along, from here or from elsewhere", async () => {
    const codes = await takeCodes(app, alice);
    const viewer = { userId: alice.user.id, sessionId: alice.sessionId };
    const may = async () => (await app.db.selectFrom("passkey_challenges").selectAll().execute()).length;
    const other = await personOf(app, alice.user.id);
    await beginAdding(app, other, proofOf(codes[0]));
    const [, listed] = await listSessions(app, viewer);
    await endSession(app, viewer, { handle: listed?.handle ?? "", address: home });
    expect(await may()).toBe(0);
    const third = await personOf(app, alice.user.id);
    await beginAdding(app, third, proofOf(codes[1]));
    await endOtherSessions(app, viewer, home);
    expect(await may()).toBe(0);
  });
});

describe("its count", () => {
  const signedAt = async (count: number) => enter(device.get(await ask(), { count }));
  it("may rise, and what goes back or stands still is refused in words and written down", async () => {
    await signedAt(7);
    for (const count of [7, 6, 0])
      await expect(signedAt(count)).rejects.toMatchObject({
        ...refused,
        message: expect.stringContaining("may have been copied") as string,
      });
    await app.work.drained();
    expect((await kindsOf(alice)).filter((kind) => kind === "passkey.copied")).toHaveLength(3);
    await signedAt(8);
  });

  it("may be 0 for ever", async () => {
    await signedAt(0);
    await signedAt(0);
  });

  it("is asked at the second step and in Settings too", async () => {
    await signedAt(7);
    const waitingId = await waiting();
    const passkey = device.get(await askStep(waitingId), { count: 7 });
    await expect(finishSignIn(app, { waitingId, passkey, trust: false }, home)).rejects.toMatchObject(refused);
    expect(await findWaitingPerson(app, waitingId)).not.toBeNull();
    await expect(renewCodes(app, alice.user, await prove(app, alice, device, { count: 7 }))).rejects.toMatchObject(
      refused,
    );
    await renewCodes(app, alice.user, await prove(app, alice, device, { count: 8 }));
  });
});

describe("whose it is", () => {
  it("nobody renames or removes another's", async () => {
    await givePasskey(app, bob);
    const [own] = await listPasskeys(app, alice.user.id);
    const id = own?.id ?? "";
    const none = { code: "not_found", message: "That passkey is already removed." };
    const codes = await takeCodes(app, bob);
    await expect(renamePasskey(app, bob.user.id, { id, name: "Mine now" })).rejects.toMatchObject(none);
    await expect(
      removePasskey(app, bob.user, id, { ...proofOf(codes[0]), code: codes[0] ?? "" }),
    ).rejects.toMatchObject(none);
    expect(await listPasskeys(app, alice.user.id)).toEqual([own]);
    await renamePasskey(app, alice.user.id, { id, name: "Kitchen" });
    expect((await listPasskeys(app, alice.user.id))[0]?.name).toBe("Kitchen");
    // What was refused used no recovery code.
    expect((await readSecondFactor(app, bob.user)).codesLeft).toBe(10);
  });

  it("one device's passkey is one person's, and nobody's is made of another's challenge", async () => {
    await beginAdding(app, bob, proofOf());
    const from = { address: home, browser: "x" };
    const twice = device.create(await offerPasskey(app, bob.user, bob.sessionId));
    await expect(addPasskey(app, bob, { answer: twice, name: "Mine", from })).rejects.toMatchObject({
      code: "changed",
    });
    const codes = await takeCodes(app, alice);
    await beginAdding(app, alice, proofOf(codes[0]));
    const alices = new Device(app.config.appOrigin).create(await offerPasskey(app, alice.user, alice.sessionId));
    await expect(addPasskey(app, bob, { answer: alices, name: "Mine", from })).rejects.toMatchObject(over);
  });
});

describe("where there can be none", () => {
  it.each([
    ["https://linnet.example.com", { rpId: "linnet.example.com", origin: "https://linnet.example.com" }],
    ["https://linnet.example.com:8443", { rpId: "linnet.example.com", origin: "https://linnet.example.com:8443" }],
    ["http://localhost:3000", { rpId: "localhost", origin: "http://localhost:3000" }],
    ["http://127.0.0.1:3000", "address"],
    ["https://192.0.2.7", "address"],
    ["https://[2001:db8::1]:3000", "address"],
    ["http://linnet.example.com", "http"],
    ["http://localhost.example.com", "http"],
  ])("%s", (origin, site) => {
    expect(siteOf(origin)).toEqual(site);
  });

  it("the server says so, and takes no answer", async () => {
    const options = await ask();
    app.config.appOrigin = "https://192.0.2.7";
    const none = { code: "not_configured", message: expect.stringContaining("is an IP address") as string };
    await expect(ask()).rejects.toMatchObject(none);
    await expect(enter(device.get(options))).rejects.toMatchObject(none);
    // What was added before is a second step still: recovery codes are asked for.
    const credentials = { email: alice.user.email, password };
    await expect(signInWithCode(app, credentials, home)).rejects.toMatchObject({ code: "second_factor_required" });
  });
});

it("an app that is being set up opens nothing, and whoever has a passkey shows it before setting one up", async () => {
  await expect(beginSetUp(app, alice.user)).rejects.toMatchObject({ code: "second_factor_required" });
  await beginSetUp(app, alice.user, await prove(app, alice, device));
  const code = digitsOf(await keyOf(app, alice), app.clock.now());
  const credentials = { email: alice.user.email, password };
  await expect(signInWithCode(app, { ...credentials, otp: code }, home)).rejects.toMatchObject(refused);
  const codes = await takeCodes(app, alice);
  // A recovery code shows who it is, and not that the app works.
  await expect(switchOn(app, alice.user, { password, code: codes[0] ?? "", address: home })).rejects.toMatchObject(
    refused,
  );
  await switchOn(app, alice.user, { password, code, address: home });
  expect((await kindsOf(alice)).at(-1)).toBe("authenticator.on");
  expect(await readSecondFactor(app, alice.user)).toMatchObject({ codesLeft: 10, shownCodes: null });
});

it("beside an app, whoever adds a passkey shows the app's code, and the recovery codes stay", async () => {
  const factor = await giveFactor(app, bob);
  await expect(beginAdding(app, bob, proofOf())).rejects.toMatchObject({ code: "second_factor_required" });
  await givePasskey(app, bob, factor.next());
  expect(await readSecondFactor(app, bob.user)).toMatchObject({ codesLeft: 10, shownCodes: null });
  expect((await kindsOf(bob)).filter((kind) => kind === "second_factor.on")).toHaveLength(1);
});
