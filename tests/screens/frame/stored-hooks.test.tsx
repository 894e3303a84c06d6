// What a browser keeps of its person, and what it hears and tells of: other tabs, its own key, the tasks of its tweets.
import { expect, test as base } from "vitest";
import { keys } from "~/screens/browser/store";
import { useBatchStore } from "~/screens/browser/use-batch-store";
import { useOtherTabs } from "~/screens/browser/use-other-tabs";
import { useReloads } from "~/screens/browser/use-reload";
import { useStoredTask } from "~/screens/browser/use-stored-task";
import { useStoredUser } from "~/screens/browser/use-stored-user";
import { type Page, withPage } from "../support/hooked";

const test = base.extend<{ page: Page }>({ page: ({ task: _ }, give) => withPage(give) });

const alice = { user_id: "alice", api_key: "key", email: "alice@linnet.example", timezone: "Europe/Berlin" };
const signedIn = (page: Page) => page.stored.set(keys.user, JSON.stringify(alice));
const json = (body: unknown) => Response.json(body);

function Tabs(props: { userId: string | null; accounts: object[]; linked: boolean }) {
  useReloads(undefined);
  useOtherTabs(props.userId, props.accounts as never, props.linked);
  return null;
}
const account = { id: 1, isDefault: true, status: "active" };

test("what another tab tells is read anew, and nothing else that is stored", async ({ page }) => {
  await page.show(Tabs, { userId: "alice", accounts: [account], linked: false });
  const told = async (key: string | null, newValue: string | null = null): Promise<number> => {
    const before = page.reloads;
    await page.dispatch("storage", { key, newValue });
    return page.reloads - before;
  };
  expect(await told(keys.accountChanged)).toBe(1);
  expect(await told(keys.tasks)).toBe(1);
  expect(await told(keys.lastUser, "alice")).toBe(0);
  expect(await told(keys.lastUser, "bob")).toBe(1);
  expect(await told(keys.lastUser)).toBe(1);
  expect(await told(keys.user)).toBe(0);
  expect(await told(keys.tweets)).toBe(0);
  await page.dispatch(keys.accountChanged);
  expect(page.reloads).toBe(5);
  await page.leave();
  await page.dispatch("storage", { key: keys.accountChanged });
  await page.dispatch(keys.accountChanged);
  expect(page.reloads).toBe(5);
});

test("a change of the accounts is told to the other tabs, unless it was heard of from one", async ({ page }) => {
  const show = (change: object = {}, more: object = {}) =>
    page.show(Tabs, { userId: "alice", accounts: [{ ...account, ...change }], linked: false, ...more });
  const isTold = () => page.stored.delete(keys.accountChanged);
  await show();
  expect(isTold()).toBe(false);
  for (const change of [{ isDefault: false }, { status: "paused" }, { id: 2 }]) {
    await show(change);
    expect(isTold(), JSON.stringify(change)).toBe(true);
  }
  await show({ id: 2, displayName: "Another" });
  expect(isTold()).toBe(false);
  await page.dispatch("storage", { key: keys.accountChanged });
  await show();
  expect(isTold(), "heard of").toBe(false);
  await show({ id: 3 });
  expect(isTold(), "after that").toBe(true);
  await show({ id: 4 }, { userId: "bob" });
  expect(isTold(), "of somebody else").toBe(false);
  await page.leave();
  await show({}, { linked: true });
  expect(isTold(), "just linked").toBe(true);
});

function Stored({ user }: { user: { id: string } | null }) {
  useReloads(undefined);
  useStoredUser(user);
  return null;
}

const here = Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";
const asksForKey = `/session/key?${String(new URLSearchParams({ timezone: here }))}`;

