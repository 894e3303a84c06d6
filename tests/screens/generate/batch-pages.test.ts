// /generate once something was asked for: recent topics, the wait, and the tweets of a batch as each becomes another thing.
import { expect } from "vitest";
import { hours, seconds } from "~/ground/time/duration";
import { request, runQueued } from "~/features/generation/generation.server";
import { showcase } from "~/ports/ai/demo/showcase";
import { demoLimits } from "~/ports/ai/refine";
import { makeBatch } from "~tests/support/people/make";
import { type Stage, test } from "../support/people";
import type { Page } from "../support/browse";
import {
  alerts,
  attributes,
  dialogOf,
  headings,
  links,
  nameless,
  offers,
  targets,
  the,
  words,
} from "../support/reading";
import { bring } from "../support/tweet-states";

/** As the screen's form asks for it: for no account by name. */
async function batchOf({ app, alice }: Stage, topic: string) {
  const tweets = await makeBatch(app, alice, null, topic);
  return { id: tweets[0]?.batchId ?? "", tweets };
}

test("recent topics lead to their tweets, five at first and twenty a page", async ({ stage }) => {
  const { app, asAlice, asBob } = stage;
  const ids: string[] = [];
  const add = async (n: number, ms: number) => {
    ids.unshift((await batchOf(stage, `topic ${n}`)).id);
    app.clock.advance(ms);
  };
  /** What is listed, newest first, and the other links of the card. */
  const listOf = ({ document }: Page) => {
    const rows = [...document.querySelectorAll("ul.recent li")];
    const others = links(the(document, "section.card")).filter((href) => !href.includes("batch="));
    return { rows: rows.map((row) => `${links(row).join()} ${words(row)}`), others };
  };
  const row = (n: number, count = 5) =>
    expect.stringMatching(
      new RegExp(`^/generate\\?batch=${ids.at(-n)} topic ${n} ${count} tweets · (Today|Yesterday), `),
    );
  const rows = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, index) => row(from - index));
  for (let n = 1; n <= 4; n += 1) await add(n, hours(5));
  expect(listOf(await asAlice.get("/generate?x=1"))).toEqual({ rows: rows(4, 1), others: [] });
  for (let n = 5; n <= 23; n += 1) await add(n, seconds(1));
  await app.db.deleteFrom("tweets").where("id", "=", 16).execute();
  expect(listOf(await asAlice.get("/generate?x=1"))).toEqual({
    ...{ rows: rows(23, 19), others: ["/generate?x=1&topics=all#topics"] },
  });
  const all = listOf(await asAlice.get("/generate?x=1&topics=all"));
  expect(all).toEqual({ rows: [...rows(23, 5), row(4, 4)], others: [`/generate?x=1&topics=${ids.at(-4)}#topics`] });
  const older = listOf(await asAlice.get(all.others[0] ?? ""));
  expect(older).toEqual({ rows: rows(3, 1), others: ["/generate?x=1&topics=all#topics"] });
  expect((await asBob.get("/generate?topics=all")).html).not.toContain("topic 1");
});

/** The seven days over it, by whose they are, and where they open. */
const daysOf = ({ document }: Page) => [
  words(the(document, ".days-open .days__label")),
  ...links(the(document, ".days-open")),
  attributes(document, ".days-open a", "aria-expanded").join(),
];

/** What stands in place of tweets: the message, and the ways on. */
const missing = ({ title, document }: Page) => {
  expect(document.querySelector("li.tweet, main form")).toBeNull();
  return { title, said: alerts(document).join(), links: links(the(document, ".notice[role=alert]")) };
};
/** The way to another question, and Refresh Timeline History, which is the page again. */
const nowhere = (path: string) => ({
  title: "Results · Linnet",
  said: expect.stringContaining("Failed to load generated tweets"),
  links: ["/generate", path],
});
const notSignedIn = (path: string) => ({
  ...{ title: "Results · Linnet", said: expect.stringContaining("用户未登录"), links: [`${path}&panel=login`] },
});

