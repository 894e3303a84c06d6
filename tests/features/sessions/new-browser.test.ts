// A sign-in from a browser that was not seen before is told by mail, to a confirmed address alone, and never the first.
import { afterEach, beforeEach, expect, it } from "vitest";
import { days, minutes, seconds } from "~/ground/time/duration";
import { setAlertPreferences } from "~/features/alerts/alerts.server";
import { listSessions, openSession } from "~/features/sessions/sessions.server";
import { changePassword, closeSession, signIn, signOutEverywhere } from "~/features/users/users.server";
import { deliveries } from "~jobs/deliveries.server";
import { prune } from "~jobs/prune.server";
import { createTestApp, type TestApp } from "~tests/support/app";
import { type FakeMail, startFakeMail } from "~tests/support/fakes/fake-mail";
import { client, password, type Person, registerPerson } from "~tests/support/people/make";

let server: FakeMail;
let app: TestApp;
let alice: Person;
beforeEach(async () => {
  server = await startFakeMail();
  const from = { name: "Linnet", address: "linnet@linnet.example" };
  app = await createTestApp({ config: { mail: { url: server.url, from } } });
  alice = await registerPerson(app, "alice");
  await registerPerson(app, "bob");
  await app.db.updateTable("users").set({ email_confirmed_at: 1 }).execute();
});
afterEach(async () => {
  await app.close();
  await server.close();
});

const edge = {
  address: "198.51.100.8",
  userAgent:
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36 Edg/126.0",
};

async function enter(from: { address: string; userAgent: string | null }): Promise<string> {
  const admitted = await signIn(app, { email: alice.user.email, password }, from.address);
  return openSession(app, admitted, from);
}

/** What has been sent to somebody once all that waits had its time. */
async function mailsTo(name: string) {
  for (let n = 0; n < 20; n += 1) {
    app.clock.advance(minutes(1));
    await (
      await deliveries(app)
    ).done;
  }
  return server.mailsFor(`${name}@linnet.example`);
}

it("is told with its name, its block and its moment, and what helps; to its person alone, whatever they chose", async () => {
  const nothing = { tweet_failed: false, account: false, bot: false, weekly_summary: false };
  await setAlertPreferences(app, alice.user.id, nothing);
  app.clock.advance(seconds(90));
  const at = new Date(app.clock.now()).toISOString().slice(0, 16).replace("T", " ");
  await enter(edge);
  const [mail, ...more] = await mailsTo("alice");
  expect(more).toEqual([]);
  expect(mail?.parsed.subject).toBe("New sign-in to your Linnet account");
  expect(mail?.parsed.text).toContain(`- Microsoft Edge on Windows, from 198.51.100.0/24: ${at} UTC`);
  expect(mail?.parsed.text).toContain("Not you? Sign that browser out and change your password");
  expect(mail?.parsed.text).not.toContain(edge.address);
  expect(await mailsTo("bob")).toEqual([]);
});

it("is marked in the list for as long as its session lasts, the first one and known ones never", async () => {
  const session = await enter(edge);
  await enter(edge);
  await app.db.updateTable("users").set({ email_confirmed_at: null }).execute();
  await enter({ ...edge, address: "203.0.113.5" });
  const list = await listSessions(app, { userId: alice.user.id, sessionId: session });
  const marks = list.map(({ name, addressBlock, isThis, isNew }) => [name, addressBlock, isThis, isNew]);
  expect(marks[0]).toEqual(["Microsoft Edge on Windows", "198.51.100.0/24", true, true]);
  expect(marks.slice(1).map(String).toSorted()).toEqual([
    "Firefox on Linux,192.0.2.0/24,false,false",
    "Microsoft Edge on Windows,198.51.100.0/24,false,false",
    "Microsoft Edge on Windows,203.0.113.0/24,false,true",
  ]);
});

it("is told also where whoever came signed out again at once", async () => {
  await closeSession(app, await enter(edge));
  expect(await mailsTo("alice")).toHaveLength(1);
});

it("is no news a second time, also after everything was signed out, until it was not seen for 180 days", async () => {
  await enter(edge);
  expect(await mailsTo("alice")).toHaveLength(1);
  await signOutEverywhere(app, alice.user.id);
  await enter({ ...edge, address: "198.51.100.200" });
  app.clock.advance(days(179));
  await prune(app);
  await enter(edge);
  expect(await mailsTo("alice")).toHaveLength(1);
  app.clock.advance(days(181));
  await enter(client);
  await prune(app);
  server.mails.length = 0;
  await enter(edge);
  expect(await mailsTo("alice")).toHaveLength(1);
});

it("is the same browser elsewhere, or another one in the same place", async () => {
  await enter({ ...client, address: "203.0.113.5" });
  expect(await mailsTo("alice")).toHaveLength(1);
  await enter({ ...edge, address: client.address });
  expect(await mailsTo("alice")).toHaveLength(2);
});

it("is never the first one, nor the one that the password was changed in", async () => {
  const ask = { password, newPassword: "another wire 8" };
  const changed = await changePassword(app, alice.user, ask, client.address);
  await openSession(app, changed, client);
  expect(await mailsTo("alice")).toEqual([]);
});

it("reaches nobody who has not confirmed their address", async () => {
  await app.db.updateTable("users").set({ email_confirmed_at: null }).execute();
  await enter(edge);
  expect(await app.db.selectFrom("events").select("id").execute()).toEqual([]);
  expect(await mailsTo("alice")).toEqual([]);
});

it("says nothing that whoever signs in wrote themselves", async () => {
  await enter({ address: "203.0.113.5", userAgent: "You won/1 http://evil.example (x) " });
  const [mail] = await mailsTo("alice");
  expect(mail?.parsed.text).toContain("- Unknown browser or app, from 203.0.113.0/24");
  expect(mail?.parsed.text).not.toContain("evil");
});
