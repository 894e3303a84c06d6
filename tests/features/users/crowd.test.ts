// Sign-ins at once from several addresses: each address has places of its own, and whoever is known has theirs.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { countOne } from "~/features/rate-limits/rate-limits.server";
import { busyRefusal, queued } from "~/features/users/hash-queue";
import { changePassword, refusalOfAll } from "~/features/users/users.server";
import { peerHeader } from "~/http/door/headers.server";
import { createTestApp, type TestApp } from "~tests/support/app";
import { callApi } from "~tests/support/calls/call";
import { password, type Person, registerPerson } from "~tests/support/people/make";

let app: TestApp;
let alice: Person;
beforeEach(async () => {
  app = await createTestApp();
  alice = await registerPerson(app, "alice");
});
afterEach(() => app.close());

const flooder = (n: number) => `198.51.100.${n}`;
const home = (n: number) => `192.0.2.${n}`;

const logIn = (from: string, cookie = "") => {
  const json = { email: alice.user.email, password };
  return callApi("/api/users/login", { json, headers: { [peerHeader]: from, cookie } });
};
const right = async (from: string, cookie?: string) => (await logIn(from, cookie)).status;

/** The cookie of a browser that signed in before. */
async function knownCookie(): Promise<string> {
  const set = (await logIn(home(1))).headers.getSetCookie();
  return set.find((one) => one.startsWith("linnet_known="))?.split(";", 1)[0] ?? "";
}

/** As many from each of so many addresses as the server takes; they stay until `leave`. */
function crowd(addresses: number, each: number) {
  let leave = () => {};
  const gate = new Promise<void>((open) => (leave = open));
  const ends: string[] = [];
  const all = Array.from({ length: addresses * each }, (_, n) =>
    queued({ purpose: "signIn", who: flooder(n % addresses) }, () => gate).then(
      () => ends.push("judged"),
      (error: { code: string }) => ends.push(error.code),
    ),
  );
  return { ends, leave: () => (leave(), Promise.all(all)) };
}

/** One hash each. */
const enter = (...addresses: string[]) => {
  const inside: string[] = [];
  const all = addresses.map((who) => queued({ purpose: "signIn", who }, async () => void inside.push(who)));
  return { inside, all: Promise.all(all) };
};

describe("while sign-ins from five addresses take every place", () => {
  it("five others have two places each, which the five give back, and none beyond these", async () => {
    const five = crowd(5, 10);
    const others = enter(...Array.from({ length: 10 }, (_, n) => home(n % 5)));
    for (const who of [home(1), flooder(1)]) expect(busyRefusal({ purpose: "signIn", who })?.code).toBe("busy");
    await five.leave();
    await others.all;
    expect(others.inside).toHaveLength(10);
    expect(five.ends.filter((end) => end === "judged").length).toBeGreaterThanOrEqual(10);
    expect(five.ends.filter((end) => end === "busy").length).toBeGreaterThan(20);
  });

  it("the right one from each of eleven others is let in", async () => {
    const five = crowd(5, 10);
    const rights = Promise.all(Array.from({ length: 11 }, (_, n) => right(home(n))));
    await new Promise((done) => setImmediate(done));
    await five.leave();
    expect(await rights).toEqual(Array.from({ length: 11 }, () => 200));
  });

  it("whoever comes next is judged before the second of theirs", async () => {
    const five = crowd(5, 10);
    const order: string[] = [];
    const note = (who: string) => queued({ purpose: "signIn", who }, async () => void order.push(who));
    const all = [note(home(1)), note(home(1)), note(home(2))];
    await five.leave();
    await Promise.all(all);
    expect(order).toEqual([home(1), home(2), home(1)]);
  });

  it("a browser that signed in before, at their address too, and whoever is signed in, wait for none of them", async () => {
    const cookie = await knownCookie();
    const bob = await registerPerson(app, "bob");
    const five = crowd(20, 3);
    const known = right(flooder(1), cookie);
    const changed = changePassword(app, bob.user, { password, newPassword: "another wire 8" }, flooder(2));
    expect(await right(flooder(1))).toBe(429);
    // Both are at their hash by then.
    for (let n = 0; n < 100; n += 1) await new Promise((done) => setImmediate(done));
    await five.leave();
    expect(await known).toBe(200);
    await expect(changed).resolves.toMatchObject({ user: { id: bob.user.id } });
  });
});

it("a browser that signed in before passes the door at an address that used up its hundred", async () => {
  const cookie = await knownCookie();
  for (let n = 0; n < 100; n += 1) await countOne(app, "wrongAddress", flooder(1));
  expect(await right(flooder(1))).toBe(429);
  expect(refusalOfAll(app, flooder(1))).toMatchObject({ code: "sign_in_throttled" });
  expect([await right(flooder(1), cookie), await right(flooder(1), "linnet_known=made.up")]).toEqual([200, 429]);
});

it("one address alone has all places", async () => {
  const one = crowd(1, 20);
  await one.leave();
  expect(new Set(one.ends)).toEqual(new Set(["judged"]));
});
