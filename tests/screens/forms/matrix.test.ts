// Who is let in where, by the forms: every intent of every screen × a guest, somebody disabled, a second step that is
// missing, and another person. Complete by construction: a new intent is in no list here, and must be refused or named.
import type { ActionFunctionArgs } from "@remix-run/node";
import { afterEach, beforeEach, expect, it } from "vitest";
import { analyse } from "~/features/analysis/analysis.server";
import { startBot } from "~/features/bots/bots.server";
import { invite, listInvitations } from "~/features/invitations/invitations.server";
import { disablePerson } from "~/features/people/people.server";
import { addToTimeline } from "~/features/scheduling/scheduling.server";
import { writeTweet } from "~/features/publishing/publishing.server";
import { awaitSecondStep } from "~/features/second-factor/second-factor.server";
import { listSessions } from "~/features/sessions/sessions.server";
import { setWaiting } from "~/http/session/second-step.server";
import { adminActions } from "~/screens/admin/actions.server";
import { analyseActions } from "~/screens/analyse/actions.server";
import { intents } from "~/screens/forms/intents";
import { runIntent } from "~/screens/forms/run-intent.server";
import { frameActions } from "~/screens/frame/actions.server";
import { generateActions } from "~/screens/generate/actions.server";
import { linkActions } from "~/screens/mail-links/actions.server";
import { factorActions } from "~/screens/settings/factor-actions.server";
import { hoursActions } from "~/screens/settings/hours-actions.server";
import { programActions } from "~/screens/settings/program-actions.server";
import { settingsActions } from "~/screens/settings/actions.server";
import { voiceActions } from "~/screens/settings/voice-actions.server";
import { signInActions } from "~/screens/sign-in/actions.server";
import { tweetActions } from "~/screens/timeline/actions.server";
import { insightsActions } from "~/screens/insights/actions.server";
import { createTestApp, type TestApp } from "~tests/support/app";
import { cookieFor, sameOrigin } from "~tests/support/calls/call";
import { everyRow } from "~tests/support/databases/database";
import { giveFactor } from "~tests/support/people/factor";
import { linkAccount, makePerson, password, type Person } from "~tests/support/people/make";
import { atRest } from "~tests/support/rest";

const actions = {
  ...adminActions,
  ...analyseActions,
  ...factorActions,
  ...frameActions,
  ...generateActions,
  ...hoursActions,
  ...programActions,
  ...linkActions,
  ...settingsActions,
  ...signInActions,
  ...tweetActions,
  ...voiceActions,
  ...insightsActions,
};

/** What whoever is nobody may mean, each with its reason. All others are 401 for them, and change nothing. */
const ofNobody: Record<string, string> = {
  "sign-in": "it is how one becomes somebody",
  "create-account": "it is how one becomes somebody",
  "second-step": "by the cookie of a sign-in that waits, and a code",
  "forgot-password": "counted by address; goes to the person alone",
  "choose-password": "by the token of a link",
  "confirm-address": "by the token of a link",
  "sign-out": "there is nobody to sign out",
  "set-theme": "a cookie of the browser's own",
};

let app: TestApp;
let alice: Person;
let bob: Person;
/** Every name that a form of ours sends, with what is alice's. */
let hers: Record<string, string>;
beforeEach(async () => {
  app = await createTestApp({ config: { rateLimits: false, quietHours: null } });
  alice = await makePerson(app, "alice");
  bob = await makePerson(app, "bob");
  const account = await linkAccount(app, alice, "alice_x");
  await linkAccount(app, bob, "bob_x");
  const userId = alice.user.id;
  const tweet = await writeTweet(app, { userId, content: "Hers", account: null });
  await addToTimeline(app, { userId, tweetId: tweet.id, account: null, timeZone: null });
  const content = "A booking page for small sailing schools. It turns a good forecast into offers. Try it free.";
  const analysis = await analyse(app, userId, content);
  await startBot(app, { userId, analysisId: analysis.id, account: null });
  const [session] = await listSessions(app, { userId, sessionId: alice.sessionId });
  await invite(app, "mika@linnet.example", null);
  const [invitation] = await listInvitations(app);
  hers = {
    ...{
      tweetId: String(tweet.id),
      id: String(tweet.id),
      accountId: String(account.id),
      analysisId: String(analysis.id),
    },
    ...{
      account: account.networkUserId,
      as: "@alice_x",
      session: session?.handle ?? "",
      who: userId,
      deed: "disable",
      do: "discard",
    },
    ...{ content: "Other words", topic: "tea", moment: "2026-12-24T10:00", review: "on", published: "no", handle: "x" },
    ...{
      password,
      newPassword: "another on a wire 8",
      email: alice.user.email,
      code: "123456",
      token: "x",
      sure: "on",
    },
    ...{
      timezone: "Asia/Tokyo",
      theme: "dark",
      name: "Hers now",
      kept: "on",
      do: "save",
      about: "Not her",
      invitation: invitation?.id ?? "",
    },
  };
});
afterEach(() => app.close());

