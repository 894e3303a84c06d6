// The panel and the modals that every screen has: each as a guest and a person see it, before and after a refusal.
import { expect } from "vitest";
import { hours } from "~/ground/time/duration";
import { changeAccount } from "~/features/accounts/accounts.server";
import { scheduleAt, writeTweet } from "~/features/publishing/publishing.server";
import { password } from "~tests/support/make";
import { makeStage, test } from "./album";

const names = [
  ...["sidebar", "settings", "help", "keys", "login", "register", "left", "success"],
  ...["password", "password-changed", "everywhere", "leave", "night", "error", "unlink", "constructor"],
];

/** Ten dozen zones stand in a list: of those the chosen one is enough. */
const short = (outline: string): string =>
  outline.replace(/\n *option (?!.*selected).*/g, "").replace(/\n *optgroup.*/g, "");

test("each panel, as a guest and as a person sees it", async ({ stage, album }) => {
  for (const name of names) {
    const path = `/strategy?panel=${name}&x=1`;
    album.add(`${name}, a guest`, short((await stage.guest.get(path)).over));
    album.add(`${name}, alice`, short((await stage.asAlice.get(path)).over));
  }
  album.add("sidebar, bob", (await stage.asBob.get("/timeline?panel=sidebar")).over);
  await album.matches("panels");
});

test("the question whether to unlink is asked of one's own accounts alone", async ({ stage, album }) => {
  const { asAlice, asBob, guest, first, second, his } = stage;
  for (const { id, username } of [first, second, his]) {
    const path = `/strategy?unlink=${id}&panel=help`;
    album.add(`alice, of ${username}`, (await asAlice.get(path)).show("h2", "form"));
    album.add(`bob, of ${username}`, (await asBob.get(path)).show("h2"));
    album.add(`a guest, of ${username}`, (await guest.get(path)).show("h2"));
  }
  album.add("the whole", (await asAlice.get(`/strategy?unlink=${second.id}`)).over);
  await album.matches("unlink");
});

test("each state of an account has its word, its reason and its button in the panel", async ({ stage, album }) => {
  const { app, first, second, asAlice } = stage;
  const set = (id: number, change: Parameters<typeof changeAccount>[2]) => changeAccount(app.db, id, change);
  const states: [string, Parameters<typeof changeAccount>[2]][] = [
    ["paused by the person", { status: "paused", paused_by: "person", status_reason: "Paused by you." }],
    ["paused, no reason known", { status: "paused", paused_by: "person", status_reason: null }],
    ["held", { status: "paused", paused_by: "network", status_reason: "X says: used up." }],
    ["held, no reason known", { status: "paused", paused_by: "network", status_reason: null }],
    ["to be reconnected", { status: "reconnect", paused_by: null, status_reason: "X took the link away." }],
    ["to be reconnected, no reason known", { status: "reconnect", paused_by: null, status_reason: null }],
    ["refused once", { status: "active", paused_by: null, status_reason: null, refused_at: 1 }],
  ];
  for (const [title, change] of states) {
    await set(second.id, change);
    const page = await asAlice.get("/timeline?panel=sidebar");
    album.add(`${title}: the panel`, page.show(".account", ".account__why"));
    album.add(`${title}: the week, which is the other account's`, page.show(".pill--honey"));
  }
  await set(first.id, { status: "paused", paused_by: "person", status_reason: "Paused by you." });
  const page = await asAlice.get("/timeline");
  album.add("the default is paused: the week", page.show(".row--spread"));
  await set(first.id, { status: "reconnect", paused_by: null, status_reason: null });
  album.add("the default must be reconnected: the week", (await asAlice.get("/timeline")).show(".quiet", ".pill"));
  album.add("the composer then", (await asAlice.get("/generate")).show(".composer__as"));
  await album.matches("account-states");
});

