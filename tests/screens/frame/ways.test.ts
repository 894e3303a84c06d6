// Which panel an address opens, what closing one means, what is said of a way that led nowhere, and of a look.
import { expect, test } from "vitest";
import { generationMessages } from "~/ground/messages";
import { hrefWith } from "~/screens/forms/href-with";
import { panelOf } from "~/screens/frame/panel";
import { nextPoll, readPoll } from "~/screens/browser/poll";
import { typedOf } from "~/screens/forms/typed";
import { isClosing, isNetworkError, wordsOfWay } from "~/screens/browser/network-error";

const at = (path: string) => new URL(path, "http://localhost");

test("the present address with some of its names changed keeps the others", () => {
  const now = { pathname: "/timeline", search: "?week=1&tweet=7" };
  expect(hrefWith(now, { tweet: null })).toBe("/timeline?week=1");
  expect(hrefWith(now, { tweet: null, week: null })).toBe("/timeline");
  expect(hrefWith(now, { tweet: "8", edit: "a b" })).toBe("/timeline?week=1&tweet=8&edit=a+b");
  expect(hrefWith(now, {})).toBe("/timeline?week=1&tweet=7");
});

test.each([
  ["/a?x=1&panel=help", "/a?x=1", true],
  ["/a?x=1&tweet=7&edit=1", "/a?x=1&tweet=7", true],
  ["/a?unlink=7", "/a", true],
  ["/a?slot=7&write=1&checklist=3&done=1", "/a", true],
  ["/a?unlink=7", "/a?panel=sidebar", true],
  ["/a?unlink=7", "/a?panel=help", false],
  ["/a?edit=7", "/a?panel=sidebar", false],
  ["/a?x=1&panel=help", "/a", false],
  ["/a?x=1&panel=help", "/a?x=2", false],
  ["/a?panel=help", "/b", false],
  ["/a", "/a?panel=help", false],
  ["/a?panel=help", "/a?panel=settings", false],
  ["/a?week=1", "/a", false],
])("from %s to %s: something over the page is closed: %s", (from, to, closes) => {
  expect(isClosing(at(from), at(to))).toBe(closes);
});

test("a way that led nowhere is told in the words of its kind", () => {
  const paths = ["/accounts/connect", "/a?panel=sidebar", "/a?panel=help", "/a?active=1", "/a?history=1", "/a"];
  expect(paths.map((path) => `${path}: ${wordsOfWay(at(path))}`)).toMatchInlineSnapshot(`
    [
      "/accounts/connect: 启动Twitter授权失败",
      "/a?panel=sidebar: 网络错误，请重试",
      "/a?panel=help: Network error. Please try again.",
      "/a?active=1: Network error, please try again",
      "/a?history=1: Network error, please try again",
      "/a: Network error. Please try again.",
    ]
  `);
});

test("only what never came is unreached", () => {
  expect(isNetworkError(new TypeError("Failed to fetch"))).toBe(true);
  expect(isNetworkError(new Error("Unable to decode turbo-stream response"))).toBe(true);
  expect(isNetworkError(new Error("Something else"))).toBe(false);
  expect(isNetworkError(new Response())).toBe(false);
  expect(isNetworkError(null)).toBe(false);
});

const panels = ["sidebar", "settings", "help", "login", "register", "left", "success", "password"];
const more = ["password-changed", "everywhere", "leave", "night", "error", "unlink", "toString", ""];

test("each panel opens only for users who may see it", () => {
  const open = (signedIn: boolean, failed: boolean) =>
    [...panels, ...more].filter((panel) => {
      const opened = panelOf({ search: `?panel=${panel}`, signedIn, accounts: [7], failed });
      if (failed && opened === "error") return false;
      expect([panel, null]).toContain(opened);
      return opened !== null;
    });
  const ofAll = ["sidebar", "settings", "help"];
  for (const failed of [false, true]) {
    expect(open(false, failed)).toEqual([...ofAll, "login", "register", "left"]);
    expect(open(true, failed)).toEqual([
      ...ofAll,
      "success",
      "password",
      "password-changed",
      "everywhere",
      "leave",
      "night",
    ]);
  }
  const asked = { signedIn: true, accounts: [7, 8], failed: false };
  expect(panelOf({ ...asked, search: "?unlink=8&panel=help" })).toBe("unlink");
  expect(panelOf({ ...asked, search: "?unlink=9&panel=help" })).toBe("help");
  expect(panelOf({ ...asked, search: "?unlink=9", failed: true })).toBe("error");
  expect(panelOf({ ...asked, search: "?panel=login", failed: true })).toBe("error");
  expect(panelOf({ ...asked, search: "?unlink=" })).toBeNull();
  const lost = { signedIn: false, accounts: [], failed: false, notKept: true };
  expect(panelOf({ ...lost, search: "?panel=success" })).toBe("not-kept");
  expect(panelOf({ ...lost, search: "?panel=login" })).toBe("login");
});

test("a look comes after 1 s, then each 3 s, thirty in all, and says what it saw", () => {
  expect([0, 1, 2, 29, 30, 31].map(nextPoll)).toEqual([1_000, 3_000, 3_000, 3_000, null, null]);
  const shape = { kind: "failed", error: generationMessages.shape, isOver: false };
  expect(readPoll({ data: { status: "pending" } })).toEqual({ kind: "pending" });
  expect(readPoll({ data: { status: "success", batch_id: "b" } })).toEqual({ kind: "done" });
  expect(readPoll({ data: { status: "failed", error: "Ill." } })).toEqual({
    kind: "failed",
    error: "Ill.",
    isOver: true,
  });
  expect(readPoll({ data: { status: "failed" } })).toEqual({
    kind: "failed",
    error: generationMessages.failed,
    isOver: true,
  });
  for (const body of [null, {}, { data: {} }, { data: { status: "success" } }, { data: { status: "strange" } }])
    expect(readPoll(body)).toEqual(shape);
});

test("what was typed is kept, and nothing that is secret", () => {
  const form = new FormData();
  const fields = { intent: "x", email: "a@b.example", password: "secret", newPassword: "secret", topic: "bees" };
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set("file", new Blob(["x"]));
  expect(typedOf(form)).toEqual({ intent: "x", email: "a@b.example", topic: "bees" });
});
