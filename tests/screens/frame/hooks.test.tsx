// What the page does by itself: looking again, reading anew, waiting for a generation.
import { beforeEach, expect, test as base } from "vitest";
import { keys } from "~/screens/browser/store";
import { useGeneration } from "~/screens/generate/use-generation";
import { reload, useReloads } from "~/screens/browser/use-reload";
import { useWatch } from "~/screens/browser/use-watch";
import { useWayBack } from "~/screens/browser/use-way-back";
import { wentOnline, wentOffline, wentStale } from "~/ui/connectivity";
import { type Page, withPage } from "../support/hooked";

const test = base.extend<{ page: Page }>({ page: ({ task: _ }, give) => withPage(give) });
beforeEach(() => wentOnline());

const alice = { user_id: "alice", api_key: "key", email: "alice@linnet.example", timezone: "Europe/Berlin" };
const signedIn = (page: Page) => page.stored.set(keys.user, JSON.stringify(alice));
const json = (body: unknown, status = 200) => Response.json(body, { status });
/** How often the page was read anew in each of these stretches of time. */
async function readsIn(page: Page, ...stretches: number[]): Promise<number[]> {
  const reads = [];
  for (const ms of stretches) {
    const before = page.reloads;
    await page.pass(ms);
    reads.push(page.reloads - before);
  }
  return reads;
}

function Watching({ on }: { on: boolean }) {
  useReloads(undefined);
  useWatch(on);
  return null;
}

test("a page on which something is being published looks after 1 s and then each 3 s, thirty times", async ({
  page,
}) => {
  await page.show(Watching, { on: false });
  expect(await readsIn(page, 60_000)).toEqual([0]);
  await page.show(Watching, { on: true });
  expect(await readsIn(page, 999, 1, 2_999, 1, 2_999, 1)).toEqual([0, 1, 0, 1, 0, 1]);
  await readsIn(page, ...Array.from({ length: 27 }, () => 3_000));
  expect(page.reloads).toBe(30);
  expect(await readsIn(page, 60_000)).toEqual([0]);
  await page.show(Watching, { on: false });
  await page.show(Watching, { on: true });
  await page.show(Watching, { on: false });
  expect(await readsIn(page, 60_000)).toEqual([0]);
});

function Away() {
  useReloads(undefined);
  useWayBack();
  return null;
}

test("a page whose server is away looks ever more seldom, at once when the line is back, and no more after", async ({
  page,
}) => {
  await page.show(Away, {});
  expect(await readsIn(page, 60_000)).toEqual([0]);
  await page.dispatch("online");
  expect(page.reloads).toBe(0);
  for (const away of [() => wentStale(""), () => wentOffline("")]) {
    page.reloads = 0;
    await page.does(away);
    expect(await readsIn(page, 2_999, 1, 5_999, 1, 11_999, 1, 23_999, 1, 29_999, 1, 29_999, 1)).toEqual([
      ...[0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1],
    ]);
    await page.dispatch("online");
    expect(page.reloads).toBe(7);
    await page.does(wentOnline);
    expect(await readsIn(page, 60_000)).toEqual([0]);
    await page.dispatch("online");
    expect(page.reloads).toBe(7);
  }
});

function Reading({ shown, told }: { shown?: object | null; told?: object }) {
  useReloads(shown, told);
  return null;
}

test("what asks together is read once, and what asks in the middle of a reading waits for its end", async ({
  page,
}) => {
  await page.show(Reading, {});
  await page.does(() => {
    reload();
    reload();
  });
  expect(page.reloads).toBe(1);
  for (const busy of [
    { navigation: { state: "loading" }, revalidation: "idle" },
    { navigation: { state: "idle" }, revalidation: "loading" },
  ]) {
    page.reloads = 0;
    Object.assign(page.router.state, busy);
    await page.does(reload);
    await page.does(page.router.changed);
    expect(page.reloads).toBe(0);
    Object.assign(page.router.state, { navigation: { state: "idle" }, revalidation: "idle" });
    await page.does(page.router.changed);
    await page.does(page.router.changed);
    expect(page.reloads).toBe(1);
  }
  await page.leave();
  await page.does(reload);
  expect(page.reloads).toBe(1);
});

test("what asks before the page shows what was read last waits for that: it may be told there alone", async ({
  page,
}) => {
  const read = { flash: { message: "5 tweets are ready" } };
  await page.show(Reading, {});
  page.router.state.loaderData = { root: read };
  await page.does(reload);
  await page.does(page.router.changed);
  expect(page.reloads).toBe(0);
  await page.show(Reading, { shown: read });
  expect(page.reloads).toBe(1);
  await page.does(page.router.changed);
  expect(page.reloads).toBe(1);
});

test("what asks before the page shows what a form came to waits for that", async ({ page }) => {
  const answer = { ok: false, error: "Network error. Please try again." };
  await page.show(Reading, {});
  page.router.state.actionData = { "routes/timeline": answer };
  await page.does(reload);
  await page.does(page.router.changed);
  expect(page.reloads).toBe(0);
  await page.show(Reading, { told: answer });
  expect(page.reloads).toBe(1);
});

