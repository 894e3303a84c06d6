// The composer without a script: each of its buttons, what a refusal gives back, and whose tweet it is.
import { describe, expect, it } from "vitest";
import { moveToTrash } from "~/features/ideas/ideas.server";
import { listPicturesOf } from "~/features/media/media.server";
import { compose } from "~/features/scheduling/compose/compose.server";
import { addToTimeline, unschedule } from "~/features/scheduling/scheduling.server";
import { editTweet, publishNow, unlink } from "~/features/publishing/publishing.server";
import { hours } from "~/ground/time/duration";
import { localTextOf } from "~/ground/time/zone";
import { answered } from "~tests/support/fakes/faulty-network";
import { givePicture } from "~tests/support/calls/api-cast";
import { linkAccount, makePerson } from "~tests/support/people/make";
import { makePicture } from "../../features/media/hostile";
import {
  account,
  alice,
  all,
  app,
  draft,
  network,
  other,
  read,
  readParts,
  save,
  setStage,
} from "../../features/scheduling/compose-stage";
import { alertsIn, asAlice, atDesk, desk, partsIn, valuesIn } from "./pages";

setStage();

const idOf = async (): Promise<number> =>
  (await app.db.selectFrom("tweets").select("id").orderBy("id").executeTakeFirstOrThrow()).id;

describe("a new tweet", () => {
  it("is saved as a draft of the account that was chosen, which is not the default", async () => {
    const { open, press } = await desk();
    const page = await open();
    expect(valuesIn(page)["account"]).toBe(other.networkUserId);
    const answer = await press(page, "draft", { part_1: "Bees keep us.", ...asAlice() });
    expect([answer.status, answer.to]).toEqual([303, "/timeline"]);
    expect(await read(await idOf())).toMatchObject({
      state: "pending",
      content: "Bees keep us.",
      ownAccountId: account.id,
    });
  });

  it("gets a random time, a slot or an exact one", async () => {
    const { open, press } = await desk();
    const at = app.clock.now() + hours(30);
    const moment = localTextOf(at, "UTC");
    const tomorrow = moment.slice(0, 10);
    const random = await open();
    await press(random, "schedule", { part_1: "At a random time", ...asAlice() });
    await press(await open(`/write?slot=${tomorrow}T15`), "schedule", { part_1: "In a slot", ...asAlice() });
    await press(await open(), "schedule", { part_1: "At a time", when: "exact", moment, ...asAlice() });
    const rows = await app.db.selectFrom("tweets").selectAll().orderBy("id").execute();
    expect(rows.map(({ content, state }) => [content, state])).toEqual([
      ["At a random time", "scheduled"],
      ["In a slot", "scheduled"],
      ["At a time", "scheduled"],
    ]);
    expect(rows.every(({ account_id: id }) => id === account.id)).toBe(true);
    const [first, second, third] = rows.map(({ due_at: due }) => due ?? 0);
    expect((first ?? 0) - app.clock.now()).toBeGreaterThanOrEqual(hours(4));
    expect((first ?? 0) - app.clock.now()).toBeLessThanOrEqual(hours(8));
    expect(localTextOf(second ?? 0, "UTC")).toMatch(new RegExp(`^${tomorrow}T1[56]`));
    expect(localTextOf(third ?? 0, "UTC")).toBe(moment);
  });

  it("is posted now", async () => {
    const { open, press } = await desk();
    const answer = await press(await open("/write?back=/ideas"), "now", { part_1: "Bees keep us.", ...asAlice() });
    expect([answer.status, answer.to]).toEqual([303, "/ideas"]);
    expect(network.handed).toEqual(["Bees keep us."]);
    expect(await read(await idOf())).toMatchObject({ state: "published" });
    expect(network.accepted).toHaveLength(1);
    const row = await app.db.selectFrom("tweets").select("account_id").executeTakeFirstOrThrow();
    expect(row.account_id).toBe(account.id);
  });

  it("that X refuses is a draft, and the form goes on with it", async () => {
    const { open, press } = await desk();
    network.faults.push(answered(403, { detail: "No.", type: "about:blank", status: 403 }));
    const refused = await press(await open(), "now", { part_1: "Bees keep us.", ...asAlice() });
    expect(refused.status).toBe(422);
    expect(alertsIn(refused)).toContain("X refused this tweet");
    expect(valuesIn(refused)["tweet"]).toBe(String(await idOf()));
    await press(refused, "draft", { part_1: "Bees keep us all." });
    expect(await all()).toEqual([["Bees keep us all.", "pending"]]);
  });

  it("sent twice is one tweet", async () => {
    const { open, press } = await desk();
    const page = await open();
    for (let no = 0; no < 3; no++) await press(page, "schedule", { part_1: "Bees keep us.", ...asAlice() });
    expect(await all()).toEqual([["Bees keep us.", "scheduled"]]);
  });

  it("over the limit is kept as a draft, and comes back as it is where it can't be scheduled", async () => {
    const { open, press } = await desk();
    const long = "Bees keep us. ".repeat(40).trim();
    const refused = await press(await open(), "schedule", { part_1: long, ...asAlice() });
    expect(refused.status).toBe(422);
    expect(partsIn(refused)).toEqual([long]);
    expect(await all()).toEqual([]);
    expect((await press(refused, "draft")).to).toBe("/timeline");
    expect(await all()).toEqual([[long, "pending"]]);
  });

  it("without a word is refused, and nothing is saved", async () => {
    const { open, press } = await desk();
    for (const button of ["draft", "schedule", "now", "add-images"])
      expect(alertsIn(await press(await open(), button)), button).toContain("Write something first.");
    expect(await all()).toEqual([]);
  });

  it("has the words and the slot of its address, and returns to a page of this server alone", async () => {
    const { open, press } = await desk();
    const page = await open(`/write?${new URLSearchParams({ words: "Shared words", back: "//evil.example/x" })}`);
    expect(partsIn(page)).toEqual(["Shared words"]);
    expect(valuesIn(page)["back"]).toBe("/timeline");
    const answer = await press(page, "draft", { back: "https://evil.example/", ...asAlice() });
    expect(answer.to).toBe("/timeline");
  });
});

