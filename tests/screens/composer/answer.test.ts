// What the composer says after a button: the sentence, the undo, the way on, and what of the form it then has.
import { describe, expect, it } from "vitest";
import sharp from "sharp";
import { emptyTrash, moveToTrash } from "~/features/ideas/ideas.server";
import { pauseAccount, postSoon } from "~/features/publishing/publishing.server";
import { addToTimeline } from "~/features/scheduling/scheduling.server";
import { hours } from "~/ground/time/duration";
import { localTextOf } from "~/ground/time/zone";
import { emptyRead, formIn } from "~/screens/composer/read.server";
import { readFlash } from "~/screens/forms/flash.server";
import { makePicture } from "../../features/media/hostile";
import {
  account,
  alice,
  all,
  app,
  draft,
  other,
  random,
  read,
  save,
  setStage,
} from "../../features/scheduling/compose-stage";
import { asAlice, type Desk, desk, valuesIn } from "./pages";

setStage();

/** What the next page says. */
function told({ cookies }: Desk["browser"]) {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  return readFlash(new Request("http://localhost:3000/", { headers: { cookie } }), app.config);
}

describe("what the next page says", () => {
  it("offers to take the time back, on a page that takes the form of a tweet and on no other", async () => {
    const { open, press, browser } = await desk();
    const moment = (n: number) => localTextOf(app.clock.now() + hours(n), "UTC");
    const pages = { "/timeline": true, "/ideas?page=2": true, "/settings/hours": false, "/ideas-of-others": false };
    for (const [no, [back, isOffered]] of Object.entries(pages).entries()) {
      const path = `/write?${new URLSearchParams({ back })}`;
      const values = { part_1: `To ${back}`, when: "exact", moment: moment(30 + no), ...asAlice() };
      expect((await press(await open(path), "schedule", values)).to).toBe(back);
      const flash = await told(browser);
      expect(flash?.message).toMatch(/^Scheduled for /);
      expect(flash?.undo !== undefined, back).toBe(isOffered);
    }
  });

  it("names an image that became white where it was transparent, and no other", async () => {
    const { open, press, browser } = await desk();
    const clear = sharp({ create: { width: 50, height: 50, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } });
    await press(await open(), "draft", { part_1: "Clear", images_1: await clear.webp().toBuffer(), ...asAlice() });
    expect((await told(browser))?.message).toBe("Draft saved. Transparent areas are now white.");
    const opaque = await makePicture({ width: 60, height: 40 });
    await press(await open(), "draft", { part_1: "Opaque", images_1: opaque, ...asAlice() });
    expect((await told(browser))?.message).toBe("Draft saved");
  });

  it("calls a tweet that lost its time unscheduled, and a draft saved", async () => {
    const { tweetId } = await save(["Bees keep us."], random);
    const { open, press, browser } = await desk();
    await press(await open(`/write?tweet=${tweetId}`), "draft");
    expect((await told(browser))?.message).toBe("Unscheduled. The text is a draft.");
    await press(await open(`/write?tweet=${tweetId}`), "draft", { part_1: "Bees keep us all." });
    expect((await told(browser))?.message).toBe("Draft saved");
  });
});

describe("a tweet that isn't as it was when the form was opened", () => {
  it("and that no longer exists can be saved as a new one", async () => {
    const { tweetId } = await save(["Bees keep us."], draft);
    const { open, press } = await desk();
    const page = await open(`/write?tweet=${tweetId}`);
    await moveToTrash(app, { userId: alice.user.id, tweetId });
    await emptyTrash(app, alice.user.id);
    const refused = await press(page, "draft", { part_1: "Mine" });
    expect(refused.status).toBe(404);
    expect(refused.document.querySelector("[name=do][value=make-new]")).not.toBeNull();
    expect((await press(await press(refused, "make-new"), "draft")).status).toBe(303);
    expect(await all()).toEqual([["Mine", "pending"]]);
  });

  it("and that was scheduled since is unscheduled by who keeps their text and saves it as a draft", async () => {
    const { tweetId } = await save(["Bees keep us."], draft);
    const { open, press } = await desk();
    const page = await open(`/write?tweet=${tweetId}`);
    await addToTimeline(app, { userId: alice.user.id, tweetId, account: null, timeZone: null });
    const refused = await press(page, "draft", { part_1: "Mine" });
    expect(refused.status).toBe(409);
    expect((await press(await press(refused, "keep-mine"), "draft")).status).toBe(303);
    expect(await all()).toEqual([["Mine", "pending"]]);
  });

  it("says that it, or its thread, is being posted while its five seconds run", async () => {
    const { open } = await desk();
    for (const texts of [["Bees keep us."], ["One", "Two"]]) {
      const { tweetId } = await save(texts, draft);
      await postSoon(app, { userId: alice.user.id, tweetId, account: null });
      const page = await open(`/write?tweet=${tweetId}`);
      expect(page.main, texts[0]).toContain("This tweet is being posted.");
      expect(page.document.querySelector("form.write")).toBeNull();
    }
  });
});

it("adds images to a scheduled tweet and leaves its time, whatever time the form has chosen since", async () => {
  const { tweetId, place } = await save(["Bees keep us."], random);
  const { open, press } = await desk();
  const values = { part_1: "Bees keep us all.", when: "random" };
  expect((await press(await open(`/write?tweet=${tweetId}`), "add-images", values)).status).toBe(303);
  expect(await read(tweetId)).toMatchObject({
    content: "Bees keep us all.",
    state: "scheduled",
    dueAt: place?.executeAt,
  });
});

it("names the account of a tweet that is paused, and doesn't say that it isn't connected", async () => {
  const { tweetId } = await save(["Bees keep us."], draft);
  await pauseAccount(app, alice.user.id, account.networkUserId);
  const { open } = await desk();
  const page = await open(`/write?tweet=${tweetId}`);
  expect(valuesIn(page)["account"]).toBe(account.networkUserId);
  const names = [...page.document.querySelectorAll("select[name=account] option")].map((option) => option.textContent);
  expect(names.toSorted()).toEqual(["@alice_default", "@alice_x"]);
  const fresh = await open();
  expect(fresh.document.querySelector("select[name=account]")).toBeNull();
  expect(valuesIn(fresh)["account"]).toBe(other.networkUserId);
});

describe("images that come with a form", () => {
  it("are counted one by one, whether the form is short or long", async () => {
    Object.assign(app.config, { rateLimits: true });
    const { open, send } = await desk();
    const counted = async () => {
      const rows = await app.db.selectFrom("rate_limits").selectAll().where("key", "like", "uploads:%").execute();
      return rows.map(({ points }) => points);
    };
    const values = { part_1: "A bird", images_1: await makePicture({ width: 60, height: 40 }), ...asAlice() };
    await send(await open(), "count", { "content-length": "9000" }, values);
    expect(await counted()).toEqual([1]);
    await send(await open(), "count", { "content-length": "900000" }, values);
    expect(await counted()).toEqual([2]);
  });

  it("are those of the part whose number they have", () => {
    const fields = new Map(Object.entries({ part_1: "One", part_3: "Three" }));
    const form = formIn({ ...emptyRead(), fields, added: new Map([[3, ["wren"]]]) });
    expect(form.parts.map(({ text, images }) => [text, images.map(({ mediaId }) => mediaId)])).toEqual([
      ["One", []],
      ["Three", ["wren"]],
    ]);
  });
});
