// Every form of every screen while nothing answers, by every way that can come to pass: its sentence, what was typed, and
// the same press once the server is back.
import { join } from "node:path";
import type { BrowserContext, Page } from "@playwright/test";
import { intents, type IntentName } from "../../../app/screens/forms/intents";
import { Sqlite3 } from "../../../db/sqlite/driver.server";
import {
  linkInSandbox,
  newHandle,
  password,
  register,
  sendThread,
  signInElsewhere,
  Visitor,
  writeThread,
  writeTweets,
} from "../../support/people/browser";
import { switchOnFor, type VisitorsApp } from "../../support/people/browser-factor";
import { digitsOf } from "../../support/digits";
import { type BuiltServer, startServer } from "../../support/server";
import { expect, test as base } from "../support/fixtures";
import { startFakeProvider } from "../../support/fakes/fake-provider";
import { startFakeMail } from "../../support/fakes/fake-mail";
import * as at from "../support/places";
import { addIdentity } from "../support/verbs/provider";
import { insertPasskey, linkOf } from "../support/verbs/stage";

const test = base.extend<object, { own: BuiltServer }>({
  own: [
    async ({}, provide) => {
      const [mail, provider] = await Promise.all([startFakeMail(), startFakeProvider()]);
      const env = { ...provider.env(), RATE_LIMITS: "off", SMTP_URL: mail.url, MAIL_FROM: "linnet@linnet.example" };
      const server = await startServer({ env, name: "localhost" });
      await provide(server);
      await server.close();
      await mail.close();
      await provider.close();
    },
    { scope: "worker" },
  ],
  server: async ({ own }, provide) => provide(own),
});
test.describe.configure({ mode: "parallel" });

interface Scene {
  page: Page;
  me: Visitor;
  server: BuiltServer;
}

interface Verb {
  /** Makes what the form is about; answers where it stands. */
  at(scene: Scene): Promise<string>;
  /** Nobody is signed in in this browser. */
  guest?: boolean;
  type?(scene: Scene): Promise<unknown>;
  /** Left out: the first button of the form. */
  button?: string;
}

const write = (server: BuiltServer, statement: string, ...values: unknown[]): void => {
  const db = new Sqlite3(join(server.dataDir, "linnet.db"));
  db.pragma("busy_timeout = 5000");
  db.prepare(statement).run(...values);
  db.close();
};

async function tweetOf({ me }: Scene): Promise<number> {
  const words = `A linnet sings ${newHandle("song")}`;
  const { body } = await me.call<{ data: { id: number } }>("POST", "/api/questions/tweet", { tweet_content: words });
  return body.data.id;
}

async function accountOf({ me }: Scene): Promise<number> {
  type Accounts = { accounts: { id: number }[] };
  return (await me.call<Accounts>("GET", "/api/twitter/accounts/list")).body.accounts[0]!.id;
}

async function tweetThat(scene: Scene, is: string): Promise<string> {
  const id = await tweetOf(scene);
  write(scene.server, `update tweets set account_id = ?, ${is} where id = ?`, await accountOf(scene), id);
  return `/timeline?tweet=${id}`;
}

async function analysisOf({ me }: Scene): Promise<number> {
  const path = "/api/bots/content-analysis/analyze";
  const content = "A booking page for small sailing schools. It fills 9 of 10 empty seats.";
  return (await me.call<{ data: { analysis_id: number } }>("POST", path, { content })).body.data.analysis_id;
}

async function botOf(scene: Scene): Promise<number> {
  const id = await analysisOf(scene);
  await scene.me.call("PUT", `/api/bots/content-analysis/bot-control/${id}`, { enabled: true });
  return id;
}

