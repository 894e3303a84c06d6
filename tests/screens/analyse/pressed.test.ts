// What comes of a press on an analysis' page: where it leads and what is told, or where it is refused and what stays.
import { expect } from "vitest";
import { botMessages } from "~/ground/messages";
import { proposed, sailing, start, writeDue } from "../bot/bots";
import { test } from "../support/people";
import { linksOf, placeOf, placesOf, refusedIn, told, verbsOf, wordsOf } from "../support/seen";

const path = "/product-analyse?analysis=1";
const edit = `${path}&edit=1`;
const tooLong = "word ".repeat(60);
const noAnalysis = "This analysis doesn’t exist.";
const noProposal = "Suggestion not found.";

test("a press that is refused says why on the page, and the window that is open stays as it was", async ({ stage }) => {
  const { app, asAlice } = stage;
  await start(stage, sailing, { review: true });
  await writeDue(stage);
  const accounts = [`${edit}&panel=sidebar`];
  for (const [intent, fields, status, title, why, ways] of [
    ["approve-tweet", { tweetId: "x" }, 404, noProposal, "", []],
    ["reject-tweet", { tweetId: "999" }, 404, noProposal, "", []],
    ["stop-bot", { analysisId: "x" }, 404, botMessages.stop, noAnalysis, []],
    ["start-bot", { analysisId: "", as: "" }, 422, botMessages.start, "sample data", accounts],
    ["start-bot", { analysisId: "999", as: "" }, 404, botMessages.start, noAnalysis, accounts],
    [
      "start-bot",
      { analysisId: "1", as: "@bob_one" },
      404,
      botMessages.start,
      "@bob_one is no longer connected.",
      accounts,
    ],
    ["review-bot", { analysisId: "999" }, 404, botMessages.start, noAnalysis, []],
    ["teach-bot", { analysisId: "999", learn: "on" }, 404, noAnalysis, "", []],
    ["analyse-again", { analysisId: "999" }, 404, noAnalysis, "", []],
  ] as const) {
    const page = await asAlice.post(edit, { intent, ...fields });
    expect({ intent, fields, status: page.status }).toEqual({ intent, fields, status });
    const alert = placeOf(page, "main [role=alert]");
    expect([wordsOf(alert, "strong"), linksOf(alert)]).toEqual([[title], ways]);
    expect(alert.textContent).toContain(why);
    const window = placeOf(page, "dialog");
    expect(verbsOf(window)).toEqual([`edit-tweet tweetId=1 content=${proposed}`]);
    expect([refusedIn(window), told(window, "alert")]).toEqual([{}, []]);
  }
  const page = await asAlice.post(edit, { intent: "edit-tweet", tweetId: "1", content: tooLong });
  const window = placeOf(page, "dialog");
  expect([page.status, verbsOf(window)]).toEqual([422, [`edit-tweet tweetId=1 content=${tooLong}`]]);
  expect(refusedIn(window)).toEqual({ content: "20 characters over the limit (300 of 280)." });
  expect(told(placeOf(page, "main"), "alert")).toEqual([]);
  expect(await app.db.selectFrom("tweets").select(["content", "state"]).execute()).toEqual([
    { content: proposed, state: "pending" },
  ]);
});

test("a press that is done leads back to its page, where it is told", async ({ stage }) => {
  const { app, asAlice, second } = stage;
  await start(stage, sailing, { review: true });
  await writeDue(stage);
  const open = `${edit}&x=1`;
  const bot = () => app.db.selectFrom("bots").select(["state", "review", "learn"]).executeTakeFirstOrThrow();
  const tweet = () => app.db.selectFrom("tweets").select(["content", "state", "account_id"]).executeTakeFirstOrThrow();
  const content = "Better words.\nTwo lines.";
  for (const [intent, fields, to, said, holds] of [
    ["edit-tweet", { tweetId: "1", content: "Better words.\r\nTwo lines." }, `${path}&x=1`, "shown", { content }],
    ["approve-tweet", { tweetId: "1" }, open, /^Approved.*Berlin/, { state: "scheduled", account_id: second.id }],
    ["review-bot", { analysisId: "1", review: "on" }, open, /asks/, { bot: { review: 1 } }],
    ["review-bot", { analysisId: "1" }, open, /without asking/, { bot: { review: 0 } }],
    ["teach-bot", { analysisId: "1", learn: "on" }, open, /^The bot learns/, { bot: { learn: 1 } }],
    ["teach-bot", { analysisId: "1" }, open, /no longer learns/, { bot: { learn: 0 } }],
    ["stop-bot", { analysisId: "1" }, `${open}&did=stopped`, null, { bot: { state: "stopped" } }],
    ["analyse-again", { analysisId: "1" }, path, "shown", {}],
  ] as const) {
    const came = await asAlice.post(open, { intent, ...fields });
    expect({ intent, fields, status: came.status, to: came.to }).toEqual({ intent, fields, status: 303, to });
    const page = await asAlice.get(came.to ?? "");
    const toasts = wordsOf(placeOf(page), ".toast");
    const isShown = said === null || said === "shown";
    expect(toasts, "what the page shows is no toast").toEqual(isShown ? [] : [expect.stringMatching(said)]);
    expect(told(placeOf(page, "main"), "status")).toEqual(said === null ? [botMessages.stopped] : []);
    const waits = placesOf(page, "main > [role=note]").map(linksOf);
    expect(waits).toEqual(intent === "edit-tweet" ? [["/bot"]] : []);
    expect({ ...(await tweet()), bot: await bot() }).toMatchObject(holds);
  }
});

test("what is refused while a modal is open is told in the modal where it is the modal's, else on the page", async ({
  stage,
}) => {
  const { asAlice } = stage;
  const id = await start(stage, sailing, { review: true });
  await writeDue(stage);
  const alertIn = async (at: string, intent: string, fields: Record<string, string>) => {
    const page = await asAlice.post(at, { intent, ...fields });
    const count = (place: string) => placesOf(page, `${place} [role=alert]`).length;
    return { modal: count("dialog"), page: count("main") };
  };
  const [inModal, onPage] = [
    { modal: 1, page: 0 },
    { modal: 0, page: 1 },
  ];
  for (const page of ["/bot?x=1", `/product-analyse?analysis=${id}`]) {
    const edited = { tweetId: "1", content: tooLong };
    expect(await alertIn(`${page}&edit=1`, "edit-tweet", edited)).toEqual(inModal);
    const unticked = { analysisId: String(id), as: "@alice_two", checklist: "1" };
    const inChecklist = `${page}&checklist=${id}%40alice_two`;
    expect(await alertIn(inChecklist, "start-bot", unticked)).toEqual(inModal);
    for (const modal of ["&edit=1", `&checklist=${id}%40alice_two`, ""])
      expect(await alertIn(`${page}${modal}`, "stop-bot", { analysisId: "999" })).toEqual(onPage);
    // Where it is not open, or another lies over it, its refusal is the page's.
    expect(await alertIn(page, "edit-tweet", edited)).toEqual(onPage);
    expect(await alertIn(`${inChecklist}&edit=1`, "start-bot", unticked)).toEqual(onPage);
  }
});
