// The words and forms of the generate screen, of signing in, of the side panel and of settings, as the product fixes them.
import { expect, test } from "vitest";
import { refusalOf, refusals } from "~/features/generation/can-generate";
import { Composer } from "~/features/generation/composer";
import { LoginNotice } from "~/features/generation/notices";
import { RecentBatches } from "~/features/generation/recent-batches";
import { ErrorState, NoTweets, Waiting } from "~/features/generation/waiting";
import { Wire } from "~/features/generation/wire";
import { axisOf, bandsOf, hoursOf, xOf, yOf } from "~/features/generation/wire-shape";
import { AccountPanel } from "~/features/users/account-panel";
import { LinkedAccounts, UnlinkModal } from "~/features/users/linked-accounts";
import { ErrorModal, SuccessModal } from "~/features/users/outcome-modals";
import { SettingsModal } from "~/features/users/settings";
import { CreateAccountModal, SignInModal } from "~/features/users/sign-in";
import { render, renderBusy } from "./render";

const alice = {
  id: "7c1f4e0a",
  email: "alice@example.org",
  timezone: "Europe/Berlin",
  undoEnabled: true,
  shortcutsEnabled: false,
};
const ways = { inputHref: "/generate", sampleHref: "/generate?test=1&sample=1", refresh: null };
const viewer = { signedIn: true, accounts: 1, hasDefault: true };
const compose = (more: Partial<Parameters<typeof Composer>[0]> = {}) =>
  render(
    <Composer
      viewer={viewer}
      account={{ name: "Alice", username: "alice", state: "active" }}
      accountsHref="?panel=sidebar"
      {...more}
    />,
  );

test("the composer asks its question, and without a script its button is always enabled", async () => {
  const html = await compose({ viewer: { signedIn: false, accounts: 0, hasDefault: false }, account: null });
  expect(html).toContain("What would you like to create tweets about?");
  expect(html).toContain("Generate tweets with latest web information");
  expect(html).toContain("Generate tweets from AI knowledge base");
  expect(html).toMatch(/<button type="submit"[^>]*>.*Create Twitter Content<\/span><\/button>/);
  expect(html).not.toContain("disabled");
  expect(html).toContain('name="intent" value="generate"');
});

test("after a refusal the topic and the switch are as they were, and the field says why", async () => {
  const html = await compose({ values: { topic: "evenings", webSearch: "on" }, error: refusals.noAccount });
  expect(html).toMatch(/<input[^>]*name="topic"[^>]*value="evenings"/);
  expect(html).toMatch(/<input[^>]*type="checkbox"[^>]*checked/);
  expect(html).toContain(`lang="zh"`);
  expect(html).toContain("请先绑定Twitter账户才能生成推文");
  expect(html).toContain("Posting as <strong>@alice</strong>");
});

test("who may not ask is told the first thing that is missing", () => {
  expect(refusalOf({ signedIn: false, accounts: 0, hasDefault: false }, "topic")).toBe(
    "Please login first to generate tweets",
  );
  expect(refusalOf({ ...viewer, accounts: 0, hasDefault: false }, "topic")).toBe("请先绑定Twitter账户才能生成推文");
  expect(refusalOf({ ...viewer, hasDefault: false }, "topic")).toBe("请在用户菜单中设置一个默认Twitter账户");
  expect(refusalOf(viewer, "  ")).toBe(refusals.noTopic);
  expect(refusalOf(viewer, "topic")).toBeNull();
});

test("a guest is shown where to sign in", async () => {
  const html = await render(<LoginNotice signInHref="/generate?panel=login" createHref="/generate?panel=register" />);
  expect(html).toContain("Please login first to generate tweets");
  expect(html).toMatch(/href="\/generate\?panel=login"[^>]*><span>Sign In/);
});

test("waiting, failing and having nothing are each said in the product's words", async () => {
  const waiting = await render(<Waiting elapsed={12_400} againHref="/generate?job=1" />);
  expect(waiting).toContain("AI is generating your tweets...");
  expect(waiting).toContain("This usually takes 10-30 seconds");
  expect(waiting).toMatch(/role="timer">12(<!-- -->)? s so far/);
  expect(await render(<ErrorState error="Generation failed. Please try again." retryHref="?job=1" />)).toMatch(
    /role="alert".*Generation failed\. Please try again\..*Try Again/,
  );
  expect(await render(<NoTweets test {...ways} />)).toMatch(
    /No Generated Content.*Waiting for AI to generate tweets\.\.\./,
  );
  expect(await render(<NoTweets test={false} {...ways} />)).toMatch(
    /Timeline View.*View your Twitter publishing timeline and history above\./,
  );
});

