// A form whose fields are kept: filled in again when it is opened, and let go after the server's yes or Discard.
import { Window } from "happy-dom";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { countDrafts, forgetDrafts } from "~/screens/browser/drafts/forget-drafts";
import { keepForm, type KeptForm } from "~/screens/browser/drafts/keep-form";
import { tellSaved } from "~/screens/browser/drafts/saved-forms";
import { FakeBrowser, type Tab } from "./fake-browser";

let window: Window;
let browser: FakeBrowser;
let tab: Tab;
let kept: KeptForm;
let told: { isRestored: boolean; isKept: boolean | null };
beforeEach(() => {
  window = new Window({ url: "http://localhost/settings/voice" });
  vi.stubGlobal("document", window.document);
  vi.stubGlobal("Event", window.Event);
  for (const name of ["addEventListener", "removeEventListener"] as const)
    vi.stubGlobal(name, window[name].bind(window));
  browser = new FakeBrowser();
  tab = browser.openTab();
});
afterEach(async () => {
  kept.close();
  vi.unstubAllGlobals();
  await window.happyDOM.close();
});

const fields = () => [...window.document.querySelectorAll("textarea")] as unknown as HTMLTextAreaElement[];
const field = (name: string) => fields().find((area) => area.name === name)!;
const values = () => Object.fromEntries(fields().map(({ name, value }) => [name, value]));

/** Opens the page with these texts saved. */
async function open(saved: Record<string, string>, more: { isFilled?: boolean; typed?: string } = {}): Promise<void> {
  window.document.body.innerHTML = Object.entries(saved)
    .map(([name, text]) => `<textarea name="${name}">${text}</textarea>`)
    .join("");
  if (more.typed !== undefined) field("about").value = more.typed;
  told = { isRestored: false, isKept: null };
  kept = keepForm({
    store: tab.store,
    user: "alice",
    what: "voice:7",
    fields,
    isFilled: more.isFilled ?? false,
    saves: (form) => form.get("do") === "save",
    onRestore: (isRestored) => (told.isRestored = isRestored),
    onWrite: (isKept) => (told.isKept = isKept),
  });
  await browser.pass(100);
}

async function reopen(saved: Record<string, string>, more = {}): Promise<void> {
  kept.close();
  tab = tab.reload();
  await open(saved, more);
}

async function type(name: string, text: string): Promise<void> {
  field(name).value = text;
  field(name).dispatchEvent(new window.Event("input", { bubbles: true }) as unknown as Event);
  await browser.pass(400);
}

function save(more: Record<string, string> = {}): void {
  const form = new FormData();
  for (const [name, text] of Object.entries({ do: "save", ...values(), ...more })) form.set(name, text);
  tellSaved(form);
}

test("changed fields come back, unchanged ones follow the server, and the page says so once", async () => {
  await open({ about: "", audience: "sailors" });
  await type("about", "A linnet");
  await reopen({ about: "", audience: "keepers" });
  expect([values(), told.isRestored]).toEqual([{ about: "A linnet", audience: "keepers" }, true]);
});

test("Discard puts the saved texts back, and nothing is restored later", async () => {
  await open({ about: "A bird", audience: "" });
  await type("about", "A linnet");
  await reopen({ about: "A bird", audience: "" });
  kept.discard();
  await browser.pass(400);
  expect([values(), told.isRestored, browser.kept()]).toEqual([{ about: "A bird", audience: "" }, false, []]);
  await reopen({ about: "A bird", audience: "" });
  expect([values()["about"], told.isRestored]).toEqual(["A bird", false]);
});

test("the server's yes ends the draft, and what was typed on meanwhile is kept", async () => {
  await open({ about: "" });
  await type("about", "A linnet");
  save();
  await browser.pass(400);
  expect(browser.kept()).toEqual([]);
  await type("about", "A linnet sings");
  save({ about: "A linnet" });
  await browser.pass(400);
  expect(new Set(browser.kept().map(({ parts }) => parts[0]?.text))).toEqual(new Set(["A linnet sings"]));
});

test("a button that saves nothing ends nothing, and a form sends its line breaks in another way", async () => {
  await open({ about: "" });
  await type("about", "A linnet\nsings");
  save({ do: "preview" });
  await browser.pass(400);
  expect(browser.kept()).toHaveLength(2);
  save({ about: "A linnet\r\nsings" });
  await browser.pass(400);
  expect(browser.kept()).toEqual([]);
});

test("text that was typed before the script loaded is kept, and isn't replaced", async () => {
  await open({ about: "" });
  await type("about", "A linnet");
  await reopen({ about: "" }, { typed: "A goldfinch" });
  await browser.pass(400);
  expect([values()["about"], told.isRestored]).toEqual(["A goldfinch", false]);
  const texts = browser.kept().map(({ parts }) => parts[0]?.text);
  expect(new Set(texts)).toEqual(new Set(["A linnet", "A goldfinch"]));
});

test("a form that the address fills stays as it is, and the draft waits", async () => {
  await open({ about: "" });
  await type("about", "A linnet");
  await reopen({ about: "slow travel" }, { isFilled: true });
  expect([values()["about"], told.isRestored]).toEqual(["slow travel", false]);
  await reopen({ about: "" });
  expect([values()["about"], told.isRestored]).toEqual(["A linnet", true]);
});

test("a draft that has been saved elsewhere is dropped without a word", async () => {
  await open({ about: "" });
  await type("about", "A linnet");
  await reopen({ about: "A linnet" });
  await browser.pass(400);
  expect([told.isRestored, browser.kept()]).toEqual([false, []]);
});

test("text of a field that isn't on the page waits until the field is there", async () => {
  await open({ "sample-0": "", "sample-1": "" });
  await type("sample-0", "One");
  await type("sample-1", "Two");
  await reopen({ "sample-0": "" });
  await type("sample-0", "One!");
  const area = window.document.createElement("textarea");
  area.name = "sample-1";
  window.document.body.append(area);
  kept.sync();
  await browser.pass(400);
  expect(values()).toEqual({ "sample-0": "One!", "sample-1": "Two" });
});

test("without any storage the page is told, and leaving it asks", async () => {
  browser.tableState = "failing";
  browser.local.isBlocked = true;
  await open({ about: "" });
  await type("about", "A linnet");
  expect(told.isKept).toBe(false);
  const asks = () => !window.dispatchEvent(new window.Event("beforeunload", { cancelable: true }));
  expect(asks()).toBe(true);
  browser.local.isBlocked = false;
  await type("about", "A linnet sings");
  expect([told.isKept, asks()]).toEqual([true, false]);
});

test("a user's drafts are counted, and go with the account; another user's stay", async () => {
  await open({ about: "" });
  await type("about", "A linnet");
  kept.close();
  const other = browser.openTab("bob").open();
  other.type("goats");
  await browser.pass(400);
  const counting = countDrafts(tab.store, "alice");
  const forgetting = forgetDrafts(tab.store, "alice");
  await browser.pass(400);
  await forgetting;
  await browser.pass(400);
  expect(await counting).toBe(1);
  expect(new Set(browser.kept().map(({ user }) => user))).toEqual(new Set(["bob"]));
});
