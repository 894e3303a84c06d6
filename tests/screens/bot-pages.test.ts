// /product-analyse and /bot in each of their states: the question, an analysis, its bot, the lists, the four steps.
import { expect } from "vitest";
import { hours } from "~/ground/time/duration";
import { analyse } from "~/features/analysis/analysis.server";
import { giveConsent, runBots, startBot, stopBot } from "~/features/bots/bots.server";
import { changeAccount } from "~/features/accounts/accounts.server";
import { makeStage, sectionsWith, type Stage, test } from "./album";

const sailing = "A booking page for small sailing schools. Unlike a newsletter it fills 9 of 10 seats. Try it free.";
const tea = "One tea a month with a brewing card, for people who like the ritual. 1,200 subscribers. Start today.";
const write = async ({ app }: Stage) => (await runBots(app)).done;

const start = async (stage: Stage, words: string, { review = false, as = stage.second } = {}) => {
  const { id } = await analyse(stage.app, stage.alice.user.id, words);
  const ask = { userId: stage.alice.user.id, analysisId: id, account: as.networkUserId, review };
  stage.app.clock.advance(1_000);
  await startBot(stage.app, ask);
  return id;
};

test("the question about a product, to a guest and to who has asked before", async ({ stage, album }) => {
  const { app, alice, asAlice, asBob, guest } = stage;
  album.add("a guest", (await guest.get("/product-analyse")).main);
  album.add("bob", (await asBob.get("/product-analyse")).main);
  for (const query of ["?example=nonsense", "?example=tea", "?test=2"])
    album.add(query, (await asBob.get(`/product-analyse${query}`)).show("textarea", "h1"));
  const names = [...(await asBob.get("/product-analyse")).html.matchAll(/example=([\w-]+)/g)].map(([, name]) => name);
  for (const name of names)
    album.add(`example ${name}`, (await asBob.get(`/product-analyse?example=${name}`)).show("textarea"));
  const ids: number[] = [];
  for (let n = 1; n <= 6; n += 1) {
    ids.push((await analyse(app, alice.user.id, `${n}. ${sailing}`)).id);
    app.clock.advance(hours(9));
  }
  await app.db
    .updateTable("analyses")
    .set({ state: "failed", error: "Ill.", quality_tenths: null, summary: "" })
    .where("id", "=", 5)
    .execute();
  album.add("alice, who has asked six times", (await asAlice.get("/product-analyse")).main);
  for (const [title, who, query] of [
    ["a guest at hers", guest, `?analysis=${ids[0]}`],
    ["bob at hers", asBob, `?analysis=${ids[0]}`],
    ["nonsense", asAlice, "?analysis=x"],
    ["none", asAlice, "?analysis=999"],
  ] as const) {
    const page = await who.get(`/product-analyse${query}`);
    album.add(title, page.title, page.show("h1", ".notice"));
  }
  for (const content of ["", "short", "x".repeat(9_999)]) {
    const page = await asAlice.post("/product-analyse?x=1", { intent: "analyse", content });
    album.add(`of ${content.length}`, page.status, page.show(".notice", "form").replaceAll(content || "-", "…"));
  }
  const byGuest = await guest.post("/product-analyse?x=1", { intent: "analyse", content: tea });
  album.add("by a guest", byGuest.status, byGuest.show(".notice", "textarea"));
  const done = await asAlice.post("/product-analyse?x=1", { intent: "analyse", content: `${tea}\r\nTwice.` });
  album.add("done", done.status, done.to, (await asAlice.get(done.to ?? "")).show(".toasts"));
  await album.matches("analyse-input");
});