test("a refused form of a modal keeps what was typed, never a password, and says why where it is met", async ({
  stage,
  album,
}) => {
  const { guest, asAlice, asBob } = stage;
  const shot = async (who: typeof guest, panel: string, fields: Record<string, string>, title = "") => {
    const page = await who.post(`/strategy?panel=${panel}&x=1`, fields);
    album.add(`${fields["intent"]} ${title}`, page.status, page.to, short(page.over));
    expect(page.html).not.toMatch(/a secret that|perch on a wire/);
  };
  const signUp = { intent: "create-account", phone: "+49 30 1234", timezone: "Asia/Tokyo", timezoneGuess: "UTC" };
  await shot(guest, "login", { intent: "sign-in", email: "alice@linnet.example", password: "a secret that is wrong" });
  await shot(guest, "login", { intent: "sign-in", email: "no address", password: "" }, "without anything");
  await shot(guest, "login", { intent: "sign-in", email: "a@linnet.example", password: "" }, "without a password");
  await shot(guest, "register", { ...signUp, email: "alice@linnet.example", password }, "of a known address");
  await shot(
    guest,
    "register",
    { ...signUp, email: "nobody", password: "weak", phone: "x", timezone: "Mars" },
    "wrong",
  );
  const next = { newPassword: "a secret that 1 knows" };
  await shot(asAlice, "password", { intent: "change-password", password: "a secret that is wrong", ...next });
  await shot(asAlice, "password", { intent: "change-password", password, newPassword: "weak" }, "to a weak one");
  await shot(asAlice, "leave", { intent: "delete-my-account", password: "a secret that is wrong", sure: "on" });
  await shot(asAlice, "leave", { intent: "delete-my-account", password }, "without being sure");
  await shot(asAlice, "settings", { intent: "set-timezone", timezone: "Mars/Olympus" });
  await shot(asAlice, "settings", { intent: "set-theme", theme: "pink" });
  await shot(asBob, "sidebar", { intent: "set-default", accountId: String(stage.first.id) }, "to alice's");
  await shot(asBob, "sidebar", { intent: "pause-account", accountId: String(stage.first.id) }, "of alice");
  await shot(asBob, "sidebar", { intent: "resume-account", accountId: String(stage.first.id) }, "of alice");
  await shot(guest, "password", { intent: "change-password", password, ...next }, "by a guest");
  await shot(guest, "everywhere", { intent: "sign-out-everywhere" }, "by a guest");
  await shot(guest, "leave", { intent: "delete-my-account", password, sure: "on" }, "by a guest");
  await shot(guest, "settings", { intent: "set-timezone", timezone: "Asia/Tokyo" }, "by a guest");
  await shot(asAlice, "settings", { intent: "nonsense" });
  const question = `/strategy?unlink=${stage.first.id}&x=1`;
  const page = await asAlice.post(question, { intent: "delete-account-link", accountId: String(stage.his.id) });
  album.add("delete-account-link of bob's", page.status, page.to, page.over);
  await album.matches("refused-modals");
});

test("what would go out at night is listed with both ways on", async ({ stage, album }) => {
  const { app, alice, bob, asAlice } = stage;
  const plan = async (userId: string, content: string, ms: number) => {
    const { id: tweetId } = await writeTweet(app, { userId, content, account: null });
    await scheduleAt(app, { userId, tweetId, account: null, executeAt: app.clock.now() + ms });
  };
  await plan(bob.user.id, "Not hers.", hours(7));
  album.add("nothing at night", (await asAlice.get("/strategy?panel=night")).over);
  for (const [at, words] of [
    [hours(6), "An owl calls."],
    [hours(7.5), "Another answers."],
  ] as const) {
    await plan(alice.user.id, words, at);
    await app.db
      .updateTable("tweets")
      .set({ moment_reason: "A random moment." })
      .where("content", "=", words)
      .execute();
    const came = await asAlice.post("/strategy?panel=settings&x=1", { intent: "set-timezone", timezone: "Asia/Tokyo" });
    album.add("saved", came.status, came.to);
    album.add("the night", (await asAlice.get("/strategy?panel=night&x=1")).over);
  }
  const drawn = await asAlice.post("/strategy?panel=night", { intent: "draw-anew" });
  album.add("drawn anew", drawn.status, drawn.to, (await asAlice.get(drawn.to ?? "")).over);
  await album.matches("night");
});

test("a closed server lets nobody in and says whom to ask; the first person is its operator", async ({ album }) => {
  const stage = await makeStage({ OPERATOR_CONTACT: "https://linnet.example/help" });
  Object.assign(stage.app.config, { registration: "closed" });
  album.add("a guest who would sign up", (await stage.guest.get("/timeline?panel=register&week=1")).over);
  album.add("help", (await stage.asBob.get("/strategy?panel=help")).show(".description-list", ".button"));
  await stage.close();
  const mailed = await makeStage({ OPERATOR_CONTACT: "bird@linnet.example" });
  album.add("help by e-mail", (await mailed.guest.get("/strategy?panel=help")).show(".description-list", ".button"));
  await mailed.close();
  await album.matches("closed");
});