test("recent topics lead back to their tweets", async () => {
  const one = { href: "/generate?batch=b", topic: "evenings", when: "Today, 10:18", whenIso: "2026-11-19T09:18:00Z" };
  const html = await render(<RecentBatches batches={[{ ...one, count: 1 }]} />);
  expect(html).toMatch(/href="\/generate\?batch=b".*evenings.*1 tweet · /);
  expect(await render(<RecentBatches batches={[]} />)).toBe("");
});

test("the wire tells in words what it draws", async () => {
  const html = await render(
    <Wire
      moments={{ now: 618, windowFrom: 858, windowTo: 1098, lands: 997 }}
      zone={null}
      quiet={{ from: "23:00", to: "07:00" }}
      window="4 to 8 hours"
    />,
  );
  expect(html).toContain("It’s now 10:18. A tweet posts at a random time between 14:18 and 18:18, here 16:37");
  expect(html).toContain("4 to 8 hours later, never between 23:00 and 07:00.");
  expect(html).not.toMatch(/\sstyle=|NaN/);
});

test("the wire holds every moment of a day, also those that land tomorrow", () => {
  for (let asked = 0; asked < 1440; asked += 7) {
    const moments = { now: asked, windowFrom: asked + 540, windowTo: asked + 780, lands: asked + 600 };
    const axis = axisOf(moments);
    for (const minute of Object.values(moments)) {
      expect(xOf(minute, axis)).toBeGreaterThan(20);
      expect(xOf(minute, axis)).toBeLessThan(580);
      expect(yOf(xOf(minute, axis))).toBeGreaterThan(45);
    }
    const bands = bandsOf(axis);
    expect(bands[0]?.fromHour).toBe(axis.fromHour);
    expect(bands.at(-1)?.toHour).toBe(axis.toHour);
    expect(hoursOf(axis).length).toBeGreaterThan(2);
  }
});

test("signing in keeps the e-mail, never the password", async () => {
  const html = await render(
    <SignInModal
      closeTo="/generate"
      createHref="?panel=register"
      forgotHref={null}
      otherWays={null}
      values={{ email: "alice@example.org" }}
      error="Invalid email or password"
    />,
  );
  expect(html).toMatch(/<input[^>]*type="email"[^>]*value="alice@example.org"/);
  expect(html).toMatch(/<input[^>]*type="password"[^>]*autoComplete="current-password"/i);
  expect(html).not.toMatch(/<input[^>]*type="password"[^>]*value=/);
  expect(html).toMatch(/role="alert".*Invalid email or password/);
  expect(html).toContain('name="intent" value="sign-in"');
  expect(html).toContain("noValidate".toLowerCase());
  expect(html).toMatch(/>Cancel<.*>Sign In<\/span><\/button>/);
});

const zones = [
  { value: "UTC", label: "UTC" },
  { value: "Asia/Kolkata", label: "Kolkata, UTC+5:30 (Asia/Kolkata)" },
];

test("creating an account says what a password needs, and phone is optional", async () => {
  const html = await render(<CreateAccountModal timezones={zones} closeTo="/generate" signInHref="?panel=login" />);
  expect(html).toContain("Password must include letters + numbers and be at least 8 characters");
  expect(html).not.toContain("field__hint--wrong");
  expect(html).toMatch(/Phone<small> optional/);
  expect(html).not.toContain("disabled");
  expect(html).toMatch(/<option value="UTC" selected="">UTC.*Kolkata, UTC\+5:30 \(Asia\/Kolkata\)/);
  const refused = await render(
    <CreateAccountModal
      timezones={zones}
      closeTo="/generate"
      signInHref="?panel=login"
      faults={{
        password: "Password must be at least 8 characters and contain both letters and numbers",
      }}
    />,
  );
  expect(refused).toMatch(/field__hint--wrong.*contain both letters and numbers/);
});

test("success and error are one sentence and one button", async () => {
  const success = await render(<SuccessModal email="alice@example.org" closeTo="/generate" />);
  expect(success).toMatch(/Login Successful!.*Welcome, alice@example\.org.*Continue/);
  expect(await render(<ErrorModal message="Login failed" closeTo="?panel=login" />)).toMatch(/Login failed.*>OK</);
});