test("an analysis shows what came of it and its bot, from before the first start on", async ({ stage, album }) => {
  const { app, alice, asAlice, second } = stage;
  const { id } = await analyse(app, alice.user.id, sailing);
  const path = `/product-analyse?analysis=${id}`;
  const page = await asAlice.get(path);
  album.add("new", page.title, page.main);
  const shot = async (title: string, query = "") => {
    const shown = await asAlice.get(`${path}${query}`);
    album.add(title, sectionsWith(shown.show("section"), "Bot Control"), shown.show(".notice"), shown.over);
  };
  const form = { intent: "start-bot", analysisId: String(id), as: "@alice_two" };
  const asked = await asAlice.post(path, form);
  album.add("started: first the checklist", asked.status, asked.to);
  album.add("the checklist", (await asAlice.get(asked.to ?? "")).over);
  album.add(
    "bob at it",
    (await stage.asBob.get(asked.to ?? "")).over,
    (await stage.asBob.get(asked.to ?? "")).show("h1"),
  );
  await shot("the checklist of bob's account", `&checklist=${id}%40bob_one`);
  const half = await asAlice.post(asked.to ?? "", { ...form, checklist: "1", label: "on" });
  album.add("half of it", half.status, half.over);
  const all = { ...form, checklist: "1", label: "on", bio: "on", owner: "on", review: "on" };
  const started = await asAlice.post(asked.to ?? "", all);
  album.add("all of it", started.status, started.to);
  await shot("started", "&did=started");
  await write(stage);
  await shot("proposing");
  await shot("the proposal is edited", "&edit=1");
  await shot("another tweet is not", "&edit=2");
  for (const [intent, fields] of [
    ["approve-tweet", { tweetId: "x" }],
    ["reject-tweet", { tweetId: "999" }],
    ["edit-tweet", { tweetId: "1", content: "word ".repeat(60) }],
    ["stop-bot", { analysisId: "x" }],
    ["start-bot", { analysisId: "", as: "" }],
    ["start-bot", { analysisId: "999", as: "" }],
    ["start-bot", { analysisId: String(id), as: "@bob_one" }],
    ["review-bot", { analysisId: "999" }],
    ["teach-bot", { analysisId: "999", learn: "on" }],
    ["analyse-again", { analysisId: "999" }],
  ] as [string, Record<string, string>][]) {
    const refusal = await asAlice.post(`${path}&edit=1`, { intent, ...fields });
    album.add(
      `${intent} ${JSON.stringify(fields)}`,
      refusal.status,
      refusal.show(".notice", "textarea", ".field__hint"),
    );
  }
  for (const [intent, fields] of [
    ["edit-tweet", { tweetId: "1", content: "Better words.\r\nTwo lines." }],
    ["approve-tweet", { tweetId: "1" }],
    ["review-bot", { analysisId: String(id), review: "on" }],
    ["review-bot", { analysisId: String(id) }],
    ["teach-bot", { analysisId: String(id), learn: "on" }],
    ["teach-bot", { analysisId: String(id) }],
    ["stop-bot", { analysisId: String(id) }],
    ["analyse-again", { analysisId: String(id) }],
  ] as [string, Record<string, string>][]) {
    const came = await asAlice.post(`${path}&edit=1&x=1`, { intent, ...fields });
    const shown = await asAlice.get(came.to ?? "");
    album.add(`${intent} ${JSON.stringify(fields)}`, came.status, came.to, shown.show(".toasts", ".notice"));
  }
  await shot("stopped", "&did=stopped");
  await shot("did something else", "&did=nonsense");
  await startBot(app, { userId: alice.user.id, analysisId: id, account: second.networkUserId, review: false });
  await changeAccount(app.db, second.id, { status: "paused", paused_by: "person", status_reason: "Paused by you." });
  await shot("its account is paused");
  await changeAccount(app.db, second.id, { status: "active", paused_by: null, status_reason: null });
  const held = { lease_token: "held", lease_until: app.clock.now() + hours(1) };
  for (const change of [
    { state: "failed", error: "The judge is ill.", quality_tenths: null },
    { state: "pending", error: null, quality_tenths: null, ...held },
  ] as const) {
    await app.db.updateTable("analyses").set(change).execute();
    album.add(`the analysis is ${change.state}`, (await asAlice.get(path)).main);
  }
  const again = await asAlice.post(`${path}&x=1`, { intent: "analyse-again", analysisId: String(id) });
  album.add("once more while it is running", again.status, again.show(".notice", "form"));
  await album.matches("analysis");
});

test("the lists of bots, by page, of nobody else's", async ({ stage, album }) => {
  const { app, asAlice, asBob } = stage;
  const first = await start(stage, sailing);
  await start(stage, tea, { as: stage.first });
  await stopBot(app, stage.alice.user.id, first);
  await write(stage);
  const path = `/product-analyse?analysis=${first}`;
  for (const query of [
    "&active=1",
    "&history=1",
    "&active=1&history=1&did=started",
    "&active=2",
    "&history=1&from=x",
  ]) {
    const page = await asAlice.get(`${path}${query}`);
    album.add(query, sectionsWith(page.show("section"), "Bot "), page.show("h2"));
  }
  album.add("bob's, in test mode", (await asBob.get("/product-analyse?test=1&active=1&history=1")).show("section"));
  const row = await app.db.selectFrom("analyses").selectAll().where("id", "=", first).executeTakeFirstOrThrow();
  const { id: _, ...copy } = row;
  await app.db
    .insertInto("analyses")
    .values(Array.from({ length: 103 }, (_, n) => ({ ...copy, content: `copy ${n}` })))
    .execute();
  for (const from of ["0", "50", "100", "20"]) {
    const page = await asAlice.get(`${path}&history=1&from=${from}`);
    const links = [
      ...page.html.matchAll(/<a [^>]*href="([^"]*from=[^"]*|[^"]*history=1)"[^>]*>(?:<svg.*?<\/svg>)?(\w+)/g),
    ];
    album.add(
      `from ${from}`,
      links.map(([, to, words]) => `${words} ${to}`).join("\n"),
      page.html.split("copy ").length,
    );
  }
  await app.db.updateTable("analyses").set({ tags: "not JSON" }).where("id", "!=", first).execute();
  album.add("the history can't be read", (await asAlice.get(`${path}&history=1`)).show(".notice", "h2"));
  album.add("the active can't be read", (await asAlice.get(`${path}&active=1`)).show(".notice", "h2"));
  await album.matches("bot-lists");
});