async function post(intent: string, cookie: string): Promise<number> {
  const request = new Request("http://localhost:3000/timeline", {
    method: "POST",
    headers: { ...sameOrigin, host: "localhost:3000", accept: "*/*", cookie },
    body: new URLSearchParams({ ...hers, intent }),
  });
  const came = await runIntent({ request, params: {}, context: {} } as unknown as ActionFunctionArgs, actions);
  return "data" in came ? (came.init?.status ?? 200) : 303;
}

/** Everything but the counts of tries. */
async function rows(): Promise<Record<string, unknown[]>> {
  await atRest();
  return Object.fromEntries(Object.entries(await everyRow(app.db)).filter(([table]) => table !== "rate_limits"));
}

async function refusedEverywhere(cookie: string): Promise<void> {
  const before = await rows();
  const wrong: string[] = [];
  for (const intent of Object.keys(actions).filter((name) => !Object.hasOwn(ofNobody, name))) {
    const status = await post(intent, cookie);
    if (status !== 401) wrong.push(`${intent}: ${status}`);
  }
  expect(wrong).toEqual([]);
  expect(await rows(), "something was changed").toEqual(before);
}

it("the table has every intent, and what nobody may mean is in it", () => {
  expect(Object.keys(actions).toSorted()).toEqual(Object.keys(intents).toSorted());
  expect(Object.keys(ofNobody).filter((name) => !Object.hasOwn(actions, name))).toEqual([]);
});

it("a guest means nothing by any form but those that make one somebody", async () => {
  await refusedEverywhere("");
  await refusedEverywhere("linnet=somebody");
});

it("who is disabled is nobody, though the row of a session were left behind", async () => {
  const cookie = await cookieFor(app, bob.sessionId);
  await app.db.updateTable("users").set({ disabled_at: 1 }).where("id", "=", bob.user.id).execute();
  await refusedEverywhere(cookie);
  await app.db.updateTable("users").set({ disabled_at: null }).where("id", "=", bob.user.id).execute();
  await disablePerson(app, bob.user.id, null);
  await refusedEverywhere(cookie);
});

it("who has sent the right password and not the second step is nobody", async () => {
  await giveFactor(app, bob);
  const id = (await awaitSecondStep(app, bob, [])) ?? "";
  const [waiting = ""] = (await setWaiting(app, { id, to: "/generate" })).split(";", 1);
  await refusedEverywhere(waiting);
  await refusedEverywhere(await cookieFor(app, id));
});

it("another person changes nothing of hers by any form, whatever ids it names", async () => {
  const cookie = await cookieFor(app, bob.sessionId);
  const ending = ["sign-out", "sign-out-everywhere", "change-password", "delete-my-account"];
  const changed: string[] = [];
  const ofAlice = async () => {
    const all = await rows();
    const is = (row: unknown) => JSON.stringify(row).includes(alice.user.id);
    const own = Object.entries(all).map(([table, list]) => [table, list.filter(is)]);
    return JSON.stringify([own, all["accounts"]?.filter(is), all["invitations"]]);
  };
  let before = await ofAlice();
  const names = Object.keys(actions).filter((name) => !Object.hasOwn(ofNobody, name) && !ending.includes(name));
  for (const intent of [...names, ...ending]) {
    await post(intent, cookie);
    const after = await ofAlice();
    if (after !== before) changed.push(intent);
    before = after;
  }
  expect(changed).toEqual([]);
});

// Keys of the API open no form, and have no scopes yet: see tests/http/access/matrix.test.ts.
