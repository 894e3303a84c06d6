// Which address an identity provider is believed: as Entra, Okta, Authelia and Keycloak tell it, at a real provider on loopback.
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { beginAtProvider, finishAtProvider } from "~/features/single-sign-on/single-sign-on.server";
import { createTestApp, type TestApp } from "~tests/support/app";
import { type FakeProvider, type ProviderPerson, startFakeProvider } from "~tests/support/fakes/fake-provider";

const address = "203.0.113.9";
/** Where oidc-provider has its userinfo. */
const userinfo = "/me";
let provider: FakeProvider;
let app: TestApp;
beforeAll(async () => {
  provider = await startFakeProvider();
});
afterAll(() => provider.close());
afterEach(async () => {
  provider.answerAt(userinfo, null);
  await app.close();
});

async function open(more: Record<string, string> = {}): Promise<void> {
  app = await createTestApp({ env: provider.env(more) });
  app.clock.set(Date.now());
}

async function come(sub: string): Promise<string> {
  const { url, secret } = await beginAtProvider(app, { purpose: "sign_in" }, address);
  const back = await provider.walk(url, sub);
  const arrival = await finishAtProvider(app, { url: back, secret, sessionId: null, address });
  return arrival.purpose === "sign_in" ? arrival.admitted.user.email : arrival.purpose;
}

/** Who comes in, or the code of the refusal. */
const outcome = (sub: string) => come(sub).catch((error: { code: string }) => error.code);
const people = async () => (await app.db.selectFrom("users").select("email").execute()).map(({ email }) => email);

const email = "bea@id.example";
const another = "boss@id.example";

/** As each was described in 2026-11; "asked": how often userinfo is asked. */
const forms: Record<string, { said: Omit<ProviderPerson, "sub">; asked: number; then: string; trusted: string }> = {
  "Entra, which never says whether it is verified": {
    said: { inToken: { email }, email },
    asked: 1,
    then: "forbidden",
    trusted: email,
  },
  "Okta, which says it at userinfo": { said: { email, email_verified: true }, asked: 1, then: email, trusted: email },
  "Okta with the address alone in the token": {
    said: { inToken: { email }, email, email_verified: true },
    asked: 1,
    then: email,
    trusted: email,
  },
  "Authelia, which says it at userinfo": {
    said: { email, email_verified: true },
    asked: 1,
    then: email,
    trusted: email,
  },
  "Keycloak, which says it in the token": {
    said: { inToken: { email, email_verified: true }, email, email_verified: true },
    asked: 0,
    then: email,
    trusted: email,
  },
  "Keycloak of somebody whose address nobody verified": {
    said: { inToken: { email, email_verified: false }, email, email_verified: false },
    asked: 0,
    then: "forbidden",
    trusted: "forbidden",
  },
  "one that says no at userinfo": {
    said: { email, email_verified: false },
    asked: 1,
    then: "forbidden",
    trusted: "forbidden",
  },
  "one that says it as text": {
    said: { inToken: { email, email_verified: "true" } },
    asked: 0,
    then: email,
    trusted: email,
  },
  "one that says something else as text": {
    said: { inToken: { email, email_verified: "yes" } },
    asked: 0,
    then: "forbidden",
    trusted: "forbidden",
  },
  "one whose userinfo has a verified address and whose token another": {
    said: { inToken: { email: another }, email, email_verified: true },
    asked: 1,
    then: email,
    trusted: email,
  },
  "one that says verified of no address": {
    said: { inToken: { email: another }, email_verified: true },
    asked: 1,
    then: "forbidden",
    trusted: another,
  },
  "one with the address alone in the token that says no at userinfo": {
    said: { inToken: { email }, email, email_verified: false },
    asked: 1,
    then: "forbidden",
    trusted: "forbidden",
  },
  "one without any address": { said: {}, asked: 1, then: "forbidden", trusted: "forbidden" },
};

describe.each(Object.entries(forms))("%s", (name, { said, asked, then, trusted }) => {
  it.each([
    ["", {}, then],
    [", where the operator vouches", { OIDC_TRUST_EMAIL: "on" }, trusted],
  ])("is believed as it should be%s", async (_, more, expected) => {
    const sub = `${name}${JSON.stringify(more)}`.replace(/\W+/g, "-");
    provider.add({ sub, ...said });
    await open(more);
    const before = provider.asked(userinfo);
    expect(await outcome(sub)).toBe(expected);
    expect(provider.asked(userinfo) - before).toBe(asked);
    expect(await people()).toEqual(expected === "forbidden" ? [] : [expected]);
  });
});

const json = (body: unknown, status = 200) => ({ status, body: JSON.stringify(body) });
const bad: Record<string, { answer: { status: number; body: string }; known: string; newcomer: string }> = {
  "is about somebody else": {
    answer: json({ sub: "another", email, email_verified: true }),
    known: "network_refused",
    newcomer: "network_refused",
  },
  "says about nobody": { answer: json({ email, email_verified: true }), known: email, newcomer: "network_refused" },
  "is in trouble": { answer: json({}, 503), known: email, newcomer: "network_refused" },
  refuses: { answer: json({ error: "insufficient_scope" }, 403), known: email, newcomer: "network_refused" },
  "is a page": { answer: { status: 200, body: "<html>" }, known: email, newcomer: "network_refused" },
  "has more than 256 kB": {
    answer: json({ sub: "x", email, email_verified: true, picture: "x".repeat(300_000) }),
    known: email,
    newcomer: "network_refused",
  },
};

describe.each(Object.entries(bad))("an answer of userinfo that %s", (what, { answer, known, newcomer }) => {
  it("makes no account, and keeps out nobody who is known unless it is about somebody else", async () => {
    const sub = what.replace(/\W+/g, "-");
    provider.add({ sub, email, email_verified: true });
    provider.add({ sub: `${sub}-new`, email: another, email_verified: true });
    await open();
    expect(await outcome(sub)).toBe(email);
    let asking = sub;
    provider.answerAt(userinfo, (response) => {
      const body = answer.body.replace('"sub":"x"', `"sub":"${asking}"`);
      response.writeHead(answer.status, { "content-type": "application/json" }).end(body);
    });
    expect(await outcome(sub)).toBe(known);
    asking = `${sub}-new`;
    expect(await outcome(asking)).toBe(newcomer);
    expect(await people()).toEqual([email]);
    expect(app.logged).toContainEqual(expect.objectContaining({ msg: "the identity provider let nobody in" }));
  });
});

it.each(["common", "organizations", "consumers"])(
  "nobody vouches for the addresses of every tenant of Entra's: %s",
  async (tenant) => {
    const env = (issuer: string) => provider.env({ OIDC_TRUST_EMAIL: "on", OIDC_ISSUER: issuer });
    const everybody = `https://login.microsoftonline.com/${tenant}/v2.0`;
    await expect(createTestApp({ env: env(everybody) })).rejects.toThrow(
      /OIDC_TRUST_EMAIL is on, but OIDC_ISSUER accepts/,
    );
    app = await createTestApp({
      env: env("https://login.microsoftonline.com/5f1b5c8e-0000-4000-8000-000000000000/v2.0"),
    });
    expect(app.config.oidc?.trustsEmail).toBe(true);
  },
);
