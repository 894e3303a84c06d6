// Linked accounts on the screens: each state with its word, its reason and its way on; unlinking; moments at night.
import { expect } from "vitest";
import { accountMessages } from "~/ground/messages";
import { hours } from "~/ground/time/duration";
import { changeAccount } from "~/features/accounts/accounts.server";
import { scheduleAt } from "~/features/scheduling/scheduling.server";
import { writeTweet } from "~/features/publishing/publishing.server";
import { ask } from "~tests/support/document";
import { type Stage, test } from "../support/people";
import { linksOf, placeOf, placesOf, sentTo, told, verbsOf, wordsOf } from "../support/seen";

test("the question whether to unlink is asked of one's own accounts alone", async ({ stage }) => {
  const { asAlice, asBob, guest, first, second, his } = stage;
  for (const [who, account, mayAsk] of [
    ...([first, second] as const).flatMap((account) => [
      [asAlice, account, true] as const,
      [asBob, account, false] as const,
    ]),
    [asBob, his, true],
    [asAlice, his, false],
    [guest, first, false],
    [guest, his, false],
  ] as const) {
    const path = `/strategy?unlink=${account.id}&panel=help`;
    const dialog = placeOf(await who.get(path), "dialog");
    const verbs = mayAsk ? [`delete-account-link accountId=${account.id}`] : [];
    expect(verbsOf(dialog)).toEqual(verbs);
    expect(dialog.textContent.includes(accountMessages.askRemove(account.username))).toBe(mayAsk);
    expect(sentTo(dialog)).toEqual(mayAsk ? [path] : []);
    expect(linksOf(dialog)[0]).toBe(mayAsk ? "/strategy?panel=sidebar" : `/strategy?unlink=${account.id}`);
  }
  expect(accountMessages.askRemove("alice_two")).toBe("确定要删除 @alice_two 的绑定吗？");
  const question = ask((await asAlice.get(`/strategy?unlink=${second.id}`)).html, "dialog");
  expect(question.getByRole("link", { name: "Cancel" }).hasAttribute("data-autofocus")).toBe(true);
  expect(question.getByText("Disconnect @alice_two?").getAttribute("lang")).toBe("en");
});

test("each state of an account has its word, its reason and its button in the panel", async ({ stage }) => {
  const { app, second, asAlice } = stage;
  const set = (id: number, change: Parameters<typeof changeAccount>[2]) => changeAccount(app.db, id, change);
  const [pause, resume, link] = [["pause-account accountId=1"], ["resume-account accountId=1"], ["/accounts/connect"]];
  const states: [state: Parameters<typeof changeAccount>[2], verb: string[], link: string[], why: RegExp | null][] = [
    [{ status: "active", paused_by: null, status_reason: null }, pause, [], null],
    [{ status: "paused", paused_by: "person", status_reason: "Paused by you." }, resume, [], /^Paused by you\.$/],
    [{ status: "paused", paused_by: "person", status_reason: null }, resume, [], /^Paused/],
    [
      { status: "paused", paused_by: "network", status_reason: "X says: used up." },
      resume,
      [],
      /^Blocked by X.*X says: used up\.$/,
    ],
    [{ status: "paused", paused_by: "network", status_reason: null }, resume, [], /^Blocked by X\. \S/],
    [
      { status: "reconnect", paused_by: null, status_reason: "X took the link away." },
      [],
      link,
      /^X took the link away\.$/,
    ],
    [{ status: "reconnect", paused_by: null, status_reason: null }, [], link, /Connect it again/],
    [{ status: "active", paused_by: null, status_reason: null, refused_at: 1 }, [], link, /Connect it again/],
  ];
  for (const [state, verbs, links, why] of states) {
    await set(second.id, state);
    const page = await asAlice.get("/timeline?panel=sidebar");
    const [row, other] = placesOf(page, "dialog li");
    if (!row || !other) throw new Error("An account has no row");
    expect({ state, verbs: verbsOf(row) }).toEqual({ state, verbs: ["set-default accountId=1", ...verbs] });
    const ways = ["/settings/voice?account=1", "/settings/hours?account=1", "/timeline?unlink=1"];
    expect(linksOf(row)).toEqual([...links, ...ways]);
    if (links.length > 0) {
      const [way] = row.querySelectorAll("a");
      expect(way?.getAttribute("aria-label")).toBe("Reconnect @alice_two");
    }
    if (why === null) expect(wordsOf(row, "p")).toEqual([]);
    else expect(wordsOf(row, "p")).toEqual([expect.stringMatching(why)]);
    expect(verbsOf(other)).toEqual(["set-default accountId=2 (pressed)", "pause-account accountId=2"]);
    expect(wordsOf(other, "p")).toEqual([]);
    // The week behind is the other account's, which is well.
    expect(placesOf(page, "main [aria-label*=alice_two]")).toEqual([]);
  }
});