describe("a thread", () => {
  it("of five with two images is written without leaving the page", async () => {
    const { open, press } = await desk();
    let page = await press(await open(), "add-part", { part_1: "One", ...asAlice() });
    for (const text of ["Two", "Three", "Four"]) {
      const name = `part_${partsIn(page).length}`;
      page = await press(page, "add-part", { [name]: text });
      expect(page.status).toBe(200);
    }
    page = await press(page, "count", {
      part_5: "Five",
      images_1: await makePicture({ width: 60, height: 40 }),
      images_5: await makePicture({ width: 40, height: 60 }),
    });
    expect(partsIn(page)).toEqual(["One", "Two", "Three", "Four", "Five"]);
    page = await press(page, "move-part:5:up", { alt_1_1: "A wren", ai_5_1: "on" });
    expect(partsIn(page)).toEqual(["One", "Two", "Three", "Five", "Four"]);
    expect((await press(page, "schedule")).status).toBe(303);
    const parts = await readParts(await idOf());
    expect(parts.map(({ content }) => content)).toEqual(["One", "Two", "Three", "Five", "Four"]);
    const shown = await listPicturesOf(
      app.db,
      parts.map(({ id }) => id),
    );
    const told = parts.map(({ id }) => (shown.get(id) ?? []).map(({ altText, madeWithAi }) => [altText, madeWithAi]));
    expect(told).toEqual([[["A wren", false]], [], [], [["", true]], []]);
  });

  it("comes of a long text that is split", async () => {
    const { open, press } = await desk();
    const long = "Bees keep us. ".repeat(40).trim();
    const page = await press(await open(), "split:1", { part_1: long, ...asAlice() });
    expect(partsIn(page).length).toBeGreaterThan(1);
    expect(partsIn(page).join(" ")).toBe(long);
    expect(await all()).toEqual([]);
  });

  it("of which a part is posted changes in the rest alone", async () => {
    const { tweetId } = await save(["One", "Two", "Three"], draft);
    await publishNow(app, { userId: alice.user.id, tweetId, account: null });
    const { open, press } = await desk();
    const page = await open(`/write?tweet=${tweetId}`);
    expect(page.document.querySelector("[name=part_1]")?.hasAttribute("readonly")).toBe(true);
    expect(page.document.querySelector("[name=do][value=now]")).toBeNull();
    expect(partsIn(await press(page, "move-part:2:up"))).toEqual(["One", "Two", "Three"]);
    expect((await press(page, "schedule", { part_3: "Three, better" })).status).toBe(303);
    expect((await readParts(tweetId)).map(({ content }) => content)).toEqual(["One", "Two", "Three, better"]);
  });
});