test("a browser asks for its own key once somebody is signed in, and tells where it is", async ({ page }) => {
  page.answer = (path) =>
    path === asksForKey ? json({ ...alice, timezone: "Asia/Tokyo" }) : json({ data: { timezone: here } });
  await page.show(Stored, { user: null });
  expect(page.fetched).toEqual([]);
  await page.show(Stored, { user: { id: "alice" } });
  await page.pass(10);
  expect(page.fetched).toEqual([
    `POST ${asksForKey}`,
    `POST /api/questions/set-timezone/alice?${String(new URLSearchParams({ timezone: here }))}`,
  ]);
  expect(page.reloads, "the zone has changed").toBe(1);
  expect(JSON.parse(page.stored.get(keys.user) ?? "")).toEqual({ ...alice, timezone: here });
  expect(page.stored.get(keys.lastUser)).toBe("alice");
  await page.show(Stored, { user: { id: "bob" } });
  await page.pass(10);
  expect(page.fetched.slice(2), "bob asks for his own").toContain(`POST ${asksForKey}`);
  await page.show(Stored, { user: null });
  expect(page.stored.has(keys.user)).toBe(false);
});

test("a guess that the server does not take reads the page once more, and one that it has already nothing", async ({
  page,
}) => {
  const chosen = "Asia/Tokyo";
  page.answer = (path) =>
    path === asksForKey ? json({ ...alice, timezone: chosen }) : json({ data: { timezone: chosen } });
  await page.show(Stored, { user: { id: "alice" } });
  await page.pass(10);
  // The page may have a question now.
  expect([page.fetched.length, page.reloads]).toEqual([2, 1]);
  await page.leave();
  page.stored.clear();
  page.answer = () => json({ ...alice, timezone: here });
  await page.show(Stored, { user: { id: "alice" } });
  await page.pass(10);
  expect([page.fetched.length, page.reloads]).toEqual([3, 1]);
});

const tasksOf = (page: Page) => JSON.parse(page.stored.get(keys.tasks) ?? "{}") as Record<string, unknown>;
const task = (id: number) => ({ id, status: "publishing", publishType: "immediate" });

function Batch(props: { id: string | null; shown: { id: number; status: string; whenIso: null }[]; has: boolean[] }) {
  useBatchStore(props.id, props.shown);
  props.has.push(useStoredTask(7));
  return null;
}

test("what a closed tab left of a tweet that is pending is forgotten where the server can't be asked", async ({
  page,
}) => {
  const has: boolean[] = [];
  page.stored.set(keys.tasks, JSON.stringify({ 7: task(7), 8: task(8), 9: task(9) }));
  const shown = [
    { id: 7, status: "pending", whenIso: null },
    { id: 8, status: "publishing", whenIso: null },
  ];
  await page.show(Batch, { id: null, shown, has });
  await page.pass(10);
  expect([has.at(-1), page.fetched.length]).toEqual([true, 0]);
  await page.show(Batch, { id: "b", shown, has });
  await page.pass(10);
  expect(Object.keys(tasksOf(page))).toEqual(["8", "9"]);
  expect(has.at(-1)).toBe(false);
});

test("the batch is fetched once a key has come, a press has failed, or a tweet has changed", async ({ page }) => {
  signedIn(page);
  page.answer = () => json({ data: [] });
  const shown = [{ id: 7, status: "pending", whenIso: null }];
  await page.show(Batch, { id: "b", shown, has: [] });
  await page.show(Batch, { id: "b", shown: [...shown], has: [] });
  await page.pass(10);
  expect(page.fetched).toEqual(["GET /api/questions/batch/b"]);
  for (const name of [keys.user, keys.tasks]) await page.dispatch(name);
  expect(page.fetched).toHaveLength(3);
  await page.show(Batch, { id: "b", shown: [{ id: 7, status: "published", whenIso: null }], has: [] });
  expect(page.fetched).toHaveLength(4);
  await page.show(Batch, { id: "c", shown, has: [] });
  expect(page.fetched.at(-1)).toBe("GET /api/questions/batch/c");
  await page.leave();
  await page.dispatch(keys.user);
  expect(page.fetched).toHaveLength(5);
});

test("a task that another tab writes or clears is seen, and another key is not looked at", async ({ page }) => {
  const has: boolean[] = [];
  await page.show(Batch, { id: null, shown: [], has });
  for (const [key, isThere] of [
    [keys.tasks, true],
    [null, false],
    [keys.tasks, true],
  ] as const) {
    if (isThere) page.stored.set(keys.tasks, JSON.stringify({ 7: task(7) }));
    else page.stored.clear();
    await page.dispatch("storage", { key });
    expect(has.at(-1)).toBe(isThere);
  }
});
