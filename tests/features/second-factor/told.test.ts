// The second step turned off is told by mail, to a confirmed address alone, whoever turned it off and whatever was chosen.
import { afterEach, beforeEach, expect, it } from "vitest";
import { switchOff, switchOffFor } from "~/features/second-factor/second-factor.server";
import { minutes } from "~/ground/time/duration";
import { deliveries } from "~jobs/deliveries.server";
import { createTestApp, type TestApp } from "~tests/support/app";
import { giveFactor } from "~tests/support/people/factor";
import { type FakeMail, startFakeMail } from "~tests/support/fakes/fake-mail";
import { client, makePerson, password, type Person } from "~tests/support/people/make";

let server: FakeMail;
let app: TestApp;
let alice: Person;
beforeEach(async () => {
  server = await startFakeMail();
  const from = { name: "Linnet", address: "linnet@linnet.example" };
  app = await createTestApp({ config: { mail: { url: server.url, from } } });
  alice = await makePerson(app, "alice");
});
afterEach(async () => {
  await app.close();
  await server.close();
});

/** What has been sent to her once all that waits had its time. */
async function mails() {
  for (let n = 0; n < 20; n += 1) {
    app.clock.advance(minutes(1));
    await (
      await deliveries(app)
    ).done;
  }
  return server.mailsFor(alice.user.email).map(({ parsed }) => ({ subject: parsed.subject, text: parsed.text ?? "" }));
}
const confirm = () => app.db.updateTable("users").set({ email_confirmed_at: 1 }).execute();

it("the person's own removal and the operator's help are told apart", async () => {
  await confirm();
  const { next } = await giveFactor(app, alice);
  await switchOff(app, alice.user, { password, code: next(), address: client.address });
  const [own] = await mails();
  expect(own?.subject).toBe("Two-factor authentication is off");
  expect(own?.text).toContain("- In Settings: ");
  expect(own?.text).toContain("Not you? Change your password, then set up two-factor authentication again:");
  await giveFactor(app, alice);
  await switchOffFor(app, alice.user.email);
  expect((await mails()).at(-1)?.text).toContain("- By your Linnet admin: ");
});

it("an address that nobody confirmed is told nothing, and neither is a removal that was refused", async () => {
  const { codes } = await giveFactor(app, alice);
  await confirm();
  const wrong = { password, code: "nonsense", address: client.address };
  await expect(switchOff(app, alice.user, wrong)).rejects.toMatchObject({ code: "second_factor_wrong" });
  await app.db.updateTable("users").set({ email_confirmed_at: null }).execute();
  await switchOff(app, alice.user, { ...wrong, code: codes[0] ?? "" });
  expect(await mails()).toEqual([]);
  expect(await app.db.selectFrom("events").select("type").where("type", "=", "second_factor.off").execute()).toEqual(
    [],
  );
});