async function proposalOf(scene: Scene): Promise<string> {
  const id = await botOf(scene);
  const proposing = "state = 'proposing', due_at = null, lease_token = null, lease_until = null, review = 1";
  const tweetId = await tweetOf(scene);
  write(scene.server, `update bots set ${proposing}, proposal_id = ? where analysis_id = ?`, tweetId, id);
  write(scene.server, "insert into bot_tweets select ?, id from bots where analysis_id = ?", tweetId, id);
  return `/product-analyse?analysis=${id}`;
}

const field = ({ page }: Scene, name: string) => page.locator(`[name=${name}]:not([type=hidden])`).last();
async function elsewhere({ me }: Scene): Promise<string> {
  await signInElsewhere(me);
  return "/settings/security";
}
const security = "/settings/security";
const scenes = new WeakMap<Visitor, VisitorsApp>();
const ofFactor = (step: string): Verb => ({
  async at({ me }) {
    scenes.set(me, await switchOnFor(me));
    return `${security}?step=${step}`;
  },
  async type(scene) {
    await field(scene, "password").fill(password);
    await field(scene, "code").fill(scenes.get(scene.me)?.codes[0] ?? "");
  },
});
const panel = (name: string) => () => Promise.resolve(`/generate?panel=${name}`);
const tweet = async (scene: Scene) => `/timeline?tweet=${await tweetOf(scene)}`;
const analysis = async (scene: Scene) => `/product-analyse?analysis=${await analysisOf(scene)}`;
const bot = async (scene: Scene) => `/product-analyse?analysis=${await botOf(scene)}`;