test("a page that can't be shown since a script of it is out of reach is read anew all the same", async ({ page }) => {
  await page.show(Reading, {});
  page.router.state.loaderData = { root: {} };
  await page.does(reload);
  expect(page.reloads).toBe(0);
  await page.show(Reading, { shown: null });
  expect(page.reloads).toBe(1);
});

function Waiting({ task, isIn, said }: { task: string | null; isIn: boolean; said: (string | null)[] }) {
  useReloads(undefined);
  said.push(useGeneration(task, isIn)?.error ?? null);
  return null;
}

test("a generation is looked at until it is done, and then the page is read once", async ({ page }) => {
  const said: (string | null)[] = [];
  const looks = [{ status: "pending" }, { status: "pending" }, { status: "success", batch_id: "b" }];
  page.answer = () => json({ data: looks.shift() });
  await page.show(Waiting, { task: "7", isIn: true, said });
  expect(await readsIn(page, 30_000)).toEqual([0]);
  expect(page.fetched, "no key yet: nothing is sent").toEqual([]);
  signedIn(page);
  await page.pass(1_000);
  expect(page.fetched).toEqual(["GET /api/questions/task-status/7"]);
  expect(await readsIn(page, 2_999, 1, 2_999, 1)).toEqual([0, 0, 0, 1]);
  expect(await readsIn(page, 60_000)).toEqual([0]);
  expect(page.fetched).toHaveLength(3);
  expect(new Set(said)).toEqual(new Set([null]));
});

test.for([
  ["fails", [json({ data: { status: "failed", error: "The writer is ill." } })], 1_000, "The writer is ill."],
  ["is refused three times", [1, 2, 3].map(() => json({ detail: "Not yours." }, 403)), 7_000, "Not yours."],
  ["never ends", Array.from({ length: 40 }, () => json({ data: { status: "pending" } })), 88_000, null],
] as const)("a generation that %s is told", async ([, answers, before, sentence], { page }) => {
  const said: (string | null)[] = [];
  const left = [...answers];
  signedIn(page);
  page.answer = () => left.shift() ?? json(null, 500);
  await page.show(Waiting, { task: "7", isIn: true, said });
  await page.pass(before - 1);
  expect(said.at(-1)).toBeNull();
  await page.pass(1);
  if (sentence !== null) expect(said.at(-1)).toBe(sentence);
  else {
    expect(page.fetched).toHaveLength(30);
    expect(said.at(-1)).toMatchInlineSnapshot(`"Generation timeout. Please try again."`);
  }
  const asked = page.fetched.length;
  await page.pass(60_000);
  expect(page.fetched).toHaveLength(asked);
  await page.show(Waiting, { task: null, isIn: true, said });
  expect(said.at(-1)).toBeNull();
});

test("two lost answers in a row are no reason to give up; three are, and one good one counts anew", async ({
  page,
}) => {
  const said: (string | null)[] = [];
  signedIn(page);
  const lost = () => {
    throw new TypeError("Failed to fetch");
  };
  const turns = [lost, lost, () => json({ data: { status: "pending" } }), lost, lost, lost];
  page.answer = () => (turns.shift() ?? lost)();
  await page.show(Waiting, { task: "7", isIn: true, said });
  await page.pass(13_000);
  expect(said.at(-1)).toBeNull();
  await page.pass(3_000);
  expect(said.at(-1)).toMatchInlineSnapshot(`"Failed to get generation results"`);
  await page.show(Waiting, { task: "8", isIn: false, said });
  expect(said.at(-1)).toMatchInlineSnapshot(`"用户未登录"`);
  const asked = page.fetched.length;
  await page.pass(60_000);
  expect(page.fetched).toHaveLength(asked);
});

test("a generation that was lost is looked at again with the server’s next answer", async ({ page }) => {
  const said: (string | null)[] = [];
  signedIn(page);
  let isAway = true;
  page.answer = () => {
    if (isAway) throw new TypeError("Failed to fetch");
    return json({ data: { status: "pending" } });
  };
  await page.show(Waiting, { task: "7", isIn: true, said });
  await page.pass(7_000);
  expect(said.at(-1)).toBe("Failed to get generation results");
  const asked = page.fetched.length;
  await page.pass(60_000);
  expect(page.fetched).toHaveLength(asked);
  isAway = false;
  await page.does(wentOnline);
  expect(said.at(-1)).toBeNull();
  await page.pass(1_000);
  expect(page.fetched).toHaveLength(asked + 1);
});

test("a page that is left asks nothing more of its generation", async ({ page }) => {
  signedIn(page);
  page.answer = () => json({ data: { status: "pending" } });
  await page.show(Waiting, { task: "7", isIn: true, said: [] });
  await page.pass(1_000);
  await page.leave();
  await page.pass(60_000);
  expect(page.fetched).toHaveLength(1);
});
