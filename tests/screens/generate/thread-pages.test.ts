// What was asked for and is not there yet, or is a thread: who is shown it, and a thread on its one card until it is out.
import { expect } from "vitest";
import { request, runQueued } from "~/features/generation/generation.server";
import { publishDue } from "~/features/publishing/publishing.server";
import { test } from "../support/people";
import type { Browser, Page } from "../support/browse";
import { attributes, dialogOf, links, nameless, offers, the, words, wrong } from "../support/reading";

test("a task and its tweets are shown to the person who asked, and a guest learns nothing of them", async ({
  stage,
}) => {
  const { app, alice, asAlice, asBob, guest, second } = stage;
  const ask = { userId: alice.user.id, accountId: second.id, topic: "owls at night", webSearch: false };
  const job = await request(app, ask);
  const shows = async (who: Browser, path: string) => (await who.get(path)).html.includes("owls at night");
  const wait = `/generate?job=${job}`;
  expect([await shows(asAlice, wait), await shows(asBob, wait), await shows(guest, wait)]).toEqual([
    true,
    false,
    false,
  ]);
  await (
    await runQueued(app)
  ).done;
  const { to } = await asAlice.get(wait);
  const batch = to ?? "";
  expect([await shows(asAlice, batch), await shows(asBob, batch), await shows(guest, batch)]).toEqual([
    true,
    false,
    false,
  ]);
  const mainOf = ({ document }: Page) => the(document, "main").outerHTML;
  const nowhere = mainOf(await guest.get("/generate?job=nonsense"));
  for (const path of [wait, batch]) {
    const page = await guest.get(path);
    expect([page.status, page.to, page.title]).toEqual([200, null, "Results · Linnet"]);
    expect(
      mainOf(page).replaceAll(path.replace(/&/g, "&amp;"), "/generate?job=nonsense"),
      "as of one that never was",
    ).toBe(nowhere);
    expect(words(the(page.document, ".notice"))).toContain("用户未登录");
  }
});

/** What became of each part of the thread on the page. */
const partsOf = ({ document }: Page): string[] =>
  [...document.querySelectorAll("ol.journal > li")].map((part, n) => {
    const [, at, state = ""] = /^(\d)\/4 · (\w+)/.exec(words(part)) ?? [];
    expect(at).toBe(String(n + 1));
    return state;
  });

