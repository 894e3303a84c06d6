// POST /images: who may change whose pictures, what two tabs do to each other, and that nothing typed is lost by a refusal.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { moveToTrash } from "~/features/ideas/ideas.server";
import { maxUploadBytes, mediaMessages } from "~/features/media/media";
import { disablePerson } from "~/features/people/people.server";
import { changePictures, publishNow, writeTweet } from "~/features/publishing/publishing.server";
import { callMessages } from "~/ground/messages";
import { uploadBounds, uploadMessages } from "~/http/api/upload.server";
import * as route from "~/routes/images";
import { givePicture } from "~tests/support/calls/api-cast";
import { createTestApp, type TestApp } from "~tests/support/app";
import { call, cookieFor, sameOrigin } from "~tests/support/calls/call";
import { everyRow } from "~tests/support/databases/database";
import { linkAccount, makePerson, type Person } from "~tests/support/people/make";
import { documentOf } from "~tests/support/document";
import { makePicture } from "../../features/media/hostile";
import { browse } from "../support/browse";
import { openAddress, post, send, type Sent } from "./form";

let app: TestApp;
let alice: Person;
let bob: Person;
let tweetId: number;

beforeEach(async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "linnet-images-"));
  const made = await createTestApp({ config: { dataDir, images: "on" } });
  onTestFinished(async () => {
    await made.close();
    rmSync(dataDir, { recursive: true, force: true });
  });
  app = made;
  [alice, bob] = [await makePerson(app, "alice"), await makePerson(app, "bob")];
  await linkAccount(app, alice, "alice_first");
  const account = await linkAccount(app, alice, "alice_second");
  await linkAccount(app, bob, "bob_x");
  const userId = alice.user.id;
  tweetId = (await writeTweet(app, { userId, content: "A tweet of hers", account: account.networkUserId })).id;
});

const back = () => `/timeline?tweet=${tweetId}&pictures=${tweetId}`;
const fields = (more: Record<string, string> = {}) => ({ tweet_id: String(tweetId), back: back(), ...more });
const give = (name: string, person = alice) => givePicture(app, person.user.id, name);
const put = (...chosen: [mediaId: string, altText: string][]) =>
  changePictures(app, { userId: alice.user.id, tweetId }, () =>
    chosen.map(([mediaId, altText]) => ({ mediaId, altText })),
  );
const present = async (): Promise<[string, string][]> => {
  const rows = await app.db.selectFrom("tweet_media").selectAll().orderBy("position").execute();
  return rows.map((row) => [row.media_id, row.alt_text]);
};
const small = (width = 60) => makePicture({ width, height: 40 });
const mine = (more: Omit<Sent, "sessionId">): Sent => ({ sessionId: alice.sessionId, ...more });