test("what is asked is waited for, said to be ready once, and told where it failed", async ({ stage }) => {
  const { app, alice, second, asAlice, asBob, guest } = stage;
  const sent = await asAlice.post("/generate", { intent: "generate", topic: " owls at night ", webSearch: "on" });
  const job = new URLSearchParams(sent.to?.split("?")[1]).get("job") ?? "";
  const path = `/generate?job=${job}`;
  expect({ status: sent.status, to: sent.to }).toEqual({ status: 303, to: path });
  expect([...asAlice.cookies.keys()].filter((name) => name.includes("topic"))).toEqual([]);
  app.clock.advance(12_400);
  const waiting = await asAlice.get(`${path}&x=1`);
  expect([waiting.status, waiting.title]).toEqual([200, "owls at night · Results · Linnet"]);
  expect(waiting.html, "without a script it looks again").toContain(
    `<noscript><meta http-equiv="refresh" content="3;url=?job=${job}&amp;x=1"/></noscript>`,
  );
  expect(daysOf(waiting)).toEqual(["This week @alice_one", `${path}&x=1&grid=open`, "false"]);
  const wait = the(waiting.document, "section:has(progress)");
  // Refresh, and Refresh Timeline History: without a script each is the page again.
  expect(links(wait)).toEqual([`${path}&x=1`, `${path}&x=1`]);
  expect(words(the(wait, "[role=timer]"))).toMatch(/^12 s/);
  expect(words(wait)).toContain("AI is generating your tweets");
  expect(attributes(waiting.document, "ul.tweets", "aria-hidden")).toEqual(["true"]);
  expect(waiting.document.querySelector("main form")).toBeNull();

  const bobs = await asBob.get(path);
  expect([missing(bobs), daysOf(bobs)[0]]).toEqual([nowhere(path), "This week @bob_one"]);
  const nobodys = await guest.get(path);
  expect([missing(nobodys), daysOf(nobodys)[0]]).toEqual([notSignedIn(path), "This week No account"]);
  await (
    await runQueued(app)
  ).done;
  const task = await app.db.selectFrom("generation_tasks").select("batch_id").executeTakeFirstOrThrow();
  const batch = `/generate?x=1&batch=${task.batch_id}`;
  const done = await asAlice.get(`${path}&x=1`);
  expect([done.status, done.to]).toEqual([303, batch]);
  const shown = await asAlice.get(batch);
  expect([shown.title, words(the(shown.document, ".toasts"))], "what the page shows is no toast").toEqual([
    ...["owls at night · Results · Linnet", ""],
  ]);
  expect(words(the(shown.document, ".section__head"))).toMatch(
    /^Generated Tweets \(5\).*\$0\.075.*0 of 50 posts today/,
  );
  expect(links(the(shown.document, ".section__head"))).toEqual([batch, `${batch}&schedule=7`]);

  const ask = { userId: alice.user.id, accountId: second.id, topic: "failing words", webSearch: false };
  const failing = await request(app, ask);
  await app.db
    .updateTable("generation_tasks")
    .set({ state: "failed", error: "The writer is ill." })
    .where("id", "=", failing)
    .execute();
  const failed = await asAlice.get(`/generate?job=${failing}`);
  expect([missing(failed), daysOf(failed)[1]]).toEqual([
    {
      title: "failing words · Results · Linnet",
      said: expect.stringMatching(/^The writer is ill\./),
      links: ["/generate?topic=failing+words", `/generate?job=${failing}`],
    },
    `/generate?job=${failing}&grid=open`,
  ]);
  expect(missing(await asAlice.get("/generate?batch=nonsense"))).toEqual(nowhere("/generate?batch=nonsense"));
});

