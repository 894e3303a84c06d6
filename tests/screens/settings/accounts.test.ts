// Accounts at the screens: held and let go by the person, what the notice says of them, and what their day has cost.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { changeAccount, listAccounts } from "~/features/accounts/accounts.server";
import { analyse } from "~/features/analysis/analysis.server";
import { writeTweet } from "~/features/publishing/publishing.server";
import { loadAnalyse } from "~/screens/analyse/load.server";
import { loadBot } from "~/screens/bot/load.server";
import { loadRoot } from "~/screens/frame/screen.server";
import type { LoaderArgs } from "~/screens/frame/viewer.server";
import { loadGenerate } from "~/screens/generate/load.server";
import { loadTimeline } from "~/screens/timeline/load.server";
import { createTestApp, type TestApp } from "~tests/support/app";
import { linkAccount } from "~tests/support/people/make";
import { type AtScreens, atScreens } from "../support/acting";

let app: TestApp;
let alice: AtScreens;
beforeEach(async () => {
  app = await createTestApp();
  alice = await atScreens(app, "alice");
});
afterEach(() => app?.close());

const account = async () => (await listAccounts(app, alice.person.user.id))[0];
const act = (intent: string) => alice.act("/timeline?panel=sidebar", { intent, accountId: String(alice.account.id) });

describe("an account", () => {
  it("is paused and resumed from the panel, and says why it rests", async () => {
    expect(await act("pause-account")).toMatchObject({ ok: true, message: "Account paused" });
    expect(await account()).toMatchObject({ status: "paused", statusReason: "Paused by you." });
    expect(await alice.attention()).toBeNull();
    expect(await act("resume-account")).toMatchObject({ ok: true, message: "Account resumed" });
    expect(await account()).toMatchObject({ status: "active", statusReason: null });
  });

  it("that the network no longer accepts is not resumed, but connected again", async () => {
    const reason = "X no longer accepts this account’s authorization. Reconnect the account.";
    await changeAccount(app.db, alice.account.id, { status: "reconnect", status_reason: reason });
    expect(await act("resume-account")).toMatchObject({ ok: false, intent: "resume-account", error: reason });
    expect(await alice.attention()).toEqual({
      text: "1 account must be reconnected.",
      tweetHref: null,
      elsewhere: "connect",
    });
  });

  it("whose authorization was refused once is not shown as healthy beside the tweet that says so", async () => {
    await changeAccount(app.db, alice.account.id, { refused_at: app.clock.now() });
    expect(await account()).toMatchObject({ status: "active", state: "reconnect" });
    expect(await alice.attention()).toMatchObject({ text: "1 account must be reconnected.", elsewhere: "connect" });
    expect((await alice.timeline()).week).toMatchObject({ state: "reconnect" });
    await changeAccount(app.db, alice.account.id, { refused_at: null });
    expect(await alice.attention()).toBeNull();
  });

  it("that the network holds is told of, and goes on when the person resumes it", async () => {
    await changeAccount(app.db, alice.account.id, {
      status: "paused",
      paused_by: "network",
      status_reason: "Used up.",
    });
    expect(await alice.attention()).toMatchObject({ text: "1 account is blocked by X." });
    await act("resume-account");
    expect(await alice.attention()).toBeNull();
  });

  it("of another can be neither paused nor resumed", async () => {
    const bob = await atScreens(app, "bob");
    for (const intent of ["pause-account", "resume-account"]) {
      const came = await bob.act("/timeline", { intent, accountId: String(alice.account.id) });
      expect(came).toMatchObject({ ok: false, error: "This account isn’t connected." });
    }
  });
});

describe("two accounts, one held by the network and one to be reconnected,", () => {
  it("are told with a way to the accounts, where both can be put right", async () => {
    const other = await linkAccount(app, alice.person, "alice_too");
    await changeAccount(app.db, alice.account.id, { status: "reconnect", status_reason: "No." });
    await changeAccount(app.db, other.id, { status: "paused", paused_by: "network", status_reason: "No credits." });
    expect(await alice.attention()).toMatchObject({ tweetHref: null, elsewhere: "accounts" });
  });
});

describe("a page", () => {
  /** How often the person's accounts are listed by these loaders, called as one request calls them. */
  async function listsOf(path: string, ...loaders: ((args: LoaderArgs) => Promise<unknown>)[]): Promise<number> {
    const executed = vi.spyOn(app.db, "executeQuery");
    const context = {};
    await Promise.all(loaders.map((load) => load({ request: alice.request(path), context })));
    const asked = executed.mock.calls.map(([query]) => ("sql" in query ? query.sql : ""));
    executed.mockRestore();
    return asked.filter((text) => text.startsWith('select * from "accounts"')).length;
  }

  it("reads the person's accounts once, with a checklist over it too", async () => {
    const { id } = await analyse(app, alice.person.user.id, "A booking page for small sailing schools");
    const checklist = `checklist=${id}@${alice.account.username}`;
    expect(await listsOf(`/product-analyse?analysis=${id}&${checklist}`, loadRoot, loadAnalyse)).toBe(1);
    expect(await listsOf(`/bot?${checklist}`, loadRoot, loadBot)).toBe(1);
    expect(await listsOf("/timeline", loadRoot, loadTimeline)).toBe(1);
    expect(await listsOf("/generate?test=1", loadRoot, loadGenerate)).toBe(1);
  });
});

describe("the day", () => {
  const post = async (content: string) => {
    const tweet = await writeTweet(app, { userId: alice.person.user.id, content, account: null });
    await alice.act("/timeline", { intent: "post-now", tweetId: String(tweet.id) });
  };
  const day = async () => (await alice.timeline()).week.day;

  it("is summed as X would charge it, with the limits, and begins anew at midnight", async () => {
    expect(await day()).toBe("0 of 50 posts today. You’ve spent $0.00 of your $5.00 on X today. The sandbox is free.");
    await post("Plain words");
    await post("Words with a link: linnet.com");
    expect(await day()).toBe("2 of 50 posts today. You’ve spent $0.215 of your $5.00 on X today. The sandbox is free.");
    app.clock.advance(24 * 3_600_000);
    expect(await day()).toBe("0 of 50 posts today. You’ve spent $0.00 of your $5.00 on X today. The sandbox is free.");
  });

  it("counts the posts of the account that serves, and the money of all the person’s accounts", async () => {
    const second = await linkAccount(app, alice.person, "alice_two");
    await post("Plain words");
    await alice.act("/timeline", { intent: "set-default", accountId: String(second.id) });
    expect(await day()).toBe("0 of 50 posts today. You’ve spent $0.015 of your $5.00 on X today. The sandbox is free.");
  });

  it("is told to nobody who has no account", async () => {
    await alice.act("/timeline", { intent: "delete-account-link", accountId: String(alice.account.id) });
    expect(await day()).toBeNull();
  });
});