describe("who", () => {
  let wren: string;
  beforeEach(async () => {
    wren = await give("wren");
    await put([wren, "A wren"]);
  });
  const all = () => fields({ media_1: wren, was_alt_1: "A wren", kept_alt_1: "Somebody else's words" });

  it("the owner changes what is hers", async () => {
    expect(await send(app, mine({ fields: all() }))).toMatchObject({ status: 200, error: null });
    expect(await present()).toEqual([[wren, "Somebody else's words"]]);
  });

  /** That somebody sent something counts for their limit. */
  const everyOther = async () => ({ ...(await everyRow(app.db)), rate_limits: [] });

  const refusals: Record<string, () => Promise<{ sent: Partial<Sent>; status: number; error: string }>> = {
    nobody: () => Promise.resolve({ sent: { sessionId: null }, status: 401, error: callMessages.notSignedIn }),
    "a session that was never one": () =>
      Promise.resolve({ sent: { sessionId: "made up" }, status: 401, error: callMessages.notSignedIn }),
    "another person": () =>
      Promise.resolve({ sent: { sessionId: bob.sessionId }, status: 404, error: "Tweet not found." }),
    "the owner, signed in, from another site": () =>
      Promise.resolve({ sent: { headers: { "sec-fetch-site": "cross-site" } }, status: 403, error: "another site" }),
    "the owner, from who knows where": () =>
      Promise.resolve({ sent: { headers: { "sec-fetch-site": "none" } }, status: 403, error: "another site" }),
    "the owner, once disabled": async () => {
      await disablePerson(app, alice.user.id, null);
      return { sent: {}, status: 401, error: callMessages.notSignedIn };
    },
  };

  it.each(Object.keys(refusals))("%s is refused, with a script and without, and no row changes", async (name) => {
    const { sent, status, error } = (await refusals[name]?.()) ?? expect.fail();
    const before = await everyOther();
    const whole = { ...mine({ fields: all() }), ...sent };
    expect(await send(app, whole)).toMatchObject({ status, error: expect.stringContaining(error), added: [] });
    expect(await post(app, whole)).toMatchObject({ status: 303, error: expect.stringContaining(error), message: "" });
    expect(await everyOther()).toEqual(before);
  });

  it("another's pictures are neither shown, described, removed nor put into a tweet of one's own", async () => {
    const content = "A tweet of his";
    const own = await writeTweet(app, { userId: bob.user.id, content, account: null });
    const before = await everyOther();
    for (const off of [{}, { off_1: "on" }] as Record<string, string>[]) {
      const named = { ...all(), tweet_id: String(own.id), ...off };
      await send(app, { sessionId: bob.sessionId, fields: named });
      expect(await present()).toEqual([[wren, "A wren"]]);
    }
    const without = (rows: typeof before) => JSON.stringify(rows).replaceAll(/"updated_at":\d+/g, "");
    expect(without(await everyOther())).toBe(without(before));
  });

  it("an address that is opened leads to the timeline, whoever opens it", async () => {
    for (const sessionId of [null, bob.sessionId, alice.sessionId]) {
      const answer = await openAddress(app, sessionId);
      expect([answer.status, answer.headers.get("location")]).toEqual([303, "/timeline"]);
    }
  });

  it.each(["https://evil.example/", "//evil.example", "/\\evil.example", "evil", ""])(
    "nobody is led from here to %j",
    async (place) => {
      const { to } = await post(app, mine({ fields: { ...all(), back: place } }));
      expect(to).toMatch(/^\/(?![/\\])/);
    },
  );
});

describe("two tabs", () => {
  let wren: string;
  let robin: string;
  beforeEach(async () => {
    [wren, robin] = [await give("wren"), await give("robin")];
    await put([wren, "A wren"], [robin, "A robin"]);
  });
  const shown = (more: Record<string, string> = {}) =>
    fields({
      ...{ media_1: wren, was_alt_1: "A wren", kept_alt_1: "A wren" },
      ...{ media_2: robin, was_alt_2: "A robin", kept_alt_2: "A robin" },
      ...more,
    });

  it("what the other described stays where this one typed nothing", async () => {
    await put([wren, "A wren on a wire\nin the rain"], [robin, "A robin"]);
    const { message } = await send(app, mine({ fields: shown({ kept_alt_2: "A robin, red" }) }));
    expect(message).toBe("Images saved.");
    expect(await present()).toEqual([
      [wren, "A wren on a wire\nin the rain"],
      [robin, "A robin, red"],
    ]);
  });

  it("where both described the same picture the later words stand, and it is said", async () => {
    await put([wren, "A wren on a wire"], [robin, "A robin"]);
    const { message } = await post(app, mine({ fields: shown({ kept_alt_1: "A wren at dawn" }) }));
    expect(message).toBe("Images saved. The alt text of image 1 changed in the meantime. Yours replaced it.");
    expect((await present())[0]).toEqual([wren, "A wren at dawn"]);
  });

  it("what the other removed stays away, and it is said; what it added stays", async () => {
    const tern = await give("tern");
    await put([robin, "A robin"], [tern, "A tern"]);
    const { message } = await post(app, mine({ fields: shown({ kept_alt_1: "A wren at dawn" }) }));
    expect(message).toBe("Images saved. Image 1 was removed in the meantime.");
    expect(await present()).toEqual([
      [robin, "A robin"],
      [tern, "A tern"],
    ]);
  });

  it("four that the other has added leave no place: it is said, and what was typed comes back", async () => {
    await put([wren, "A wren"], [robin, "A robin"], [await give("tern"), ""], [await give("rook"), ""]);
    const typed = shown({ kept_alt_2: "A robin, red", alt_1: "A crow" });
    const came = await post(app, mine({ fields: typed, files: { image_1: await small() } }));
    expect(came).toMatchObject({ error: mediaMessages.tooMany, to: back() });
    const unticked = { [`kept_ai_${wren}`]: "", [`kept_ai_${robin}`]: "" };
    expect(came.values).toEqual({ ...unticked, alt_1: "A crow", [`kept_alt_${robin}`]: "A robin, red" });
    expect(await present()).toHaveLength(4);
  });

  it.each([
    ["posted", () => publishNow(app, { userId: alice.user.id, tweetId, account: null })],
    ["discarded", () => moveToTrash(app, { userId: alice.user.id, tweetId })],
  ])("a tweet that the other has %s is left as it is, and what was typed comes back", async (_name, work) => {
    await app.db.deleteFrom("tweet_media").execute();
    await work();
    const came = await post(app, mine({ fields: fields({ alt_1: "A crow" }) }));
    expect(came.error).not.toBe("");
    expect(came).toMatchObject({ to: back(), values: { alt_1: "A crow" }, message: "" });
    expect(await present()).toEqual([]);
  });
});