test("/bot shows the person's bots first, and the four steps", async ({ stage, album }) => {
  const { asAlice, asBob, guest, alice, app } = stage;
  album.add("a guest", (await guest.get("/bot?x=1")).main);
  album.add("bob, who has none", (await asBob.get("/bot")).main);
  for (const step of ["start", "topic-generation", "content-creation", "automatic-posting", "nonsense"]) {
    const page = await asBob.get(`/bot?step=${step}`);
    album.add(`step ${step}`, page.title, page.show(".crumbs"), page.main);
  }
  const end = await asBob.get("/bot?step=automatic-posting&done=1");
  album.add("the end", end.over);
  await start(stage, sailing, { review: true });
  await start(stage, tea, { as: stage.first });
  await giveConsent(app, alice.user.id, stage.first.networkUserId);
  await write(stage);
  album.add("alice's two", (await asAlice.get("/bot?x=1")).main);
  album.add("did", (await asAlice.get("/bot?did=stopped")).show(".notice"));
  album.add("edit", (await asAlice.get("/bot?edit=1&x=1")).over);
  album.add("checklist", (await asAlice.get("/bot?checklist=1%40alice_two&x=1")).over);
  const refusal = await asAlice.post("/bot?x=1&did=stopped", { intent: "stop-bot", analysisId: "999" });
  album.add("refused", refusal.status, refusal.show(".notice"));
  await changeAccount(app.db, stage.first.id, { status: "reconnect", status_reason: "X took the link away." });
  const away = await asAlice.post("/bot?x=1", { intent: "start-bot", analysisId: "2", as: "@alice_one" });
  album.add("refused, as it must be connected", away.status, away.to, away.show(".notice"));
  await stopBot(app, alice.user.id, 1);
  const stopped = await asAlice.post("/bot?x=1", { intent: "stop-bot", analysisId: "2" });
  album.add("stopped", stopped.status, stopped.to, (await asAlice.get(stopped.to ?? "")).show(".notice", ".toasts"));
  album.add("both stopped", (await asAlice.get("/bot")).show(".view", "main"));
  expect((await asBob.get("/bot")).html).not.toContain("sailing");
  await album.matches("bot");
});

test("what is refused while a modal is open is told in the modal where it is the modal's, else on the page", async ({
  stage,
}) => {
  const { asAlice } = stage;
  const id = await start(stage, sailing, { review: true });
  await write(stage);
  const told = async (path: string, intent: string, fields: Record<string, string>) => {
    const { over, main } = await asAlice.post(path, { intent, ...fields });
    const alert =
      /\[role=alert\]\n(.*\n){0,3}.*(This is 20 too long|Please see to all three|This analysis does not exist)/;
    return { modal: alert.test(over), page: alert.test(main) };
  };
  for (const page of ["/bot?x=1", `/product-analyse?analysis=${id}`]) {
    const tooLong = { tweetId: "1", content: "word ".repeat(60) };
    expect(await told(`${page}&edit=1`, "edit-tweet", tooLong)).toEqual({ modal: true, page: false });
    const unticked = { analysisId: String(id), as: "@alice_two", checklist: "1" };
    const inChecklist = `${page}&checklist=${id}%40alice_two`;
    expect(await told(inChecklist, "start-bot", unticked)).toEqual({ modal: true, page: false });
    for (const modal of ["&edit=1", `&checklist=${id}%40alice_two`, ""])
      expect(await told(`${page}${modal}`, "stop-bot", { analysisId: "999" })).toEqual({ modal: false, page: true });
    // Where it is not open, or another lies over it, its refusal is the page's.
    expect(await told(page, "edit-tweet", tooLong)).toEqual({ modal: false, page: true });
    expect(await told(`${inChecklist}&edit=1`, "start-bot", unticked)).toEqual({ modal: false, page: true });
  }
});

test("test mode shows an analysis to everybody, and starts nothing", async ({ stage, album }) => {
  const { asAlice, guest } = stage;
  const page = await guest.get("/product-analyse?test=1");
  album.add("a guest", page.title, page.main);
  album.add("alice", (await asAlice.get("/product-analyse?test=1&did=started")).show(".notice", "aside", "form"));
  const refusal = await asAlice.post("/product-analyse?test=1", { intent: "start-bot", analysisId: "", as: "" });
  album.add("started", refusal.status, refusal.show(".notice"));
  const live = await makeStage();
  Object.assign(live.app.config, { botDailyPosts: 0 });
  album.add("without a limit a day", (await live.asAlice.get("/product-analyse?test=1")).show(".card"));
  await live.close();
  await album.matches("analyse-test");
});
