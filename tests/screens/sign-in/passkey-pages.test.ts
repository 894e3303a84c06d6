// Passkeys over the pages: who is given options and by which cookie, the forms that answer, and what no page ever has.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { listPasskeys } from "~/features/passkeys/passkeys.server";
import { readSecondFactor } from "~/features/second-factor/second-factor.server";
import { minutes } from "~/ground/time/duration";
import { createTestApp, type TestApp } from "~tests/support/app";
import { giveFactor } from "~tests/support/people/factor";
import { makePerson, password, type Person } from "~tests/support/people/make";
import { Device, givePasskey, takeCodes } from "~tests/support/people/passkey";
import { type Browser, browse } from "../support/browse";

const security = "/settings/security";
const step = "/sign-in/second-step";

let app: TestApp;
let alice: Person;
let asAlice: Browser;
let guest: Browser;
beforeEach(async () => {
  app = await createTestApp();
  alice = await makePerson(app, "alice");
  asAlice = await browse(app, alice.sessionId);
  guest = await browse(app, null);
});
afterEach(() => app.close());

interface Options {
  success: boolean;
  error?: string;
  options: { challenge: string; user: { id: string }; allowCredentials?: { id: string }[] };
}
async function ask(browser: Browser, purpose: string) {
  const { status, html, headers } = await browser.post("/session/passkey", { for: purpose });
  return { status, headers, ...(JSON.parse(html) as Options) };
}
const signIn = (browser: Browser, passkey: string) =>
  browser.post("/timeline?panel=login", { intent: "sign-in", passkey });
const isIn = async (browser: Browser) => (await browser.get(security)).status === 200;
const waiting = (browser: Browser, person = alice) =>
  browser.post("/timeline?panel=login", { intent: "sign-in", email: person.user.email, password });

describe("options", () => {
  it("are a guest's for signing in, and bound to their browser by a cookie", async () => {
    const device = await givePasskey(app, alice);
    const { status, options, headers } = await ask(guest, "alone");
    expect(status).toBe(200);
    expect(options.allowCredentials).toBeUndefined();
    expect(headers["cache-control"]).toBe("no-store");
    expect(headers["set-cookie"]).toMatch(/^linnet_passkey=.*Max-Age=300; Path=\/; HttpOnly; SameSite=Lax$/);
    const answer = device.get(options);
    const stranger = await browse(app, null);
    expect((await signIn(stranger, answer)).status).toBe(401);
    const second = device.get((await ask(guest, "alone")).options);
    const entered = await signIn(guest, second);
    expect([entered.status, entered.to]).toEqual([303, "/timeline?panel=success"]);
    expect(await isIn(guest)).toBe(true);
  });

  it("of Settings are for whoever is signed in, and for a new passkey only after the proof", async () => {
    for (const purpose of ["prove", "add", "", "everything"]) expect((await ask(guest, purpose)).status).toBe(401);
    expect((await ask(guest, "step")).status).toBe(404);
    expect((await ask(asAlice, "add")).status).toBe(403);
    expect((await ask(asAlice, "everything")).status).toBe(422);
    expect((await ask(asAlice, "prove")).status).toBe(200);
  });

  it("of the second step name the passkeys of whose sign-in waits, and nobody else's", async () => {
    const device = await givePasskey(app, alice);
    await givePasskey(app, await makePerson(app, "bob"));
    await waiting(guest);
    expect((await ask(guest, "step")).options.allowCredentials?.map(({ id }) => id)).toEqual([device.id]);
  });
});