test("the week and the composer say of the default account how it is, and how it is linked again", async ({
  stage,
}) => {
  const { app, first, asAlice } = stage;
  const pages = ["/timeline", "/generate"];
  const said = async () =>
    (await Promise.all(pages.map((path) => asAlice.get(path)))).map((page) => {
      const handle = placesOf(page, "main strong").find(({ textContent }) => textContent === "@alice_one");
      const ways = placesOf(page, "main [aria-label='Reconnect @alice_one']").map((way) => way.getAttribute("href"));
      return [/Paused/.test(handle?.parentElement?.textContent ?? ""), ...ways];
    });
  expect(await said()).toEqual([[false], [false]]);
  await changeAccount(app.db, first.id, { status: "paused", paused_by: "person", status_reason: "Paused by you." });
  expect(await said()).toEqual([[true], [true]]);
  await changeAccount(app.db, first.id, { status: "reconnect", paused_by: null, status_reason: null });
  expect(await said()).toEqual([
    [false, "/accounts/connect"],
    [false, "/accounts/connect"],
  ]);
  const composer = placeOf(await asAlice.get("/generate"), "main");
  expect(linksOf(composer)).toEqual(expect.arrayContaining(["/settings/voice", "/generate?panel=sidebar"]));
});

const plan = async ({ app }: Stage, userId: string, content: string, ms: number) => {
  const { id: tweetId } = await writeTweet(app, { userId, content, account: null });
  await scheduleAt(app, { userId, tweetId, account: null, executeAt: app.clock.now() + ms });
};

test("what would go out at night is listed with both ways on", async ({ stage }) => {
  const { app, alice, bob, asAlice } = stage;
  const settings = "/strategy?panel=settings&x=1";
  const night = "/strategy?panel=night&x=1";
  const shown = async (path = night) => {
    const dialog = placeOf(await asAlice.get(path), "dialog");
    const [verbs, rows, toasts] = [verbsOf(dialog), wordsOf(dialog, "li"), wordsOf(dialog, ".toast")];
    return { verbs, links: linksOf(dialog), rows, toasts: toasts.length };
  };
  await plan(stage, bob.user.id, "Not hers.", hours(7));
  expect(await shown()).toEqual({ verbs: [], links: [settings, settings], rows: [], toasts: 0 });
  const rows: string[] = [];
  for (const [at, words, when] of [
    [hours(6), "An owl calls.", "Tomorrow, 01:18"],
    [hours(7.5), "Another answers.", "Tomorrow, 02:48"],
  ] as const) {
    await plan(stage, alice.user.id, words, at);
    const drawn = app.db.updateTable("tweets").set({ moment_reason: "A random moment." });
    await drawn.where("content", "=", words).execute();
    const came = await asAlice.post(settings, { intent: "set-timezone", timezone: "Asia/Tokyo" });
    expect([came.status, came.to]).toEqual([303, night]);
    rows.push(`${words}${when}`);
    expect(await shown()).toEqual({ verbs: ["draw-anew"], links: [settings, settings], rows, toasts: 1 });
  }
  const drawn = await asAlice.post(night, { intent: "draw-anew" });
  expect([drawn.status, drawn.to]).toEqual([303, night]);
  const after = placeOf(await asAlice.get(night), "dialog");
  expect(wordsOf(after, ".toast")).toEqual([expect.stringMatching(/^2 tweets rescheduled/)]);
  expect(verbsOf(after)).toEqual([]);
  expect(told(after, "alert")).toEqual([]);
});