/** A card of the batch as it is read. */
const cardOf = (page: Page, id: number, path: string) => {
  const card = the(page.document, `#tweet-${id}`);
  expect(nameless(card, { "REF-OF-ALICE-ONE": "@alice_one" })).toEqual([]);
  const known = { [`tweetId=${id}`]: "IT", "account=REF-OF-ALICE-ONE": "as one" };
  expect(targets(card).filter((to) => to !== `${path}#tweet-${id}` && to !== path)).toEqual([]);
  return {
    badge: words(the(card, ".badge")),
    offers: offers(card, known),
    links: links(card)
      .map((href) => href.replace(`${path}&`, "").replace(new RegExp(`\\b(tweet|edit)=${id}$`), "$1=IT"))
      .map((href) => (/\/sandbox\/alice_one\/status\/\d+$/.test(href) ? "SANDBOX" : href)),
  };
};
const off = ["post-now IT as one (off)", "add-to-timeline IT as one (off)"];
const refines = ["shorter", "another"].map((one) => `refine-tweet IT do=${one}`);
const pending = {
  badge: "Pending",
  offers: [...[...refines, "ideas do=discard IT"], ...["post-now IT as one", "add-to-timeline IT as one"]],
  links: ["tweet=IT", "edit=IT", "/go-live"],
};
const cards: Record<string, ReturnType<typeof cardOf>> = {
  pending,
  chosen: { badge: "Scheduled", offers: ["post-now IT as one (off)", "take-off IT as one"], links: ["tweet=IT"] },
  lost: { badge: "Publishing", offers: off, links: ["tweet=IT"] },
  published: { badge: "Published", offers: off, links: ["tweet=IT", "SANDBOX"] },
  failed: {
    badge: "Failed",
    offers: ["dismiss IT as one", "ideas do=discard IT", "post-now IT as one", off[1] ?? ""],
    links: ["tweet=IT"],
  },
};

test("each tweet of a batch has its words, its price, its state and its two ways out", async ({ stage }) => {
  const { asAlice, asBob, guest, named } = stage;
  const batch = await batchOf(stage, "bee keeping");
  named[batch.id] = "BATCH";
  const states = Object.keys(cards);
  for (const [index, { id }] of batch.tweets.entries()) await bring(stage, id, states[index] ?? "");
  const path = `/generate?batch=${batch.id}`;
  const shownAt = "/generate?batch=BATCH";
  const page = await asAlice.get(path);
  expect([page.status, page.title, headings(page.document)[0]]).toEqual([
    200,
    "bee keeping · Results · Linnet",
    "bee keeping",
  ]);
  for (const [index, { id, content }] of batch.tweets.entries()) {
    const state = states[index] ?? "";
    expect({ state, ...cardOf(page, id, shownAt) }).toEqual({ state, ...cards[state] });
    const card = words(the(page.document, `#tweet-${id}`));
    for (const one of [content.replace(/\s+/g, " "), "Alice One @alice_one", `${content.length} / of 280`, "$0.015"])
      expect(card).toContain(one);
  }
  expect(words(the(page.document, "#tweet-2"))).toContain("Today, 21:18");
  expect(words(the(page.document, "#tweet-5"))).toMatch(/Publishing failed .*You may not\./);
  expect(page.document.querySelectorAll("li.tweet progress")).toHaveLength(1);
  const again = offers(the(page.document, "main")).filter((one) => one.includes("again"));
  expect(again).toEqual(["refine-tweet do=again batchId=BATCH"]);
  expect(links(the(page.document, ".notice"))).toEqual(["/timeline?tweet=5"]);
  expect(links(the(page.document, ".section__head"))).toEqual([shownAt, `${shownAt}&schedule=7`]);
  expect(words(the(page.document, ".section__head"))).toMatch(
    /\(5\).*\$0\.075.*2 of 50 posts today\. You’ve spent \$0\.03 of your.* 1 pending/,
  );
  expect(missing(await asBob.get(path))).toEqual(nowhere(shownAt));
  expect(missing(await guest.get(path))).toEqual(notSignedIn(shownAt));

  const [first] = batch.tweets;
  const post = (fields: Record<string, string>) =>
    asAlice.post(`${path}&x=1`, { tweetId: String(first?.id), ...fields });
  const refusal = await post({ intent: "post-now", account: stage.his.networkUserId });
  expect([refusal.status, cardOf(refusal, 1, `${shownAt}&x=1`)]).toEqual([404, pending]);
  expect(words(the(refusal.document, "#tweet-1 .tweet__line--refused"))).not.toBe("");
  const sent = await post({ intent: "post-now", account: stage.second.networkUserId });
  expect([sent.status, sent.to]).toEqual([303, `${shownAt}&x=1`]);
  const opened = dialogOf(await asAlice.get(`${path}&tweet=${first?.id}`));
  expect(offers(opened)).toEqual(
    ["post-now", "add-to-timeline"].map((intent) => `${intent} tweetId=1 account=REF-OF-ALICE-TWO (off)`),
  );
  expect(links(opened)[0]).toBe(shownAt);
  expect(links(opened).at(-1)).toBe(`${shownAt}&tweet=1&delete=1`);
  expect((await asAlice.get(`${path}&week=1&slot=2026-11-19T11`)).dialog, "no slot opens here").toBeNull();
});

