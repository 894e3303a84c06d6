// Invitations: a link lets in whom it names, once, for seven days, where nobody else may register.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { days } from "~/ground/time/duration";
import { createUser } from "~/features/users/admin.server";
import {
  findInvitedEmail,
  invite,
  listInvitations,
  registerInvited,
  withdrawInvitation,
} from "~/features/invitations/invitations.server";
import { isOperator } from "~/features/people/people.server";
import { mayRegister, register } from "~/features/users/users.server";
import type { Message } from "~/ports/mail/port";
import { prune } from "~jobs/prune.server";
import { createTestApp, type TestApp } from "~tests/support/app";
import { makePerson, password, type Person } from "~tests/support/people/make";

let app: TestApp;
let olive: Person;
beforeEach(async () => {
  app = await createTestApp({ config: { registration: "invite", rateLimits: false } });
  olive = await makePerson(app, "olive");
});
afterEach(() => app?.close());

const by = () => ({ id: olive.user.id });
const mika = "mika@linnet.example";
const tokenOf = (link: string) => new URL(link).searchParams.get("token") ?? "";
const come = (token: string, email = mika) =>
  registerInvited(app, token, { email, password, phone: null }, "192.0.2.7");

describe("a link", () => {
  it("lets in whom it names, whatever address was typed, once, and vouches for them", async () => {
    const { link, email, mailed } = await invite(app, ` ${mika.toUpperCase()} `, by());
    expect([email, mailed]).toEqual([mika, "off"]);
    expect(link).toMatch(/^http:\/\/localhost:3000\/join\?token=[\w-]{43}$/);
    expect(await findInvitedEmail(app, tokenOf(link))).toBe(mika);
    const { user } = await come(tokenOf(link), "somebody@else.example");
    expect(user.email).toBe(mika);
    expect(await isOperator(app, user.id)).toBe(false);
    app.config.adminEmails = [mika];
    expect(await isOperator(app, user.id)).toBe(true);
    expect(await findInvitedEmail(app, tokenOf(link))).toBeNull();
    await expect(come(tokenOf(link))).rejects.toMatchObject({ code: "not_found" });
  });

  it("of two who come with it at once lets in one", async () => {
    const { link } = await invite(app, mika, by());
    const both = await Promise.allSettled([come(tokenOf(link)), come(tokenOf(link))]);
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await app.db.selectFrom("users").select("id").where("email", "=", mika).execute()).toHaveLength(1);
  });

  it("is over after seven days, and then leaves no row", async () => {
    const { link } = await invite(app, mika, by());
    app.clock.advance(days(7) - 1);
    expect(await findInvitedEmail(app, tokenOf(link))).toBe(mika);
    app.clock.advance(1);
    expect(await findInvitedEmail(app, tokenOf(link))).toBeNull();
    await expect(come(tokenOf(link))).rejects.toMatchObject({ code: "not_found" });
    expect(await listInvitations(app)).toEqual([]);
    await prune(app);
    expect(await app.db.selectFrom("invitations").selectAll().execute()).toEqual([]);
  });

  it("opens nothing once it was withdrawn, or another was made for the same address", async () => {
    const first = await invite(app, mika, by());
    const second = await invite(app, mika, by());
    await expect(come(tokenOf(first.link))).rejects.toMatchObject({ code: "not_found" });
    const [open, ...more] = await listInvitations(app);
    expect([open?.email, more]).toEqual([mika, []]);
    await withdrawInvitation(app, open?.id ?? "", by());
    await expect(come(tokenOf(second.link))).rejects.toMatchObject({ code: "not_found" });
    await expect(withdrawInvitation(app, open?.id ?? "", by())).rejects.toMatchObject({ code: "not_found" });
  });

  it("an unknown invitation token is rejected", async () => {
    for (const token of ["", "x".repeat(43)]) {
      expect(await findInvitedEmail(app, token)).toBeNull();
      await expect(come(token)).rejects.toMatchObject({ code: "not_found" });
    }
  });

  it("is good still where the password was refused", async () => {
    const { link } = await invite(app, mika, by());
    app.config.passwords = "strict";
    const ask = { email: mika, password: "password1", phone: null };
    await expect(registerInvited(app, tokenOf(link), ask, "192.0.2.7")).rejects.toMatchObject({ code: "invalid" });
    expect((await come(tokenOf(link))).user.email).toBe(mika);
  });

  it("is in no row and no line of the log, and its person in none of the operator's acts", async () => {
    const { link } = await invite(app, mika, by());
    const tables = ["invitations", "audit_events", "users"] as const;
    const rows = await Promise.all(tables.map((table) => app.db.selectFrom(table).selectAll().execute()));
    expect(JSON.stringify([rows, app.logged])).not.toContain(tokenOf(link));
    const event = { kind: "person.invited", user_id: null, by_operator: 1, address: null, detail: null };
    expect(rows[1]).toContainEqual(expect.objectContaining(event));
    const line = { audit: "person.invited", operator: olive.user.id, byOperator: true };
    expect(app.logged).toContainEqual(expect.objectContaining(line));
    expect(JSON.stringify(app.logged)).not.toContain(mika);
  });
});