describe("images", () => {
  it("that come with a draft are saved with it, and the form is open again", async () => {
    const { open, press } = await desk();
    const picture = await makePicture({ width: 60, height: 40 });
    const saved = await press(await open(), "add-images", { part_1: "A bird", images_1: picture, ...asAlice() });
    const tweetId = await idOf();
    expect(saved.to).toBe(`/write?tweet=${tweetId}&back=%2Ftimeline`);
    const page = await open(saved.to ?? "");
    expect(valuesIn(page)["media_1_1"]).toBeTruthy();
    await press(page, "remove-image:1:1").then((next) => press(next, "draft"));
    expect((await listPicturesOf(app.db, [tweetId])).get(tweetId) ?? []).toEqual([]);
  });

  it("that can't be kept are refused by name, and the text and the others come back", async () => {
    const { open, press } = await desk();
    const page = await press(await open(), "count", { part_1: "A bird", images_1: Buffer.from("GIF89a, no picture") });
    expect(page.status).toBe(422);
    expect(alertsIn(page)).toContain("Image 1 of part 1: GIFs can’t be posted yet.");
    expect(partsIn(page)).toEqual(["A bird"]);
  });

  it("of somebody else are not found, and nothing is saved", async () => {
    const bob = await makePerson(app, "bob");
    await linkAccount(app, bob, "bob_x");
    const theirs = await givePicture(app, bob.user.id, "wren");
    const { open, press } = await desk();
    const page = await press(await open(), "schedule", { part_1: "A bird", media_1_1: theirs, ...asAlice() });
    expect(page.status).toBeGreaterThanOrEqual(400);
    expect(partsIn(page)).toEqual(["A bird"]);
    expect(await all()).toEqual([]);
  });
});

describe("an existing tweet", () => {
  it("keeps its time, gets another, or none", async () => {
    const { tweetId, place } = await save(["Bees keep us."], { choice: "random", timeZone: null });
    const { open, press } = await desk();
    const path = `/write?tweet=${tweetId}`;
    expect(valuesIn(await open(path))).toMatchObject({ when: "keep", account: account.networkUserId });
    await press(await open(path), "schedule", { part_1: "Bees keep us all." });
    expect(await read(tweetId)).toMatchObject({ content: "Bees keep us all.", dueAt: place?.executeAt });
    const moment = localTextOf(app.clock.now() + hours(50), "UTC");
    await press(await open(path), "schedule", { when: "exact", moment });
    expect(localTextOf((await read(tweetId)).dueAt ?? 0, "UTC")).toBe(moment);
    await press(await open(path), "draft");
    expect(await read(tweetId)).toMatchObject({ state: "pending", dueAt: null, content: "Bees keep us all." });
  });

  it("that changed since is shown, and mine is kept or the current text used", async () => {
    const { tweetId } = await save(["Bees keep us."], draft);
    const { open, press } = await desk();
    const page = await open(`/write?tweet=${tweetId}`);
    await editTweet(app, { userId: alice.user.id, tweetId, content: "Changed in another tab" });
    const refused = await press(page, "draft", { part_1: "Mine" });
    expect(refused.status).toBe(409);
    expect(alertsIn(refused)).toContain("Current text: “Changed in another tab”");
    expect(partsIn(refused)).toEqual(["Mine"]);
    expect(await all()).toEqual([["Changed in another tab", "pending"]]);
    expect(partsIn(await press(refused, "use-current"))).toEqual(["Changed in another tab"]);
    await press(await press(refused, "keep-mine"), "draft");
    expect(await all()).toEqual([["Mine", "pending"]]);
  });

  it("that was scheduled or unscheduled since is not changed without a question", async () => {
    const { tweetId } = await save(["Bees keep us."], draft);
    const { open, press } = await desk();
    const page = await open(`/write?tweet=${tweetId}`);
    await addToTimeline(app, { userId: alice.user.id, tweetId, account: null, timeZone: null });
    expect((await press(page, "draft", { part_1: "Mine" })).status).toBe(409);
    const later = await open(`/write?tweet=${tweetId}`);
    await unschedule(app, { userId: alice.user.id, tweetId });
    const refused = await press(later, "schedule", { part_1: "Mine" });
    expect(refused.status).toBeGreaterThanOrEqual(400);
    expect(await all()).toEqual([["Bees keep us.", "pending"]]);
  });

  it("of somebody else, in Trash or posted can't be opened or changed", async () => {
    const bob = await makePerson(app, "bob");
    const theirAccount = await linkAccount(app, bob, "bob_x");
    const theirs = await compose(app, {
      userId: bob.user.id,
      tweetId: null,
      parts: [{ content: "Bob's" }],
      account: theirAccount.networkUserId,
      when: draft,
      seen: null,
      once: null,
    });
    const { open, press } = await desk();
    const page = await open(`/write?tweet=${theirs.tweetId}`);
    expect(page.document.querySelector("form.write")).toBeNull();
    expect(page.html).not.toContain("Bob's");
    const asked = await press(await open(), "draft", { tweet: String(theirs.tweetId), part_1: "Mine now" });
    expect(asked.status).toBe(404);
    expect(partsIn(asked)).toEqual(["Mine now"]);
    expect(asked.html).not.toContain("Bob's");
    const { tweetId } = await save(["Out"], draft);
    await publishNow(app, { userId: alice.user.id, tweetId, account: null });
    expect((await open(`/write?tweet=${tweetId}`)).html).toContain("Posted. Can’t be edited.");
  });
});

