// The draft store in a browser with several tabs: which draft a page opens, when it is written, and how it ends.
import { beforeEach, expect, test } from "vitest";
import { maxDrafts, maxLength } from "~/screens/browser/drafts/draft";
import { FakeBrowser, type Tab } from "./fake-browser";

let browser: FakeBrowser;
beforeEach(() => void (browser = new FakeBrowser()));

async function opened(tab: Tab = browser.openTab(), what?: string): Promise<Tab> {
  tab.open(what);
  await browser.pass(100);
  return tab;
}

const texts = () => browser.kept().map(({ parts }) => parts[0]?.text);

test("typed text is in both stores 300 ms after a key, even while keys go on", async () => {
  const tab = await opened();
  for (const key of "bees") {
    tab.type(key);
    await browser.pass(100);
  }
  expect(texts()).toEqual(["bee", "bee"]);
  await browser.pass(400);
  expect(texts()).toEqual(["bees", "bees"]);
});

test("leaving the page writes at the same moment, to localStorage", async () => {
  const tab = await opened();
  tab.type("bees");
  tab.leave();
  expect(texts()).toEqual(["bees"]);
});

test("a reload restores the tab's own draft, and the later of two copies", async () => {
  const one = await opened();
  one.type("bees");
  await browser.pass(1_000);
  const other = await opened();
  other.type("goats");
  await browser.pass(1_000);
  one.type(" sting");
  const again = await opened(one.reload());
  expect([again.text, again.isRestored]).toEqual(["bees sting", true]);
  expect((await opened(other.reload())).text).toBe("goats");
});

test("localStorage behind IndexedDB, as after a killed browser, doesn't hide what was typed", async () => {
  const tab = await opened();
  tab.type("bees");
  await browser.pass(1_000);
  const onDisk = { ...browser.local };
  tab.type(" sting");
  await browser.pass(1_000);
  tab.kill();
  Object.assign(browser.local, onDisk);
  expect((await opened()).text).toBe("bees sting");
});

test("a duplicated tab and a second tab get drafts of their own", async () => {
  const one = await opened();
  one.type("bees");
  await browser.pass(1_000);
  for (const other of [one.duplicate(), browser.openTab()]) {
    await opened(other);
    expect(other.text).toBe("");
    expect(other.draft?.id).not.toBe(one.draft?.id);
  }
});

test("tabs that open in the same moment don't share a draft", async () => {
  const before = await opened();
  before.type("bees");
  before.leave();
  for (const delay of [0, 1, 30, 59, 60, 61]) {
    const one = browser.openTab().open();
    await browser.pass(delay);
    const other = browser.openTab().open();
    await browser.pass(200);
    expect(one.draft?.id, `${delay} ms`).not.toBe(other.draft?.id);
    expect([one.text, other.text], `${delay} ms`).toContain("bees");
    one.leave();
    other.leave();
  }
});

test("a page that comes back from the back/forward cache gives its draft to the tab that opened it", async () => {
  const frozen = await opened();
  frozen.type("bees");
  const thaw = frozen.freeze();
  const other = await opened();
  expect(other.text).toBe("bees");
  thaw();
  await browser.pass(100);
  frozen.type(" sting");
  other.type(" hum");
  await browser.pass(1_000);
  expect(new Set(texts())).toEqual(new Set(["bees sting", "bees hum"]));
});

test("a page that comes back doesn't write over what another page has written since, and left", async () => {
  const frozen = await opened();
  frozen.type("bees");
  const thaw = frozen.freeze();
  const other = await opened();
  other.type(" hum");
  other.leave();
  thaw();
  await browser.pass(100);
  frozen.type(" sting");
  frozen.leave();
  expect(new Set(texts())).toEqual(new Set(["bees hum", "bees sting"]));
});

test("another person sees no draft, and the first one finds it again", async () => {
  const alice = await opened();
  alice.type("bees");
  alice.leave();
  const bob = await opened(browser.openTab("bob", alice.session));
  expect(bob.text).toBe("");
  bob.type("goats");
  bob.leave();
  expect((await opened(browser.openTab("alice", alice.session))).text).toBe("bees");
});