const verbs: Record<IntentName, Verb> = {
  "sign-in": {
    guest: true,
    at: panel("login"),
    async type(scene) {
      await field(scene, "email").fill(scene.me.email);
      await field(scene, "password").fill(password);
    },
  },
  "create-account": {
    guest: true,
    at: panel("register"),
    async type(scene) {
      await field(scene, "email").fill(`new.${scene.me.email}`);
      await field(scene, "password").fill(password);
      await field(scene, "phone").fill("+49 30 1234");
    },
  },
  "second-step": {
    async at({ page, me }) {
      scenes.set(me, await switchOnFor(me));
      const browser = new Visitor(me.origin);
      await browser.post("/generate?panel=login", { intent: "sign-in", email: me.email, password });
      await page.context().addCookies(browser.cookies());
      return "/sign-in/second-step";
    },
    type: async (scene) => field(scene, "code").fill(scenes.get(scene.me)?.next() ?? ""),
  },
  "set-up-factor": { at: () => Promise.resolve(security) },
  "switch-on-factor": {
    async at({ me }) {
      await me.post(security, { intent: "set-up-factor" });
      return `${security}?step=set-up`;
    },
    async type(scene) {
      const key = await scene.page.locator(".secret code").innerText();
      await field(scene, "password").fill(password);
      await field(scene, "code").fill(digitsOf(key, Date.now() + 30_000));
    },
  },
  "schedule-all": { at: async (scene) => `/ideas?schedule=7&chosen=${await tweetOf(scene)}` },
  "renew-codes": ofFactor("renew"),
  "switch-off-factor": ofFactor("remove"),
  "keep-codes": {
    async at({ me }) {
      await switchOnFor(me, { kept: false });
      return `${security}?step=codes`;
    },
    type: (scene) => field(scene, "kept").check(),
  },
  "add-passkey": {
    at: () => Promise.resolve(`${security}?step=passkey`),
    type: (scene) => field(scene, "password").fill(password),
  },
  "rename-passkey": {
    at: (scene) => Promise.resolve(`${security}?step=passkey-name&passkey=${insertPasskey(scene, scene.me)}`),
    type: (scene) => field(scene, "name").fill("Kitchen"),
  },
  "remove-passkey": {
    ...ofFactor("remove"),
    async at(scene) {
      scenes.set(scene.me, await switchOnFor(scene.me));
      return `${security}?step=passkey-gone&passkey=${insertPasskey(scene, scene.me)}`;
    },
  },
  "forgot-password": {
    guest: true,
    at: panel("forgot"),
    type: (scene) => field(scene, "email").fill(scene.me.email),
  },
  "choose-password": {
    at: (scene) => Promise.resolve(`/reset-password?token=${linkOf(scene, scene.me, "password")}`),
    type: (scene) => field(scene, "newPassword").fill("another wire 8"),
  },
  "confirm-address": { at: (scene) => Promise.resolve(`/confirm-address?token=${linkOf(scene, scene.me, "confirm")}`) },
  "ask-to-confirm": { at: () => Promise.resolve("/settings/alerts") },
  "send-test-mail": {
    at(scene) {
      write(scene.server, "update users set email_confirmed_at = 1 where id = ?", scene.me.userId);
      return Promise.resolve("/settings/alerts");
    },
  },
  "choose-alerts": {
    at: () => Promise.resolve("/settings/alerts"),
    type: (scene) => field(scene, "weekly_summary").check(),
  },
  "prove-password": {
    at: () => Promise.resolve("/settings/security"),
    // The page has two forms that ask for it; the intent's own is the scene's.
    type: (scene) => field(scene, "password").fill(password),
  },
  "remove-identity": {
    at(scene) {
      addIdentity(scene, scene.me.userId);
      return Promise.resolve("/settings/security");
    },
  },
  "end-session": { at: elsewhere },
  "end-other-sessions": { at: elsewhere },
  "sign-out": { at: panel("sidebar") },
  "sign-out-everywhere": { at: panel("everywhere") },
  "change-password": {
    at: panel("password"),
    async type(scene) {
      await field(scene, "password").fill(password);
      await field(scene, "newPassword").fill(`${password} and 8`);
    },
  },
  "manage-people": {
    async at({ me, server }) {
      write(server, "update users set operator_at = 1 where id = ?", me.userId);
      return "/admin?step=invite";
    },
    async type(scene) {
      await field(scene, "email").fill(`mika.${scene.me.email}`);
      await field(scene, "password").fill(password);
    },
  },
  "delete-my-account": {
    at: panel("leave"),
    async type(scene) {
      await field(scene, "password").fill(password);
      await field(scene, "sure").check();
    },
  },
  "set-timezone": { at: panel("settings"), type: (scene) => field(scene, "timezone").selectOption("Asia/Tokyo") },
  "draw-anew": {
    async at(scene) {
      // Two o'clock by UTC is night in Berlin as well.
      const atNight = Math.ceil(Date.now() / 86_400_000) * 86_400_000 + 7_200_000;
      await tweetThat(scene, `state = 'scheduled', moment_reason = 'Chosen at random.', due_at = ${atNight}`);
      return "/generate?panel=night";
    },
  },
  "keep-hours": {
    at: () => Promise.resolve("/settings/hours"),
    type: (scene) => field(scene, "posts").fill("5"),
  },
  "create-key": {
    at: () => Promise.resolve("/settings/programs"),
    async type(scene) {
      await field(scene, "name").fill("n8n");
      await scene.page.getByRole("checkbox", { name: /^read/ }).check();
      await field(scene, "password").fill(password);
    },
  },
  "change-key": {
    async at({ me }) {
      const ask = { name: newHandle("key"), scopes: ["read"], password };
      const { body } = await me.call<{ data: { id: number } }>("POST", "/api/keys", ask);
      return `/settings/programs?step=revoke&key=${body.data.id}`;
    },
  },
  "keep-webhooks": {
    at: () => Promise.resolve("/settings/programs?step=add-webhook"),
    async type(scene) {
      // A number, so that no name is asked for.
      await field(scene, "url").fill("https://93.184.215.14/hook");
      await scene.page.getByRole("checkbox", { name: /^All about tweets/ }).check();
    },
  },
  worked: {
    at: () => Promise.resolve("/worked"),
    type: (scene) => scene.page.getByRole("radio", { name: /^Light/ }).check(),
  },
  "keep-voice": {
    at: () => Promise.resolve("/settings/voice"),
    type: (scene) => scene.page.getByLabel("Who you are").fill("I build small tools"),
    button: "button[value=save]:not([hidden])",
  },
  "set-preferences": {
    at: panel("settings"),
    // Her browser's guess is there by then: the field of the zone shows no other any more.
    type: (scene) => expect(field(scene, "timezone")).not.toHaveValue("UTC"),
  },
  "set-theme": { at: panel("settings"), button: "button[value=dark]" },
  "set-default": {
    async at({ me }) {
      await linkInSandbox(me, newHandle("studio"));
      return "/generate?panel=sidebar";
    },
    button: "[aria-pressed=false]",
  },
  "pause-account": { at: panel("sidebar") },
  "resume-account": {
    async at(scene) {
      await scene.me.call("POST", `/api/twitter/accounts/${await accountOf(scene)}/pause`, {});
      return "/generate?panel=sidebar";
    },
  },
  "delete-account-link": { at: async (scene) => `/generate?unlink=${await accountOf(scene)}` },
  generate: {
    at: () => Promise.resolve("/generate"),
    async type(scene) {
      await field(scene, "topic").fill("keeping bees");
      await field(scene, "webSearch").check();
    },
  },
  "post-now": { at: tweet },
  "add-to-timeline": { at: tweet },
  "take-back": {
    at: (scene) => {
      const later = Date.now() + 55_000;
      const former = '{"state":"pending","publishType":null,"dueAt":null,"accountId":null}';
      const soon = `publish_type = 'immediate', due_at = ${later}, undo_until = ${later}, undo_to = '${former}'`;
      return tweetThat(scene, `state = 'scheduled', ${soon}`);
    },
  },
  "take-off": { at: (scene) => tweetThat(scene, `state = 'scheduled', due_at = ${Date.now() + 7_200_000}`) },
  "schedule-at": {
    at: tweet,
    async type(scene) {
      await scene.page.locator("details:has([name=moment])").evaluate((fold) => fold.setAttribute("open", ""));
      const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
      await field(scene, "moment").fill(`${tomorrow}T20:42`);
    },
  },
  "post-as": {
    async at(scene) {
      await linkInSandbox(scene.me, newHandle("studio"));
      return tweet(scene);
    },
    type: ({ page }) => page.locator("details:has([value=post-as])").evaluate((fold) => fold.setAttribute("open", "")),
  },
  ideas: { at: tweet },
  dismiss: { at: (scene) => tweetThat(scene, "state = 'failed', error = 'Refused', publish_type = 'immediate'") },
  "refine-tweet": {
    at: async ({ me }) => `/generate?batch=${(await writeTweets(me, "keeping bees")).batchId}`,
    // That of the whole batch: the menus are folded, and looked at in refine.spec.ts.
    button: "form:has([name=do][value=again]) button",
  },
  "change-thread": {
    at: async ({ me }) => `/timeline?tweet=${await writeThread(me)}&edit=1`,
    type: (scene) => scene.page.locator("[name=part_2]").fill(`Other words ${newHandle("song")}`),
    // Those with a name move a part.
    button: 'form:has([value="change-thread"]) button:not([type=button], [name])',
  },
  "delete-post": {
    async at(scene) {
      const id = await tweetOf(scene);
      await scene.me.call("POST", `/api/questions/publish-now/${id}`, {});
      return `/timeline?tweet=${id}&delete=1`;
    },
  },
  "steer-thread": { at: async ({ me }) => `/timeline?tweet=${await sendThread(me)}` },
  resolve: {
    at: (scene) =>
      tweetThat(
        scene,
        "state = 'unknown', error_code = 'needs_confirmation', publish_type = 'immediate', due_at = null, lease_token = 'a'",
      ),
  },
  "edit-tweet": {
    at: async (scene) => `/timeline?tweet=${await tweetOf(scene)}&edit=1`,
    type: (scene) => field(scene, "content").fill(`Other words ${newHandle("song")}`),
  },
  "write-tweet": {
    at: () => Promise.resolve("/timeline?write=1"),
    type: (scene) => field(scene, "content").fill(`My own words ${newHandle("song")}`),
  },
  analyse: {
    at: () => Promise.resolve("/product-analyse"),
    type: (scene) => field(scene, "content").fill("A booking page for small sailing schools"),
    button: "button[form=analyse]",
  },
  "analyse-again": {
    async at(scene) {
      const id = await analysisOf(scene);
      write(scene.server, "update analyses set state = 'failed', error = 'It broke' where id = ?", id);
      return `/product-analyse?analysis=${id}`;
    },
  },
  "start-bot": { at: analysis },
  "stop-bot": { at: bot },
  "review-bot": { at: bot },
  "teach-bot": { at: bot },
  "approve-tweet": { at: proposalOf, button: "button[value=approve-tweet]" },
  "reject-tweet": { at: proposalOf, button: "button[value=reject-tweet]" },
};