describe("a person who was signed out", () => {
  it("gets the whole text back, far longer than a cookie", async () => {
    const { open, press, browser } = await desk();
    const page = await press(await open(), "add-part", { part_1: "One ".repeat(900), ...asAlice() });
    browser.cookies.clear();
    const out = await press(page, "schedule", { part_2: "Two ".repeat(900) });
    expect(out.status).toBe(401);
    expect(alertsIn(out)).toContain("You’re signed out. Nothing was saved.");
    expect(partsIn(out).map((text) => text.length)).toEqual([3_600, 3_600]);
    const again = await desk();
    const saved = await again.press(out, "draft");
    expect(saved.to).toBe("/timeline");
    const parts = await readParts(await idOf());
    expect(parts.map(({ ownAccountId }) => ownAccountId)).toEqual([account.id, account.id]);
  });

  it("sees no composer, and is asked to sign in", async () => {
    const { open } = await atDesk(app, null);
    const page = await open();
    expect(page.document.querySelector("form.write")).toBeNull();
    expect(page.main).toContain("Sign In");
  });
});

describe("a form that could save something else than was meant", () => {
  it("changes nothing by Enter in a field, and nothing without a button", async () => {
    const { tweetId } = await save(["Bees keep us."], { choice: "random", timeZone: null });
    const { open, press } = await desk();
    const page = await open(`/write?tweet=${tweetId}`);
    const first = page.document.querySelector("form.write button");
    for (const button of [first?.getAttribute("value") ?? null, null])
      expect(partsIn(await press(page, button, { part_1: "Bees keep us all." }))).toEqual(["Bees keep us all."]);
    expect(await all()).toEqual([["Bees keep us.", "scheduled"]]);
  });

  it("without a time is refused, and not sent at a random one", async () => {
    const { open, press } = await desk();
    const refused = await press(await open(), "schedule", { part_1: "Bees keep us.", when: "", ...asAlice() });
    expect([refused.status, alertsIn(refused)]).toEqual([422, expect.stringContaining("Choose a time.")]);
    expect(await all()).toEqual([]);
  });

  it("offers a random time where the time that it kept is gone", async () => {
    const { tweetId } = await save(["Bees keep us."], { choice: "random", timeZone: null });
    const { open, press } = await desk();
    const page = await open(`/write?tweet=${tweetId}`);
    await unschedule(app, { userId: alice.user.id, tweetId });
    const refused = await press(page, "schedule", { part_1: "Mine" });
    expect(refused.status).toBeGreaterThanOrEqual(400);
    expect(valuesIn(refused)["when"]).toBe("random");
  });

  it("isn't split into more parts than a thread can have", async () => {
    const { open, press } = await desk();
    let page = await open();
    for (let no = 1; no < 24; no++)
      page = await press(page, "add-part", { [`part_${no}`]: `Part ${no}`, ...asAlice() });
    const long = "Bees keep us. ".repeat(60).trim();
    const refused = await press(page, "split:24", { part_24: long });
    expect([refused.status, alertsIn(refused)]).toEqual([422, expect.stringContaining("at most 25 parts")]);
    expect(partsIn(refused)).toHaveLength(24);
    expect(partsIn(refused).at(-1)).toBe(long);
  });

  it("keeps a field of 20,000 ideographs whole where it is refused, and says when one is too long to keep", async () => {
    const { open, press } = await desk();
    const long = "蜂".repeat(20_000);
    const refused = await press(await open(), "draft", { part_1: long, ...asAlice() });
    expect(partsIn(refused)).toEqual([long]);
    const longer = await press(await open(), "draft", { part_1: "蜂".repeat(110_000), ...asAlice() });
    expect([longer.status, alertsIn(longer)]).toEqual([413, expect.stringContaining("too much text")]);
    expect(await all()).toEqual([]);
  });

  it("isn't scheduled or posted without an image that was refused", async () => {
    const { open, press } = await desk();
    for (const button of ["schedule", "schedule-anyway", "now"]) {
      const values = { part_1: "A bird", images_1: Buffer.from("GIF89a, no picture"), ...asAlice() };
      const refused = await press(await open(), button, values);
      expect(alertsIn(refused), button).toMatch(/Nothing was saved. Image 1 of part 1/);
      expect(partsIn(refused)).toEqual(["A bird"]);
    }
    expect([await all(), network.handed]).toEqual([[], []]);
  });

  it("isn't the first tweet's where it comes back by Back and says something else", async () => {
    const { open, press } = await desk();
    const page = await open();
    await press(page, "draft", { part_1: "The first tweet", ...asAlice() });
    const back = await press(page, "draft", { part_1: "Another tweet", ...asAlice() });
    expect([back.status, alertsIn(back)]).toEqual([409, expect.stringContaining("You saved this form before")]);
    expect(alertsIn(back)).toContain("The first tweet");
    expect((await press(back, "draft")).status).toBe(409);
    expect(await all()).toEqual([["The first tweet", "pending"]]);
    expect((await press(await press(back, "make-new"), "draft")).status).toBe(303);
    expect(await all()).toEqual([
      ["The first tweet", "pending"],
      ["Another tweet", "pending"],
    ]);
    await press(await press(back, "keep-mine"), "draft", { part_1: "The first tweet, mended" });
    expect((await all())[0]).toEqual(["The first tweet, mended", "pending"]);
  });

  it("never returns to its own page, where what was saved would stand as new", async () => {
    const { open, press } = await desk();
    for (const path of ["/write", "/write?tweet=1", "//write", "/write/"])
      expect((await press(await open(), "draft", { part_1: path, back: path, ...asAlice() })).to).toBe("/timeline");
  });
});

