// People: registration, sign-in, sessions, keys.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { days, hours, minutes } from "~/ground/time/duration";
import { guessTimezone } from "~/features/scheduling/scheduling.server";
import { registerSchema, signInSchema } from "~/features/users/schema.server";
import {
  closeSession,
  findSessionUser,
  findUserByKey,
  issueKey,
  register,
  setTimezone,
  signIn,
} from "~/features/users/users.server";
import { openSession } from "~/features/sessions/sessions.server";
import { leave } from "~/features/user-deletion/user-deletion.server";
import { createTestApp, type TestApp } from "~tests/support/app";
import { client, registerPerson, password } from "~tests/support/people/make";

let app: TestApp;
beforeEach(async () => {
  app = await createTestApp();
});
afterEach(() => app?.close());

describe("registration", () => {
  it("keeps the password as argon2id with OWASP's setting, and nothing of it in clear", async () => {
    await registerPerson(app, "alice");
    const row = await app.db.selectFrom("users").selectAll().executeTakeFirstOrThrow();
    expect(row.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(JSON.stringify(row)).not.toContain(password);
  });

  it("takes an address once, however it is written", async () => {
    const ask = (email: string) => register(app, registerSchema.parse({ email, password }), "");
    await ask("Alice@Linnet.example ");
    await expect(ask("alice@linnet.example")).rejects.toMatchObject({ code: "email_taken" });
  });

  it("keeps a phone number without the spaces round it, and none where the field is empty", async () => {
    const phones = ["  +49 30 1 ", "", "   ", undefined];
    for (const [n, phone] of phones.entries())
      await register(app, registerSchema.parse({ email: `p${n}@linnet.example`, password, phone }), "");
    const kept = await app.db.selectFrom("users").select("phone").orderBy("email").execute();
    expect(kept.map((row) => row.phone)).toEqual(["+49 30 1", null, null, null]);
  });

  it("gives twenty people who register one address at once to one of them", async () => {
    const asks = Array.from({ length: 20 }, (_, n) =>
      register(app, { email: "a@b.example", password, phone: null }, `192.0.2.${n}`),
    );
    const ends = await Promise.allSettled(asks);
    expect(ends.filter((end) => end.status === "fulfilled")).toHaveLength(1);
  });

  it("with REGISTRATION=first lets in one person, also when two come together", async () => {
    app.config.registration = "first";
    const ends = await Promise.allSettled([registerPerson(app, "alice"), registerPerson(app, "bob")]);
    expect(ends.map((end) => end.status).sort()).toEqual(["fulfilled", "rejected"]);
    await expect(registerPerson(app, "carol")).rejects.toMatchObject({ code: "registration_closed" });
  });

  it("with REGISTRATION=first stays closed when the only account is deleted", async () => {
    app.config.registration = "first";
    const alice = await registerPerson(app, "alice");
    await leave(app, alice.user.id, { password, address: "192.0.2.1" });
    await expect(registerPerson(app, "bob")).rejects.toMatchObject({ code: "registration_closed" });
    app.config.registration = "open";
    await registerPerson(app, "carol");
  });

  it.each([
    [{}, "Please enter email and password"],
    [{ email: "", password }, "Please enter email and password"],
    [{ email: "alice@x.example", password: "" }, "Please enter email and password"],
    [{ email: "alice", password }, "Please enter a valid email address"],
    [{ email: "al ice@x.example", password }, "Please enter a valid email address"],
    [
      { email: "a@x.example", password: "short1" },
      "Password must be at least 8 characters and contain both letters and numbers",
    ],
    [
      { email: "a@x.example", password: "12345678" },
      "Password must be at least 8 characters and contain both letters and numbers",
    ],
    [
      { email: "a@x.example", password: "lettersonly" },
      "Password must be at least 8 characters and contain both letters and numbers",
    ],
  ])("refuses %j with the sentence for it", (form, sentence) => {
    const result = registerSchema.safeParse(form);
    expect([...new Set(result.error?.issues.map((issue) => issue.message))]).toEqual([sentence]);
  });

  it("takes passwords of any script and length that has a letter and a digit", async () => {
    for (const unusual of ["пароль-сложный 9", "密码密码密码密7码", `${"x".repeat(900)}1`]) {
      const ask = registerSchema.parse({ email: `u${unusual.length}@x.example`, password: unusual });
      await register(app, ask, "");
      await expect(signIn(app, { email: ask.email, password: unusual }, "")).resolves.toBeDefined();
      await expect(signIn(app, { email: ask.email, password: unusual.slice(0, -1) }, "")).rejects.toBeDefined();
    }
  });
});

describe("sign-in", () => {
  it("answers an unknown address and a wrong password alike", async () => {
    await registerPerson(app, "alice");
    const wrong = { code: "wrong_credentials", message: "Invalid email or password" };
    await expect(signIn(app, { email: "alice@linnet.example", password: "not it 1" }, "")).rejects.toMatchObject(wrong);
    await expect(signIn(app, { email: "nobody@linnet.example", password }, "")).rejects.toMatchObject(wrong);
  });

  it("asks for both fields in one sentence", () => {
    const said = signInSchema.safeParse({ email: " " }).error?.issues.map((issue) => issue.message);
    expect(new Set(said)).toEqual(new Set(["Please enter email and password"]));
  });

  it("renews a hash made with older settings", async () => {
    const { user } = await registerPerson(app, "alice");
    const { hash } = await import("@node-rs/argon2");
    const old = await hash(password, { memoryCost: 8192, timeCost: 1, parallelism: 1 });
    await app.db.updateTable("users").set({ password_hash: old }).execute();
    await signIn(app, { email: user.email, password }, "");
    const row = await app.db.selectFrom("users").select("password_hash").executeTakeFirstOrThrow();
    expect(row.password_hash).toContain("m=19456");
  });

  it("turns people away in words when too many sign in at once, and serves the rest", async () => {
    await registerPerson(app, "alice");
    const flood = Array.from({ length: 60 }, () => signIn(app, { email: "alice@linnet.example", password }, ""));
    const ends = await Promise.allSettled(flood);
    const refused = ends.filter((end) => end.status === "rejected");
    expect(refused.length).toBeGreaterThan(0);
    for (const end of refused) expect(end.reason).toMatchObject({ code: "busy", retryAfterSeconds: 2 });
    expect(ends.some((end) => end.status === "fulfilled")).toBe(true);
    await expect(signIn(app, { email: "alice@linnet.example", password }, "")).resolves.toBeDefined();
  });
});

describe("a crowd that registers", () => {
  it("keeps nobody from signing in: each purpose has its own queue", async () => {
    await registerPerson(app, "alice");
    const crowd = Promise.allSettled(
      Array.from({ length: 60 }, (_, n) =>
        register(app, { email: `c${n}@linnet.example`, password, phone: null }, `192.0.2.${n}`),
      ),
    );
    const signIns = Array.from({ length: 15 }, () => signIn(app, { email: "alice@linnet.example", password }, ""));
    await expect(Promise.all(signIns)).resolves.toHaveLength(15);
    const ends = await crowd;
    for (const end of ends)
      if (end.status === "rejected") expect(end.reason).toMatchObject({ code: "busy", retryAfterSeconds: 2 });
    expect(ends.filter((end) => end.status === "rejected").length).toBeGreaterThan(0);
  });
});

describe("an unknown e-mail", () => {
  it("costs the same work as a known one: it waits in the same queue for the same kind of hash", async () => {
    app.config.rateLimits = false;
    await registerPerson(app, "alice");
    const flood = (email: string) =>
      Promise.allSettled(Array.from({ length: 150 }, () => signIn(app, { email, password: "not it 1" }, "")));
    const codes = async (email: string) =>
      (await flood(email)).map((end) => (end.status === "rejected" ? (end.reason as { code: string }).code : "let in"));
    const [known, unknown] = [await codes("alice@linnet.example"), await codes("nobody@linnet.example")];
    // Those beyond the queue's end are turned away; were there no hash to wait for, none would be.
    for (const told of [known, unknown]) expect(new Set(told)).toEqual(new Set(["busy", "wrong_credentials"]));
  });
});

describe("sessions and keys", () => {
  it("end after 30 days, or after 14 idle ones", async () => {
    const alice = await registerPerson(app, "alice");
    const { user, sessionId } = alice;
    app.clock.advance(days(13));
    expect(await findSessionUser(app, sessionId)).toMatchObject({ id: user.id });
    app.clock.advance(days(13));
    expect(await findSessionUser(app, sessionId)).toMatchObject({ id: user.id });
    app.clock.advance(days(5));
    expect(await findSessionUser(app, sessionId)).toBeNull();
    const idle = await openSession(app, alice, client);
    app.clock.advance(days(14) + minutes(1));
    expect(await findSessionUser(app, idle)).toBeNull();
  });

  it("are kept as hashes, and a browser's keys end with its session", async () => {
    const { user, sessionId } = await registerPerson(app, "alice");
    const [mine, other] = [await issueKey(app, user.id, sessionId), await issueKey(app, user.id, null)];
    expect(await findUserByKey(app, mine)).toMatchObject({ user: { id: user.id } });
    const stored = JSON.stringify([
      await app.db.selectFrom("sessions").selectAll().execute(),
      await app.db.selectFrom("api_keys").selectAll().execute(),
    ]);
    for (const secret of [sessionId, mine, other]) expect(stored).not.toContain(secret);
    await closeSession(app, sessionId);
    expect(await findSessionUser(app, sessionId)).toBeNull();
    expect(await findUserByKey(app, mine)).toBeNull();
    expect(await findUserByKey(app, other)).toMatchObject({ user: { id: user.id } });
  });

  it("keep at most 50 keys a user: the one used longest ago goes first, however old the others are", async () => {
    const { user } = await registerPerson(app, "alice");
    const keys: string[] = [];
    for (let n = 0; n < 50; n++) {
      app.clock.advance(minutes(1));
      keys.push(await issueKey(app, user.id, null));
    }
    app.clock.advance(hours(1));
    expect(await findUserByKey(app, keys[0] ?? "")).not.toBeNull();
    for (let n = 0; n < 2; n++) keys.push(await issueKey(app, user.id, null));
    const there = await Promise.all([0, 1, 2, 3, 50, 51].map((n) => findUserByKey(app, keys[n] ?? "")));
    expect(there.map((found) => found !== null)).toEqual([true, false, false, true, true, true]);
  });

  it("store only a time zone that exists", async () => {
    const { user } = await registerPerson(app, "alice");
    await setTimezone(app, user.id, "Asia/Tokyo");
    await expect(setTimezone(app, user.id, "Moon/Crater")).rejects.toMatchObject({ code: "invalid" });
  });

  it("keep the time zone that they chose, through every guess of a browser and every sign-in", async () => {
    const { user } = await registerPerson(app, "alice");
    const guess = (zone: string) => guessTimezone(app, user.id, zone);
    expect(await guess("Europe/Berlin")).toBe("Europe/Berlin");
    expect(await guess("America/New_York")).toBe("America/New_York");
    expect(await setTimezone(app, user.id, "Asia/Tokyo")).toBe("Asia/Tokyo");
    expect(await guess("Europe/Berlin")).toBe("Asia/Tokyo");
    const back = await signIn(app, { email: user.email, password }, "127.0.0.1");
    expect(back.user).toMatchObject({ timezone: "Asia/Tokyo", zoneChosen: true });
    expect(await setTimezone(app, user.id, "UTC")).toBe("UTC");
    expect(await guess("Europe/Berlin")).toBe("UTC");
  });
});