interface Cut {
  how: string;
  begin(context: BrowserContext, server: BuiltServer): Promise<unknown>;
  end(context: BrowserContext, server: BuiltServer): Promise<unknown>;
}

const cuts: Cut[] = [
  {
    how: "every request fails",
    begin: (context) => context.route("**/*", (route) => route.abort()),
    end: (context) => context.unrouteAll(),
  },
  {
    how: "the browser is offline",
    begin: (context) => context.setOffline(true),
    end: (context) => context.setOffline(false),
  },
  { how: "the server's process is killed", begin: (_, server) => server.kill9(), end: (_, server) => server.restart() },
];

/** What somebody typed or chose, in the page and what lies over it. */
const typedIn = (page: Page): Promise<unknown> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLInputElement>("input:not([type=hidden]), textarea, select")].map((one) => [
      one.name,
      one.value,
      one.checked,
    ]),
  );

const isPost = (request: { method(): string; url(): string }) =>
  request.method() === "POST" && request.url().includes(".data");

test("every form of every screen is pressed here", () => {
  expect(Object.keys(verbs).toSorted()).toEqual(Object.keys(intents).toSorted());
});

for (const [intent, verb] of Object.entries(verbs))
  test(`${intent} says its sentence while nothing answers, and works once the server is back`, async ({
    page,
    context,
    server,
    complaints,
  }) => {
    complaints.allow(/net::ERR_|Failed to fetch/);
    const { unreached } = intents[intent as IntentName];
    const me = await register(server.origin, "alice");
    await linkInSandbox(me, newHandle("alice"));
    const scene = { page, me, server };
    const address = await verb.at(scene);
    if (!verb.guest) await context.addCookies(me.cookies());
    await page.goto(address);
    await at.takenOver(page);
    if (!verb.guest) await at.done(page);
    await verb.type?.(scene);
    await at.mark(page);
    const [here, typed] = [page.url(), await typedIn(page)];
    const form = `form:has([name=intent][value="${intent}"])`;
    const button = page.locator(verb.button ?? `${form} button:not([type=button])`).first();

    for (const { how, begin, end } of cuts)
      await test.step(how, async () => {
        await begin(context, server);
        const lost = page.waitForEvent("requestfailed", isPost);
        await button.click();
        await lost;
        const sentence = page.getByText(unreached).filter({ visible: true });
        await expect(sentence.first()).toBeVisible();
        if (verb.guest) await at.dismissError(page, unreached);
        expect(await typedIn(page)).toEqual(typed);
        expect(page.url()).toBe(here);
        await end(context, server);
      });

    expect(await at.wentOn(page)).toBe(true);
    const answer = page.waitForResponse((one) => isPost(one.request()));
    await button.click();
    expect((await answer).status()).toBeLessThan(400);
    await expect(page.getByText(unreached)).toHaveCount(0);
  });