describe("who may come", () => {
  it("by each REGISTRATION, with an invitation and without", async () => {
    const may = async (registration: TestApp["config"]["registration"]) => {
      app.config.registration = registration;
      return [await mayRegister(app, { isInvited: false }), await mayRegister(app, { isInvited: true })];
    };
    expect({
      open: await may("open"),
      first: await may("first"),
      invite: await may("invite"),
      closed: await may("closed"),
    }).toEqual({ open: [true, true], first: [false, true], invite: [false, true], closed: [false, false] });
  });

  it("without a link nobody, the first neither", async () => {
    const ask = { email: "carol@linnet.example", password, phone: null };
    await expect(register(app, ask, "192.0.2.7")).rejects.toMatchObject({ code: "registration_closed" });
    await app.db.deleteFrom("users").execute();
    await app.db.deleteFrom("first_account").execute();
    await expect(register(app, ask, "192.0.2.7")).rejects.toMatchObject({ code: "registration_closed" });
    const { link } = await invite(app, mika, null);
    const { user } = await come(tokenOf(link));
    expect(await isOperator(app, user.id)).toBe(true);
  });

  it("nobody by a link once registration is closed, and none is made", async () => {
    const { link } = await invite(app, mika, by());
    app.config.registration = "closed";
    await expect(come(tokenOf(link))).rejects.toMatchObject({ code: "registration_closed" });
    await expect(invite(app, "other@linnet.example", by())).rejects.toMatchObject({ code: "changed" });
    app.config.registration = "invite";
    expect((await come(tokenOf(link))).user.email).toBe(mika);
  });
});

describe("inviting", () => {
  it("takes an address that nobody here has", async () => {
    await createUser(app, mika);
    await expect(invite(app, mika, by())).rejects.toMatchObject({ code: "email_taken" });
    for (const typed of ["", "mika", "a b@c"])
      await expect(invite(app, typed, by())).rejects.toMatchObject({ code: "invalid" });
    expect(await listInvitations(app)).toEqual([]);
  });

  it("is the operator's alone, withdrawing too", async () => {
    const bob = await makePerson(app, "bob");
    await expect(invite(app, mika, { id: bob.user.id })).rejects.toMatchObject({ code: "forbidden" });
    await invite(app, mika, by());
    const [open] = await listInvitations(app);
    await expect(withdrawInvitation(app, open?.id ?? "", { id: bob.user.id })).rejects.toMatchObject({
      code: "forbidden",
    });
    expect(await listInvitations(app)).toHaveLength(1);
  });

  it("of one address twice at once leaves one link that works", async () => {
    const made = await Promise.all([invite(app, mika, by()), invite(app, mika, by())]);
    const good = await Promise.all(made.map(({ link }) => findInvitedEmail(app, tokenOf(link))));
    expect(good.filter((email) => email === mika)).toHaveLength(1);
  });

  it("mails the link where mail is set up, and says so where that fails", async () => {
    const mails: Message[] = [];
    app.mail = { send: (mail) => (mails.push(mail), Promise.resolve({ state: "sent" })) };
    const { link, mailed } = await invite(app, mika, by());
    expect(mailed).toBe("sent");
    expect(mails).toMatchObject([{ to: mika, subject: "You’re invited to Linnet" }]);
    expect(mails[0]?.text).toContain(link);
    const fault = { reason: "login" as const, message: "The login was refused", detail: `535 ${mika}` };
    app.mail = { send: () => Promise.resolve({ state: "never", ...fault }) };
    expect((await invite(app, mika, by())).mailed).toBe("failed");
    expect(app.logged.at(-1)).toMatchObject({ level: "warn", msg: "an invitation was not mailed", reason: "login" });
  });
});
