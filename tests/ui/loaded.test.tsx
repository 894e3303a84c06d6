// Parts as HTML on what the real loaders gave them: whose words they send, and that a refusal is said where it was met.
import { afterEach, beforeEach, expect, test } from "vitest";
import { loadGenerate } from "~/screens/generate/load.server";
import { GeneratedTweets } from "~/screens/generate/generated-tweets";
import Panel from "~/screens/frame/panels";
import { loadScreen } from "~/screens/frame/screen.server";
import WeekModal from "~/screens/timeline/week-modal";
import { type AtScreens, atScreens } from "~tests/screens/support/acting";
import { createTestApp, type TestApp } from "~tests/support/app";
import { makeBatch } from "~tests/support/people/make";
import { renderOn } from "./render";

let app: TestApp;
let alice: AtScreens;
beforeEach(async () => {
  app = await createTestApp({ env: { RATE_LIMITS: "off" } });
  alice = await atScreens(app, "alice");
});
afterEach(() => app?.close());

const screenAt = (path: string) => loadScreen({ request: alice.request(path), context: {} });
const refused = { ok: false, error: "Nobody answered.", faults: {}, values: {}, message: null };

test.each(["set-default", "pause-account", "resume-account", "sign-out"])(
  "the side panel says why %s came to nothing",
  async (intent) => {
    const screen = await screenAt("/generate?panel=sidebar");
    const panel = <Panel name="sidebar" screen={screen} result={{ ...refused, intent }} />;
    expect(await renderOn(screen, panel)).toContain(refused.error);
  },
);

test("a card shows its latest network error, not an earlier one", async () => {
  const [first] = await makeBatch(app, alice.person, alice.account);
  const at = `/generate?batch=${first?.batchId}`;
  const data = await loadGenerate({ request: alice.request(at), context: {} });
  if (data.view !== "results") throw new Error("The batch is not shown");
  const before = { status: "failed" as const, error: "Refused before." };
  const failed = { ...data, tweets: data.tweets.map((one) => (one.id === first?.id ? { ...one, ...before } : one)) };
  const screen = await screenAt(at);
  const told = (requestFailed: boolean) => {
    const result = { ...refused, intent: "post-now", values: { tweetId: String(first?.id) }, requestFailed };
    return renderOn(screen, <GeneratedTweets data={failed} result={result} />);
  };
  expect(await told(true)).toContain(refused.error);
  expect(await told(false)).toContain(before.error);
});

test("what a form of one tweet came to is said on its card, and on no other", async () => {
  const [first] = await makeBatch(app, alice.person, alice.account);
  const at = `/generate?batch=${first?.batchId}`;
  const data = await loadGenerate({ request: alice.request(at), context: {} });
  if (data.view !== "results") throw new Error("The batch is not shown");
  const screen = await screenAt(at);
  const told = async (values: Record<string, string>) => {
    const result = { ...refused, intent: "post-now", values };
    const html = await renderOn(screen, <GeneratedTweets data={data} result={result} />);
    return html.split(/(?=<li id="tweet-)/).filter((card) => card.includes(refused.error));
  };
  expect(data.tweets.length).toBeGreaterThan(1);
  expect(await told({ tweetId: String(first?.id) })).toEqual([expect.stringMatching(`^<li id="tweet-${first?.id}"`)]);
  expect(await told({})).toEqual([]);
});

test("new words are written for the account that the page names", async () => {
  const at = "/timeline?write=1";
  const { week } = await alice.timeline(at);
  const html = await renderOn(await screenAt(at), <WeekModal data={week} result={undefined} />, at);
  expect(html).toContain(`name="account" value="${alice.account.networkUserId}"`);
});