describe("forms", () => {
  async function add(browser: Browser, more: Record<string, string> = {}) {
    const allowed = await browser.post(`${security}?step=passkey`, { intent: "add-passkey", password, ...more });
    expect(allowed.to).toBe(`${security}?step=new-passkey`);
    const device = new Device(app.config.appOrigin);
    const { options } = await ask(browser, "add");
    const passkey = device.create(options);
    const added = await browser.post(allowed.to ?? "", { intent: "add-passkey", name: "Ann’s laptop", passkey });
    return { device, added, options, passkey };
  }

  it("a passkey is added, named, shown and removed", async () => {
    expect((await asAlice.get(`${security}?step=new-passkey`)).over).toBe("");
    const refused = await asAlice.post(security, { intent: "add-passkey", password: "not it 1" });
    expect([refused.status, (await listPasskeys(app, alice.user.id)).length]).toEqual([401, 0]);
    const { device, added } = await add(asAlice);
    expect(added.to).toBe(`${security}?step=codes`);
    const page = await asAlice.get(security);
    expect(page.main).toContain("Ann’s laptop");
    expect(page.main).toContain("not used yet");
    const [own] = await listPasskeys(app, alice.user.id);
    const id = own?.id ?? "";
    const unnamed = await asAlice.post(security, { intent: "rename-passkey", id, name: "  " });
    expect(unnamed.status).toBe(422);
    const bob = await browse(app, (await makePerson(app, "bob")).sessionId);
    for (const intent of ["rename-passkey", "remove-passkey"])
      expect((await bob.post(security, { intent, id, name: "Mine", password, code: "123456" })).status).not.toBe(303);
    expect((await bob.get(`${security}?step=passkey-gone&passkey=${id}`)).over).toBe("");
    await asAlice.post(security, { intent: "rename-passkey", id, name: "Kitchen" });
    expect((await asAlice.get(`${security}?step=passkey-gone&passkey=${id}`)).over).toContain("Kitchen");
    const passkey = device.get((await ask(asAlice, "prove")).options);
    const gone = await asAlice.post(security, { intent: "remove-passkey", id, password, passkey });
    expect(gone.to).toBe(security);
    expect(await readSecondFactor(app, alice.user)).toMatchObject({ passkeys: [], codesLeft: 0 });
  });

  it("beside an app the code is asked for, and without either nothing is allowed", async () => {
    const factor = await giveFactor(app, alice);
    const bare = await asAlice.post(security, { intent: "add-passkey", password });
    expect(bare.status).toBe(401);
    expect((await asAlice.get(`${security}?step=new-passkey`)).over).toBe("");
    await add(asAlice, { code: factor.next() });
  });

  it("beside a passkey an app is set up with a proof", async () => {
    const device = await givePasskey(app, alice);
    await takeCodes(app, alice);
    const pressed = await asAlice.post(security, { intent: "set-up-factor" });
    expect(pressed.to).toBe(`${security}?step=begin`);
    expect((await asAlice.get(pressed.to ?? "")).over).toContain("Confirm it’s you first.");
    const passkey = device.get((await ask(asAlice, "prove")).options);
    const setUp = await asAlice.post(security, { intent: "set-up-factor", password, passkey });
    expect(setUp.to).toBe(`${security}?step=set-up`);
  });

  it("the second step takes a passkey, and words where no script answered", async () => {
    const device = await givePasskey(app, alice);
    await waiting(guest);
    expect((await guest.get(step)).main).toContain("Use a passkey, or enter a recovery code");
    const bare = await guest.post(step, { intent: "second-step", code: "", passkey: "" });
    expect([bare.status, bare.main.includes("A passkey needs JavaScript")]).toEqual([422, true]);
    const passkey = device.get((await ask(guest, "step")).options);
    const done = await guest.post(step, { intent: "second-step", code: "", passkey, trust: "on" });
    expect(done.to).toBe("/timeline?panel=success");
    expect(await isIn(guest)).toBe(true);
  });

  it("options, answers and ids are in no other page and not in the log", async () => {
    const { device, options, passkey } = await add(asAlice);
    const prove = await ask(asAlice, "prove");
    const answer = device.get(prove.options);
    const refused = await asAlice.post(security, { intent: "renew-codes", password: "not it 1", passkey: answer });
    const pages = [
      refused,
      await asAlice.get(security),
      await asAlice.get("/generate"),
      await asAlice.get(`${security}?step=passkey`),
    ];
    const text = JSON.stringify([pages.map(({ html }) => html), app.logged]);
    for (const secret of [options.challenge, prove.options.challenge, device.id, passkey, answer])
      expect(text).not.toContain(secret);
  });
});

it("where the address of the server can have none, the page says so and offers the rest", async () => {
  app.config.appOrigin = "http://linnet.example.com";
  const page = await asAlice.get(security);
  expect(page.main).toContain("Passkeys only work on https: or localhost");
  expect(page.main).not.toContain("Add a passkey");
  expect((await asAlice.get(`${security}?step=passkey`)).over).toBe("");
  expect((await guest.get("/timeline?panel=login")).over).not.toContain("passkey");
});

it("a browser is trusted by five people, each for themselves; the sixth takes the first one's place", async () => {
  const people = await Promise.all(Array.from({ length: 6 }, (_, n) => makePerson(app, `person${n}`)));
  for (const person of people) {
    const { next } = await giveFactor(app, person);
    await waiting(guest, person);
    expect((await guest.post(step, { intent: "second-step", code: next(), trust: "on" })).status).toBe(303);
    app.clock.advance(minutes(1));
  }
  const isStepNeeded: boolean[] = [];
  for (const person of people) isStepNeeded.push((await waiting(guest, person)).to === step);
  expect(isStepNeeded).toEqual([true, false, false, false, false, false]);
});