describe("a form of another user", () => {
  it("is neither saved nor shown, and its images aren't kept", async () => {
    const bob = await makePerson(app, "bob");
    await linkAccount(app, bob, "bob_x");
    const { open } = await desk();
    const page = await open();
    const bobs = await atDesk(app, bob.sessionId);
    for (const button of ["draft", "schedule", "now", "add-images", "split:1", "count"]) {
      const values = { part_1: "Alice's words", images_1: await makePicture({ width: 60, height: 40 }) };
      const refused = await bobs.press(page, button, values);
      expect(refused.status, button).toBe(403);
      expect(refused.document.querySelector("form.write")?.hasAttribute("hidden")).toBe(true);
      expect(refused.main).toContain("This text belongs to another user");
    }
    expect(await app.db.selectFrom("tweets").selectAll().execute()).toEqual([]);
    expect(await app.db.selectFrom("media").selectAll().execute()).toEqual([]);
    const { press } = await desk();
    const again = await press(await bobs.press(page, "draft", { part_1: "Alice's words" }), "count");
    expect([again.status, partsIn(again)]).toEqual([200, ["Alice's words"]]);
    expect(again.document.querySelector("form.write")?.hasAttribute("hidden")).toBe(false);
  });

  it("or of another site shows none of its text", async () => {
    const { open, send, press } = await desk();
    const page = await press(await open(), "count", { part_1: "Planted words", ...asAlice() });
    for (const headers of [{ "sec-fetch-site": "cross-site" }, { "sec-fetch-site": "same-site" }]) {
      const refused = await send(page, "draft", headers);
      expect(refused.status).toBe(403);
      expect(refused.html).not.toContain("Planted words");
      expect(alertsIn(refused)).toContain("This request came from another site");
    }
    expect(await all()).toEqual([]);
  });
});