test("settings show who you are, or that you are a guest", async () => {
  const hrefs = {
    all: "/settings/alerts",
    password: "?panel=password",
    everywhere: "?panel=everywhere",
    leave: "?panel=leave",
  };
  const look = { theme: "dark" as const, apiEndpoint: "https://linnet.example", timezones: zones };
  const settings = { ...look, hrefs, closeTo: "/" };
  const html = await render(<SettingsModal user={alice} {...settings} />);
  for (const words of ["User ID", "7c1f4e0a", "alice@example.org", "Not set", "API endpoint", "https://linnet.example"])
    expect(html).toContain(words);
  expect(html).toMatch(/<option value="Europe\/Berlin" selected="">Europe\/Berlin/);
  expect(html).toMatch(/<button[^>]*value="dark"[^>]*aria-pressed="true"/);
  expect(html).toMatch(/<input type="checkbox" name="waitsToPost" checked=""/);
  expect(html).toMatch(/<input type="checkbox" name="hasKeys"\/>/);
  const guest = await render(<SettingsModal user={null} {...settings} />);
  expect(guest).toMatch(/Login status.*Guest/);
  expect(guest).not.toMatch(/set-timezone|set-preferences/);
  expect(html).toMatch(/Change password.*Sign out everywhere.*Delete my account/);
  expect(guest).not.toMatch(/Change password|Sign out everywhere|Delete my account/);
});

const account = {
  id: 3,
  username: "bob",
  displayName: "Bob",
  isDefault: false,
  status: "active" as const,
  state: "active" as const,
  statusReason: null,
};
const panelOf = (more: Partial<Parameters<typeof AccountPanel>[0]> = {}) =>
  render(
    <AccountPanel
      user={alice}
      accounts={[{ ...account, id: 1, username: "alice", displayName: "Alice", isDefault: true }, account]}
      closeTo="/generate"
      hrefs={{
        login: "?panel=login",
        register: "?panel=register",
        settings: "?panel=settings",
        help: "https://example.org/help",
        connect: "/accounts/connect",
        unlink: (id) => `/generate?unlink=${id}`,
      }}
      {...more}
    />,
  );

test("the panel shows who you are, and one account is the default", async () => {
  const html = await panelOf();
  expect(html).toContain("alice@example.org");
  expect(html).toContain("ID 7c1f4e0a");
  expect(html.match(/aria-pressed="true"/g)).toHaveLength(1);
  expect(html.match(/class="pill">Default/g)).toHaveLength(1);
  expect(html).toMatch(/name="accountId" value="3"/);
  expect(html).toMatch(/aria-label="Delete @bob"[^>]*href="\/generate\?unlink=3"/);
  expect(html).toMatch(/<a [^>]*href="\/accounts\/connect">.*Connect a new account/);
  expect(html).toContain('name="intent" value="sign-out"');
  expect(html).not.toContain("Please sign in");
});

test.each([
  ["pause-account", "active"],
  ["resume-account", "paused"],
] as const)("while %s of one account is on its way, its button alone turns", async (intent, status) => {
  const account = (id: number) => {
    const names = { username: `bird_${id}`, displayName: `Bird ${id}` };
    return { id, ...names, isDefault: id === 7, status, state: status, statusReason: null };
  };
  const list = { connectHref: "/connect", unlinkHref: (id: number) => `?unlink=${id}` };
  const panel = <LinkedAccounts accounts={[account(7), account(8)]} {...list} />;
  const html = await renderBusy(panel, { intent, accountId: "8" });
  const turning = [...html.matchAll(/<button[^>]*aria-busy="true"[^>]*>/g)].map(([button]) => button);
  expect(turning).toEqual([expect.stringContaining("@bird_8")]);
});

test("logged out it offers to sign in, and nothing of an account", async () => {
  const html = await panelOf({ user: null, accounts: [] });
  for (const words of [
    "Not logged in",
    "Please sign in",
    "Sign In",
    "Create Account",
    "Settings",
    "Help &amp; Support",
  ])
    expect(html).toContain(words);
  expect(html).not.toContain("Sign out");
  expect(html).not.toContain("Linked accounts");
});

test("an account that needs its person says so", async () => {
  const html = await panelOf({
    accounts: [{ ...account, status: "reconnect", state: "reconnect", statusReason: "X no longer accepts the link." }],
  });
  expect(html).toMatch(/<a[^>]*aria-label="Reconnect @bob"[^>]*href="\/accounts\/connect"/);
  expect(html).toContain("X no longer accepts the link.");
});

test("deleting an account is asked for in the product's words", async () => {
  const html = await render(<UnlinkModal account={account} closeTo="?panel=sidebar" />);
  expect(html).toContain("确定要删除 @bob 的绑定吗？");
  expect(html).toContain('lang="zh"');
  expect(html).toContain('name="intent" value="delete-account-link"');
  expect(html).toContain('name="accountId" value="3"');
});