test("a thread is asked for by its number of parts, waited for, and shown whole on one card", async ({ stage }) => {
  const { app, alice, second, asAlice, guest } = stage;
  const chosen = ({ document }: Page) => attributes(document, "[name=parts] option[selected]", "value").join();
  for (const parts of ["2", "11", "4.5", "many"]) {
    const refusal = await asAlice.post("/generate?x=1", { intent: "generate", topic: "bees", parts });
    expect([refusal.status, wrong(refusal.document)]).toEqual([
      422,
      [expect.objectContaining({ alert: expect.stringMatching(/3 to 10/) })],
    ]);
  }
  await guest.post("/generate", { intent: "generate", topic: "bees", parts: "6" });
  expect(chosen(await guest.get("/generate"))).toBe("6");
  expect(chosen(await guest.get("/generate?topic=wasps"))).toBe("");

  const sent = await asAlice.post("/generate", { intent: "generate", topic: "bees", parts: "4" });
  const job = new URLSearchParams(sent.to?.split("?")[1]).get("job") ?? "";
  const waiting = await asAlice.get(`/generate?job=${job}`);
  expect(waiting.document.querySelectorAll("section progress")).toHaveLength(1);
  await (
    await runQueued(app)
  ).done;
  const task = await app.db.selectFrom("generation_tasks").selectAll().executeTakeFirstOrThrow();
  expect(task).toMatchObject({ format: "thread", parts: 4, state: "success" });
  await asAlice.get(`/generate?job=${job}`);
  const path = `/generate?batch=${task.batch_id}`;
  const page = await asAlice.get(path);
  const ready = the(page.document, "li.tweet");
  const [first] = await app.db.selectFrom("tweets").select("id").orderBy("part_no").execute();
  const id = String(first?.id);
  const own = `tweetId=${id} account=REF-OF-ALICE-ONE parts=4`;
  expect(offers(ready), "nothing refines it, and its parts are sent").toEqual([
    ...[`ideas do=discard tweetId=${id}`, `post-now ${own}`, `add-to-timeline ${own}`],
  ]);
  expect(links(ready)).toEqual([`${path}&tweet=${id}`, `${path}&tweet=${id}&edit=1`]);
  expect(nameless(ready, { "REF-OF-ALICE-ONE": "@alice_one" })).toEqual([]);
  expect(offers(the(page.document, "main")), "nothing is written again").toEqual(offers(ready));
  expect(links(the(page.document, ".section__head"))).toEqual([path]);
  expect(words(the(ready, ".tweet__meta"))).toMatch(/^\$0\.06 /);
  expect(partsOf(page)).toEqual(Array(4).fill("Pending"));
  expect(words(the(page.document, ".toasts")), "what the page shows is no toast").toBe("");
  const plan = dialogOf(await asAlice.get(`${path}&schedule=7`));
  expect(offers(plan).filter((one) => one.startsWith("schedule"))).toEqual([]);
  expect(words(the(plan, "li.moment small")), "it says why").not.toBe("");

  const account = second.networkUserId;
  const fields = { intent: "post-now", tweetId: id, account };
  for (const seen of [{}, { parts: "3" }] as Record<string, string>[]) {
    const refusal = await asAlice.post(`${path}&x=1`, { ...fields, ...seen });
    expect([refusal.status, words(the(refusal.document, "main"))]).toEqual([
      409,
      expect.stringMatching(/starts a thread of 4 parts, \$0\.06/),
    ]);
  }
  await asAlice.post(`${path}&x=1`, { ...fields, parts: "4" });
  for (let n = 0; n < 4; n += 1) {
    const shown = await asAlice.get(path);
    if (n === 0) {
      const card = the(shown.document, "li.tweet");
      expect(partsOf(shown)).toEqual(["Published", "Scheduled", "Pending", "Pending"]);
      expect(offers(card)).toEqual([`steer-thread tweetId=${id} do=stop`]);
      const [edit, post = "", answered, open] = links(card);
      expect([edit, open]).toEqual([`${path}&tweet=${id}&edit=1`, `${path}&tweet=${id}`]);
      expect([post, answered], "the rest answers what is out").toEqual(
        Array(2).fill(expect.stringMatching(/\/alice_two\/status\//)),
      );
      expect(answered).toBe(post);
      const rest = [...card.querySelectorAll("textarea")].map(({ value, readOnly }) => [value, readOnly]);
      const all = await app.db.selectFrom("tweets").select("content").orderBy("part_no").execute();
      expect(rest).toEqual(all.slice(1).map(({ content }) => [content, true]));
      expect(card.querySelectorAll("progress")).toHaveLength(1);
    }
    app.clock.advance(6_000);
    await (
      await publishDue(app)
    ).done;
  }
  const out = await asAlice.get(path);
  const card = the(out.document, "li.tweet");
  expect([partsOf(out), offers(card)]).toEqual([Array(4).fill("Published"), []]);
  expect(words(the(card, ".tweet__head"))).toMatch(/Alice Two @alice_two Published$/);
  const posts = links(card).filter((href) => /\/alice_two\/status\//.test(href));
  expect([posts.length, new Set(posts).size, links(card).at(-1)]).toEqual([5, 4, `${path}&tweet=${id}`]);
  const parts = await app.db.selectFrom("tweets").select(["account_id", "state"]).execute();
  expect(parts).toEqual(Array(4).fill({ account_id: second.id, state: "published" }));
  expect(alice.user.id).toBe(task.user_id);
});

test("a thread that failed is asked for again with its number of parts", async ({ stage }) => {
  const { app, alice, second, asAlice } = stage;
  const ask = { userId: alice.user.id, accountId: second.id, topic: "failing words", webSearch: false, parts: 7 };
  const failing = await request(app, ask);
  await app.db.updateTable("generation_tasks").set({ state: "failed", error: "The writer is ill." }).execute();
  const failed = await asAlice.get(`/generate?job=${failing}`);
  expect(failed.html).toContain('href="/generate?topic=failing+words&amp;parts=7"');
});