test("a batch says what it was written with, what it costs, and that it is empty", async ({ stage }) => {
  const { app, asAlice } = stage;
  const { id } = await batchOf(stage, "bee keeping");
  const path = `/generate?batch=${id}`;
  const head = async () => words(the((await asAlice.get(path)).document, ".section__head p"));
  const calm = await head();
  const sources = JSON.stringify([
    { title: "Bees", url: "https://bees.example/a" },
    { title: "", url: "http://bees.example/b" },
    { title: "Bad", url: "javascript:alert(1)" },
  ]);
  const change = (to: object) => app.db.updateTable("batches").set(to).execute();
  await change({ web_search: 1, writer: "gemini", search_suggestions: "<b>more</b>", sources });
  const searched = await asAlice.get(path);
  const lists = [...searched.document.querySelectorAll(".sources")];
  expect(lists).toHaveLength(5);
  for (const list of lists) {
    expect([links(list), words(list)]).toEqual([
      ["https://bees.example/a", "http://bees.example/b"],
      expect.stringMatching(/^2 .* Bees http:\/\/bees\.example\/b$/),
    ]);
    expect(attributes(list, "a", "rel")).toEqual(Array(2).fill("noreferrer nofollow external"));
  }
  const frame = the(searched.document, "iframe");
  expect(["src", "sandbox"].map((name) => frame.getAttribute(name))).toEqual([
    ...[`/generate/suggestions/${id}`, "allow-popups allow-popups-to-escape-sandbox"],
  ]);
  const bySearch = await head();
  await change({ writer: "demo", sources: "[]" });
  const asked = await asAlice.get(path);
  expect(new Set([calm, bySearch, await head()]).size, "each says what it was written with").toBe(3);
  expect(asked.document.querySelector(".sources")).toBeNull();
  await app.db.deleteFrom("tweets").where("id", "!=", 1).execute();
  expect(await head()).toContain("$0.015");
  await app.db.deleteFrom("tweets").execute();
  const none = await asAlice.get(path);
  expect([none.document.querySelector("li.tweet"), links(the(none.document, ".empty"))]).toEqual([
    null,
    ["/generate", path],
  ]);
});

test.for([
  ["searched", { web_search: 1, searched: 1 }, "With web search.", "didn’t search"],
  ["searched nothing", { web_search: 1, searched: 0 }, "Gemini didn’t search the web for these.", "With web search"],
  [
    "is another model and searched nothing",
    { web_search: 1, searched: 0, writer: "compatible", model: "llama3.1:8b" },
    "llama3.1:8b didn’t search the web for these.",
    "Gemini",
  ],
  ["was asked before anybody looked", { web_search: 1, searched: null }, "$0.075", "search"],
  ["was not to search", { web_search: 0, searched: null }, "$0.075", "search"],
] as const)("a batch whose writer %s says so, and claims no search else", async ([, row, says, not], { stage }) => {
  const { app, asAlice } = stage;
  const { id } = await batchOf(stage, "bee keeping");
  await app.db
    .updateTable("batches")
    .set({ writer: "gemini", ...row } as object)
    .execute();
  const head = words(the((await asAlice.get(`/generate?batch=${id}`)).document, ".section__head p"));
  expect(head).toContain(says);
  expect(head).not.toContain(not);
  const topics = (await asAlice.get("/ideas?view=topics")).document;
  expect(words(the(topics, ".topic-row")).includes("Web search")).toBe(row.searched === 1);
});