test("a draft of one form is not another form's", async () => {
  const tab = await opened(undefined, "topic");
  tab.type("bees");
  tab.leave();
  expect((await opened(undefined, "tweet:7")).text).toBe("");
  expect((await opened(undefined, "topic")).text).toBe("bees");
});

test("an ended draft is gone from both stores, and the next text has another id", async () => {
  const tab = await opened();
  tab.type("bees");
  await browser.pass(1_000);
  const id = tab.draft?.id;
  tab.type(" sting");
  tab.end();
  await browser.pass(1_000);
  expect(browser.kept()).toEqual([]);
  tab.type("goats");
  await browser.pass(1_000);
  expect(texts()).toEqual(["goats", "goats"]);
  expect(tab.draft?.id).not.toBe(id);
});

test("text that is as saved again keeps no draft", async () => {
  const tab = await opened();
  tab.type("bees");
  await browser.pass(1_000);
  tab.draft?.keep(null);
  await browser.pass(1_000);
  expect(browser.kept()).toEqual([]);
});

test("after 30 days a draft is gone, and not a minute before", async () => {
  const tab = await opened();
  tab.type("bees");
  tab.leave();
  browser.time += 30 * 86_400_000 - 60_000;
  const kept = await opened();
  expect(kept.text).toBe("bees");
  kept.leave();
  browser.time += 60_000;
  expect((await opened()).text).toBe("");
  await browser.pass(100);
  expect(browser.kept()).toEqual([]);
});

test("a person has 20 drafts, and the oldest goes", async () => {
  for (let n = 0; n <= maxDrafts; n += 1) {
    const tab = await opened(undefined, `tweet:${n}`);
    tab.type(`words ${n}`);
    await browser.pass(1_000);
    tab.leave();
  }
  const others = await opened(browser.openTab("bob"), "topic");
  others.type("bees");
  await browser.pass(1_000);
  const kept = new Set(texts());
  expect(kept.size).toBe(maxDrafts + 1);
  expect(kept).not.toContain("words 0");
});

test("a draft of more than 400 kB is not kept, and the page is told", async () => {
  const tab = await opened();
  tab.type("a".repeat(maxLength));
  await browser.pass(1_000);
  expect([tab.isKept, browser.kept()]).toEqual([false, []]);
});

test("one store that takes nothing is enough to miss; without both the page is told", async () => {
  browser.tableState = "failing";
  const tab = await opened();
  tab.type("bees");
  await browser.pass(1_000);
  expect([tab.isKept, texts()]).toEqual([true, ["bees"]]);
  browser.local.isBlocked = true;
  tab.type(" sting");
  await browser.pass(1_000);
  expect(tab.isKept).toBe(false);
  browser.tableState = "fine";
  tab.type(" hum");
  await browser.pass(1_000);
  expect(tab.isKept).toBe(true);
  tab.kill();
  expect((await opened()).text).toBe("bees sting hum");
});

test("a browser without any storage still opens the form", async () => {
  browser.tableState = "failing";
  browser.local.isBlocked = true;
  const tab = browser.openTab();
  tab.session.isBlocked = true;
  await opened(tab);
  tab.type("bees");
  await browser.pass(1_000);
  expect([tab.text, tab.isKept]).toEqual(["bees", false]);
});

test("an IndexedDB that never answers doesn't hide what localStorage has", async () => {
  const tab = await opened();
  tab.type("bees");
  tab.leave();
  browser.tableState = "hanging";
  const next = browser.openTab().open();
  await browser.pass(2_000);
  expect(next.text).toBe("bees");
});

test("an entry that can't be read hides no other", async () => {
  const tab = await opened();
  tab.type("bees");
  tab.leave();
  browser.local["linnet_draft:broken"] = "{not json";
  expect((await opened()).text).toBe("bees");
});

test("text typed before the store has answered stays, and so does the draft that it would have replaced", async () => {
  const before = await opened();
  before.type("bees");
  before.leave();
  const tab = browser.openTab().open();
  tab.type("goats");
  tab.leave();
  expect(new Set(texts())).toEqual(new Set(["bees", "goats"]));
  const again = browser.openTab().open();
  again.type("ants");
  await browser.pass(1_000);
  expect(new Set(texts())).toEqual(new Set(["bees", "goats", "ants"]));
});