describe("what can't be taken", () => {
  it("over the quota is said by its number; what fits is kept, and no word is lost", async () => {
    const [one, two] = [await small(), await makePicture({ width: 900, height: 900, noise: true, format: "png" })];
    Object.assign(app.config, { imageQuotaBytes: 100_000 });
    const typed = fields({ alt_1: "Small", alt_2: "Large" });
    const came = await post(app, mine({ fields: typed, files: { image_1: one, image_2: two } }));
    expect(came.error).toMatch(/^Image 2: Your images can take up to .+ MB\. Delete some first\.$/);
    expect(came.values).toMatchObject({ alt_2: "Large" });
    expect((await present()).map(([, altText]) => altText)).toEqual(["Small"]);
  });

  it("is a byte over 10 MB: called too large and not kept, though a sound picture stands in what came", async () => {
    const [one, other] = [await small(), await small(70)];
    const padded = (picture: Buffer, length: number) => Buffer.concat([picture, Buffer.alloc(length - picture.length)]);
    const image_1 = padded(one, maxUploadBytes + 1);
    const typed = fields({ alt_1: "A wren that is too large", alt_2: "A wren of just ten" });
    const error = `Image 1: ${mediaMessages.tooLarge}`;
    const files = { image_1, image_2: padded(other, maxUploadBytes) };
    expect(await send(app, mine({ fields: typed, files }))).toMatchObject({ error, added: ["image_2"] });
    expect((await present()).map(([, alt]) => alt)).toEqual(["A wren of just ten"]);
    const came = await post(app, mine({ fields: typed, files: { image_1 } }));
    expect(came).toMatchObject({ error, to: back(), values: { alt_1: "A wren that is too large" } });
    expect(await present()).toHaveLength(1);
  });

  it("is more than four: said, and no word is lost", async () => {
    const one = await small();
    const five = Object.fromEntries([1, 2, 3, 4, 5].map((n) => [`image_${n}`, one]));
    const came = await post(app, mine({ fields: fields({ alt_1: "A crow", alt_4: "A rook" }), files: five }));
    expect(came).toMatchObject({ error: "This form has too many fields.", to: back() });
    expect(came.values).toEqual({ alt_1: "A crow", alt_4: "A rook" });
    expect(await present()).toEqual([]);
  });

  it("is more than four: the window comes back with every field and every box of it as it was filled in", async () => {
    const [wren, crow] = [await give("wren"), await give("crow")];
    await changePictures(app, { userId: alice.user.id, tweetId }, () => [
      { mediaId: wren, altText: "A wren", madeWithAi: true },
      { mediaId: crow, altText: "A crow" },
    ]);
    const filled = {
      kept_alt_1: "A wren on a wire",
      kept_alt_2: "A crow on a roof",
      kept_ai_2: "on",
      off_2: "on",
      alt_1: "A rook",
      alt_2: "A jay",
      ai_2: "on",
    };
    const shown = { media_1: wren, was_alt_1: "A wren", media_2: crow, was_alt_2: "A crow" };
    const one = await small();
    const five = Object.fromEntries([1, 2, 3, 4, 5].map((n) => [`image_${n}`, one]));
    const came = await post(app, mine({ fields: fields({ ...shown, ...filled }), files: five }));
    const browser = await browse(app, alice.sessionId);
    const [, name = "", value = ""] = /^([^=]+)=(.*)$/.exec(came.cookie) ?? [];
    browser.cookies.set(name, value);
    const page = await browser.get(came.to ?? "");
    const form = documentOf(page.html).querySelector('form[action="/images"]');
    const held = [...(form?.querySelectorAll<HTMLInputElement>("textarea, input[type=checkbox]") ?? [])];
    expect(held.map((field) => field.name)).toEqual([
      ...["kept_alt_1", "kept_ai_1", "off_1", "kept_alt_2", "kept_ai_2", "off_2"],
      ...["alt_1", "ai_1", "alt_2", "ai_2"],
    ]);
    const isHeld = (field: HTMLInputElement) => field.type !== "checkbox" || field.hasAttribute("checked");
    expect(Object.fromEntries(held.filter(isHeld).map((field) => [field.name, field.value]))).toEqual(filled);
  });

  it("while others of theirs are received for long is asked to come again, and no word is lost", async () => {
    const cookie = await cookieFor(app, alice.sessionId);
    const { maxWait } = uploadBounds;
    onTestFinished(() => void (uploadBounds.maxWait = maxWait));
    uploadBounds.maxWait = 50;
    const ends: (() => void)[] = [];
    const slow = [1, 2].map(() => {
      const body = new ReadableStream({ start: (stream) => void ends.push(() => stream.close()) });
      const headers = { ...sameOrigin, cookie, "content-type": "multipart/form-data; boundary=x" };
      const init = { method: "POST", headers, body, duplex: "half" };
      const request = new Request("http://localhost:3000/images", init as RequestInit);
      return route.action({ request, params: {}, context: {} });
    });
    await new Promise((resolve) => setTimeout(resolve, 100));
    const came = await post(app, mine({ fields: fields({ alt_1: "A crow" }), files: { image_1: await small() } }));
    expect(came).toMatchObject({ error: uploadMessages.busy, to: back(), values: { alt_1: "A crow" } });
    for (const end of ends) end();
    await Promise.all(slow);
    expect(await present()).toEqual([]);
  });

  it("broke off in the middle: what came until then is not lost, and nothing is changed", async () => {
    const head = (name: string) => `--x\r\nContent-Disposition: form-data; name="${name}"`;
    const text = [
      `${head("tweet_id")}\r\n\r\n${tweetId}\r\n${head("back")}\r\n\r\n${back()}\r\n${head("alt_1")}\r\n\r\nA crow\r\n`,
      `${head("image_1")}; filename="a.jpg"\r\nContent-Type: image/jpeg\r\n\r\n\xff\xd8\xff`,
    ];
    const headers = { accept: "text/html", "content-type": "multipart/form-data; boundary=x", ...sameOrigin };
    const cookie = await cookieFor(app, alice.sessionId);
    const body = Buffer.from(text.join(""), "latin1");
    const answer = await call(route, "/images", { method: "POST", body, headers: { ...headers, cookie } });
    expect([answer.status, answer.headers.get("location")]).toEqual([303, back()]);
    expect(await present()).toEqual([]);
    expect(await app.db.selectFrom("media").selectAll().execute()).toEqual([]);
  });
});