test.for([
  [{ writer: "gemini" }, "Written by Gemini · 1,240 tokens in, 380 out · about $0.0014 · 6 s"],
  [{ writer: "compatible", cost_micros: 0 }, "Written by told · 1,240 tokens in, 380 out · no API cost · 6 s"],
  [
    { writer: "gemini", cost_micros: null, took_ms: null },
    "Written by Gemini · 1,240 tokens in, 380 out · cost unknown",
  ],
  [{ writer: "gemini", unmetered: 1 }, "Written by Gemini · at least 1,240 tokens in, 380 out · about $0.0014 · 6 s"],
  [{ writer: "demo" }, null],
] as const)(
  "a batch says at its foot, and among the topics, who wrote it and what it took: %j",
  async ([row, line], { stage }) => {
    const { app, asAlice } = stage;
    const { id } = await batchOf(stage, "bee keeping");
    const told = { model: "told", input_tokens: 1_240, output_tokens: 380, cost_micros: 1_322, took_ms: 6_200 };
    await app.db
      .updateTable("batches")
      .set({ ...told, ...row })
      .execute();
    const pages = [
      words((await asAlice.get(`/generate?batch=${id}`)).document.body),
      words((await asAlice.get("/ideas?view=topics")).document.body),
    ];
    for (const page of pages)
      if (line === null) expect(page).not.toContain("tokens");
      else expect(page).toContain(line);
  },
);

test.for([
  [{ cut: 1 }, 3, "3 of 5 tweets. The model stopped early, and these were finished."],
  [{ cut: 1 }, 5, "The model stopped early, and these were finished."],
  [{ cut: 0 }, 3, null],
] as const)("a batch that was cut short says so: %j, %i tweets", async ([row, count, sentence], { stage }) => {
  const { app, asAlice } = stage;
  const { id } = await batchOf(stage, "bee keeping");
  await app.db
    .updateTable("batches")
    .set({ ...row, writer: "gemini" })
    .execute();
  await app.db.deleteFrom("tweets").where("position", ">=", count).execute();
  const head = words(the((await asAlice.get(`/generate?batch=${id}`)).document, ".section__head p"));
  if (sentence === null) expect(head).not.toContain("stopped early");
  else expect(head).toContain(sentence);
  expect(head.includes("of 5 tweets")).toBe(sentence?.startsWith("3 of 5") ?? false);
});

test("the demo writer's example is said to be one", async ({ stage }) => {
  const head = async (topic: string) => {
    const { id } = await batchOf(stage, topic);
    const page = await stage.asAlice.get(`/generate?batch=${id}`);
    return [page.title, words(the(page.document, ".section__head p"))];
  };
  const [title, said] = await head(showcase.topic);
  expect(title).toBe("building a side project after work · Results · Linnet");
  const [cut, other] = await head("a very long topic that would not fit into the title of any page at all");
  expect(cut).toBe("a very long topic that would not fit int… · Results · Linnet");
  expect(said).toContain("Sample tweets, not AI.");
  expect(other).not.toContain("Sample tweets");
});

test("what the demo writer can't do to a tweet isn't offered, is refused in the same words, and what was typed stays", async ({
  stage,
}) => {
  const { app, asAlice } = stage;
  const { id, tweets } = await batchOf(stage, "bee keeping");
  const [path, tweetId] = [`/generate?batch=${id}`, String(tweets[0]?.id)];
  const card = (page: Page) => the(page.document, `#tweet-${tweetId}`);
  const fields = (page: Page) => [...card(page).querySelectorAll("input[name=words]")];
  const offered = (page: Page) =>
    [...card(page).querySelectorAll("button[name=do]")].map((button) => button.getAttribute("value"));
  const shown = await asAlice.get(path);
  expect(words(card(shown))).toContain(demoLimits.refusesRefine);
  expect([offered(shown), fields(shown)]).toEqual([["shorter", "another"], []]);
  const own = { do: "own", words: "as a question" };
  for (const wish of [own, { do: "bolder" }]) {
    const refused = await asAlice.post(path, { intent: "refine-tweet", tweetId, ...wish });
    expect(refused.status).toBe(503);
    expect(words(the(card(refused), ".tweet__line--refused"))).toContain(demoLimits.refusesRefine);
    const typed = fields(refused).map((field) => [field.getAttribute("value"), field.hasAttribute("readonly")]);
    expect(typed).toEqual(wish === own ? [["as a question", true]] : []);
  }
  expect(await app.db.selectFrom("generation_tasks").select("id").where("kind", "=", "refine").execute()).toEqual([]);
});
