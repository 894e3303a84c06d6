// Whatever X refuses while an account is linked is told by what it is, on each leg and on both ways in; others link meanwhile.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { minutes } from "~/ground/time/duration";
import { beginLink, listAccounts } from "~/features/accounts/accounts.server";
import { createTestApp, type TestApp } from "~tests/support/app";
import { callApi, cookieFor } from "~tests/support/calls/call";
import { type FakeX, faults, type LinkLeg, linkLegs, startFakeX } from "~tests/support/fakes/fake-x";
import { clientOf } from "~tests/support/fakes/fake-x-linked";
import { refusalsAbout } from "~tests/support/fakes/x-refusals";
import { makePerson, type Person } from "~tests/support/people/make";

let fake: FakeX;
let app: TestApp;
let alice: Person;
let bob: Person;
/** By how much our clock is ahead of X's. */
let aheadMs = 0;
beforeEach(async () => {
  aheadMs = 0;
  fake = await startFakeX({ now: () => (app?.clock.now() ?? Date.now()) - aheadMs });
  app = await createTestApp({ network: clientOf(fake, fake.origin, undefined, { now: () => app.clock.now() }) });
  [alice, bob] = [await makePerson(app, "alice"), await makePerson(app, "bob")];
});
afterEach(async () => {
  await app.close();
  await fake.close();
});

async function begin(person: Person): Promise<string> {
  const visitor = { userId: person.user.id, sessionId: person.sessionId };
  return new URL(await beginLink(app, visitor, { forceLogin: true })).searchParams.get("oauth_token") ?? "";
}

async function comeBack(url: string, person: Person): Promise<URLSearchParams> {
  const { pathname, search } = new URL(url);
  const answer = await callApi(pathname + search, { headers: { cookie: await cookieFor(app, person.sessionId) } });
  return new URL(answer.headers.get("location") ?? "", "http://localhost").searchParams;
}

/** What alice's browser is sent back with, where X refuses this leg. */
async function told(leg: LinkLeg): Promise<{ code: string | null; until: number | null }> {
  if (leg === "oauth/request_token") {
    const error: unknown = await begin(alice).catch((caught: unknown) => caught);
    const { code, until } = error as { code: string; until: number | null };
    return { code, until };
  }
  const query = await comeBack(fake.consentUrl(await begin(alice), "alice_x"), alice);
  const until = query.get("until");
  return { code: query.get("twitter_error"), until: until === null ? null : Number(until) };
}

/** What X is told to answer to a leg, once what comes before it has gone well. */
function refuse(leg: LinkLeg, status: number, body: unknown, headers: Record<string, string> = {}): void {
  fake.failNextLink(leg, faults.status(status, { body: body ?? "", headers }));
}

const codes = { credits: "credits", usage_cap: "credits", client_forbidden: "project", write_forbidden: "read_only" };

describe.each([...linkLegs])("at %s", (leg) => {
  it.each(refusalsAbout("account", "app", "clock", "network").filter(({ status }) => status >= 400))(
    "$status $name is told as what it is, and links nothing",
    async ({ status, body, about, code }) => {
      refuse(leg, status, body);
      const byAbout = { account: "blocked", clock: "clock", network: "unreachable" }[about as string];
      expect(await told(leg)).toEqual({ code: byAbout ?? codes[code as keyof typeof codes], until: null });
      expect(await listAccounts(app, alice.user.id)).toEqual([]);
      // Another person links in the same minute.
      const back = await comeBack(fake.consentUrl(await begin(bob), "bob_x"), bob);
      expect(back.get("twitter_connected")).toBe("true");
    },
  );

  it("a limit is told with its time", async () => {
    const ends = app.clock.now() + minutes(7);
    const headers = { "x-rate-limit-remaining": "0", "x-rate-limit-reset": String(Math.ceil(ends / 1000)) };
    refuse(leg, 429, { title: "Too Many Requests", status: 429 }, headers);
    const { code, until } = await told(leg);
    expect(code).toBe("limited");
    expect(until).toBe(Math.ceil(ends / 1000) * 1000);
  });

  it("a clock that is five minutes off is told as that, also without X's code for it", async () => {
    const title = { title: "Unauthorized", type: "about:blank", status: 401, detail: "Unauthorized" };
    refuse(leg, 401, title);
    expect((await told(leg)).code).toBe(leg === "oauth/access_token" ? "expired" : "refused");
    aheadMs = minutes(12);
    refuse(leg, 401, title);
    expect((await told(leg)).code).toBe("clock");
  });
});

describe("a program that begins a link", () => {
  it("hears when X may be asked again", async () => {
    const ends = app.clock.now() + minutes(7);
    const headers = { "x-rate-limit-remaining": "0", "x-rate-limit-reset": String(Math.ceil(ends / 1000)) };
    refuse("oauth/request_token", 429, { title: "Too Many Requests", status: 429 }, headers);
    const answer = await callApi(`/api/twitter-auth/authorize/${alice.user.id}`, {
      headers: { cookie: await cookieFor(app, alice.sessionId) },
    });
    expect(answer.status).toBe(429);
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(400);
    const { code, error } = (await answer.json()) as { code: string; error: string };
    expect(code).toBe("network_limited");
    expect(error).toMatch(/too many requests to the network\. Try again today, \d\d:\d\d\./);
  });
});