describe("a form whose tweet isn't as the form has it", () => {
  it("keeps its time where no one, or another user, was signed in the meantime", async () => {
    const { tweetId, place } = await save(["Bees keep us."], { choice: "random", timeZone: null });
    const { open, press, browser } = await desk();
    const page = await open(`/write?tweet=${tweetId}`);
    browser.cookies.clear();
    const out = await press(page, "schedule", { part_1: "Bees keep us all." });
    expect([out.status, valuesIn(out)["when"]]).toEqual([401, "keep"]);
    const bob = await makePerson(app, "bob");
    const bobs = await (await atDesk(app, bob.sessionId)).press(out, "schedule");
    expect([bobs.status, valuesIn(bobs)["when"]]).toEqual([403, "keep"]);
    const again = await desk();
    expect((await again.press(bobs, "schedule")).status).toBe(303);
    expect(await read(tweetId)).toMatchObject({ content: "Bees keep us all.", dueAt: place?.executeAt });
  });

  it("shows a part that was posted in the meantime as it was posted, and saves the rest", async () => {
    const { tweetId } = await save(["One", "Two", "Three"], draft);
    const { open, press } = await desk();
    const page = await open(`/write?tweet=${tweetId}`);
    await publishNow(app, { userId: alice.user.id, tweetId, account: null });
    const refused = await press(page, "schedule", { part_1: "One, changed", part_3: "Three, better" });
    expect(refused.status).toBeGreaterThanOrEqual(400);
    expect(partsIn(refused)).toEqual(["One", "Two", "Three, better"]);
  });

  it("of a tweet that was posted or deleted becomes a new one", async () => {
    const { open, press } = await desk();
    for (const end of ["posted", "trash"] as const) {
      const { tweetId } = await save([`Bees, ${end}`], draft);
      const page = await open(`/write?tweet=${tweetId}`);
      if (end === "posted") await publishNow(app, { userId: alice.user.id, tweetId, account: null });
      else await moveToTrash(app, { userId: alice.user.id, tweetId });
      const refused = await press(page, "draft", { part_1: `Mine, ${end}` });
      expect(refused.document.querySelector("[name=do][value=make-new]"), end).not.toBeNull();
      expect((await press(await press(refused, "make-new"), "draft")).status).toBe(303);
      expect(await all()).toContainEqual([`Mine, ${end}`, "pending"]);
    }
  });

  it("isn't unscheduled by a form that didn't see it scheduled", async () => {
    network.faults.push(answered(403, { detail: "No.", type: "about:blank", status: 403 }));
    const { open, press } = await desk();
    const refused = await press(await open(), "now", { part_1: "Bees keep us.", ...asAlice() });
    const tweetId = await idOf();
    await addToTimeline(app, { userId: alice.user.id, tweetId, account: null, timeZone: null });
    expect((await press(refused, "draft")).status).toBe(409);
    expect(await all()).toEqual([["Bees keep us.", "scheduled"]]);
  });

  it("offers another account where its own isn't connected any longer", async () => {
    const { open, press } = await desk();
    const page = await open();
    await unlink(app, alice.user.id, account.networkUserId);
    const refused = await press(page, "schedule", { part_1: "Bees keep us.", ...asAlice() });
    expect(refused.status).toBeGreaterThanOrEqual(400);
    const select = refused.document.querySelector("select[name=account]");
    expect(select?.textContent).toContain("An account that isn’t connected");
    expect((await press(refused, "schedule", { account: other.networkUserId })).status).toBe(303);
  });
});

it("takes four images of a part and no more, however many are sent", async () => {
  const { open, press } = await desk();
  let page = await open();
  for (let no = 1; no <= 5; no++)
    page = await press(page, "count", { part_1: "Birds", images_1: await makePicture({ width: 50 + no, height: 40 }) });
  expect(alertsIn(page)).toContain("Image 1 of part 1");
  expect(Object.keys(valuesIn(page)).filter((name) => name.startsWith("media_1_"))).toHaveLength(4);
  expect(await app.db.selectFrom("media").selectAll().execute()).toHaveLength(4);
});
