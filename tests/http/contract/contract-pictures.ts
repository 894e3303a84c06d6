// The walk over pictures: sent, read, put into tweets and parts of threads, deleted. By bob.
import { expect, it } from "vitest";
import { cleaning } from "~/features/media/clean.server";
import { aFile, givePicture } from "~tests/support/calls/api-cast";
import { uploadBounds } from "~/http/api/upload.server";
import { makePicture } from "~tests/features/media/hostile";
import { cast, send } from "./contract-walk";

const as = (method: string, path: string, json?: unknown) =>
  send(method, path, json === undefined ? {} : { json }, cast.bob.key);
const upload = (body: Buffer, type = "image/png", key = cast.bob.key) =>
  send("POST", "/api/media", { body: new Uint8Array(body), headers: { "content-type": type } }, key);

export function pictures(): void {
  it("is cleaned and kept once, and read by whose it is alone", async () => {
    const bytes = await makePicture({ width: 40, height: 30, format: "png" });
    const first = await upload(bytes);
    expect(first.status).toBe(201);
    expect((await send("POST", "/api/media", { json: {} }, cast.bob.key)).status).toBe(415);
    const { media_id: id, ...told } = first.body as Record<string, unknown>;
    expect(told).toMatchObject({
      width: 40,
      height: 30,
      content_type: "image/png",
      url: `http://localhost:3000/api/media/${String(id)}`,
    });
    const again = await upload(bytes, "application/octet-stream");
    expect([again.status, again.body["media_id"]]).toEqual([200, id]);
    const read = await as("GET", `/api/media/${String(id)}`);
    expect([read.status, read.headers.get("content-type")]).toEqual([200, "image/png"]);
    expect(read.headers.get("cache-control")).toBe("private, no-cache");
    const known = { headers: { "if-none-match": read.headers.get("etag") ?? "" } };
    expect((await send("GET", `/api/media/${String(id)}`, known, cast.bob.key)).status).toBe(304);
    expect((await send("GET", `/api/media/${String(id)}`, known, cast.alice.key)).status).toBe(404);
    const preview = await as("GET", `/api/media/${String(id)}?size=preview`);
    expect([preview.status, preview.headers.get("content-type")]).toEqual([200, "image/jpeg"]);
    expect((await send("GET", `/api/media/${String(id)}`, {}, cast.alice.key)).status).toBe(404);
    expect((await as("GET", `/api/media/${String(id)}?size=huge`)).status).toBe(422);
    expect((await as("DELETE", `/api/media/${String(id)}`)).status).toBe(200);
    expect((await as("GET", `/api/media/${String(id)}`)).status).toBe(404);
  });

  it("says what is wrong with one that can't be kept", async () => {
    const statusOf = async (...sent: Parameters<typeof upload>) => (await upload(...sent)).status;
    expect(await statusOf(Buffer.from("<svg/>"), "image/png")).toBe(415);
    expect(await statusOf(Buffer.from("GIF89a and more"), "image/png")).toBe(415);
    expect(await statusOf(aFile.body, "text/plain")).toBe(415);
    expect(await statusOf(await makePicture({ width: 7, height: 3 }), "image/jpg"), "what programs call it").toBe(201);
    expect(await statusOf(Buffer.alloc(0))).toBe(422);
    expect(await statusOf(Buffer.alloc(10 * 1024 * 1024 + 1))).toBe(413);
    // Cut off behind its head.
    expect(await statusOf((await makePicture({ width: 40, height: 30 })).subarray(0, 60))).toBe(422);
    expect(await statusOf(aFile.body, "image/jpeg", "a wrong key")).toBe(401);
    const { maxTimeMs } = cleaning;
    cleaning.maxTimeMs = 1;
    expect(await statusOf(await makePicture({ width: 6, height: 3 }))).toBe(504);
    cleaning.maxTimeMs = maxTimeMs;
    const images = cast.app.config.images;
    cast.app.config.images = "off";
    expect(await statusOf(await makePicture({ width: 4, height: 3 }))).toBe(503);
    cast.app.config.images = images;
    const quota = cast.app.config.imageQuotaBytes;
    cast.app.config.imageQuotaBytes = 1;
    expect(await statusOf(await makePicture({ width: 5, height: 3 }))).toBe(409);
    cast.app.config.imageQuotaBytes = quota;
  });

  it("stands in a tweet, with its words, and in a part of a thread", async () => {
    const wren = await givePicture(cast.app, cast.bob.user.id, "a wren");
    const robin = await givePicture(cast.app, cast.bob.user.id, "a robin");
    const media = [{ media_id: wren, alt_text: "A wren on a wire", made_with_ai: true }, { media_id: robin }];
    const written = await as("POST", "/api/questions/tweet", { tweet_content: "Two birds.", media });
    expect(written.status).toBe(201);
    expect(written.body.data).toMatchObject({
      media: [
        {
          media_id: wren,
          alt_text: "A wren on a wire",
          width: 4,
          height: 3,
          made_with_ai: true,
          url: `http://localhost:3000/api/media/${wren}`,
        },
        { media_id: robin, alt_text: "", made_with_ai: false },
      ],
      price_usd: 0.03,
    });
    const at = `/api/questions/tweet/${String(written.body.data["id"])}`;
    expect((await as("DELETE", `/api/media/${wren}`)).status).toBe(409);
    const kept = await as("PUT", at, { tweet_content: "Two small birds." });
    expect(kept.body.data["media"]).toHaveLength(2);
    const others = await as("PUT", at, { tweet_content: "Two small birds.", media: [{ media_id: robin }] });
    expect(others.body.data).toMatchObject({ media: [{ media_id: robin }] });
    const none = await as("PUT", at, { tweet_content: "Two small birds.", media: [] });
    expect(none.body.data["media"]).toEqual([]);
    const strange = await as("PUT", at, {
      tweet_content: "Two small birds.",
      media: [{ media_id: robin }, { media_id: cast.alice.mediaId }],
    });
    expect(strange.status).toBe(422);
    expect(strange.body["detail"]).toEqual([{ loc: ["body", "media", 1], msg: "Image not found.", type: "invalid" }]);
    const parts = ["Birds come.", { tweet_content: "Birds go.", media: [{ media_id: robin, alt_text: "It goes" }] }];
    const thread = await as("POST", "/api/questions/thread", { parts });
    expect(thread.status).toBe(201);
    expect(thread.body.data).toMatchObject({
      media: [],
      price_usd: 0.04,
      thread: { parts: [{ media: [] }, { media: [{ media_id: robin, alt_text: "It goes" }] }] },
    });
    const wrong = [parts[0], { tweet_content: "Birds go.", media: [{ media_id: cast.alice.mediaId }] }];
    const refused = await as("PUT", `/api/questions/thread/${String(thread.body.data["id"])}`, { parts: wrong });
    expect(refused.body["detail"]).toEqual([
      { loc: ["body", "parts", 1], msg: "Part 2: Image not found.", type: "invalid" },
    ]);
  });

  it("waits for its turn where others of theirs are sent, and is told where that takes too long", async () => {
    const bytes = await makePicture({ width: 41, height: 30 });
    const many = () => Promise.all(Array.from({ length: 6 }, () => upload(bytes).then(({ status }) => status)));
    expect((await many()).filter((status) => status > 201)).toEqual([]);
    const { maxWait } = uploadBounds;
    uploadBounds.maxWait = 1;
    try {
      expect(new Set(await many())).toEqual(new Set([200, 429]));
    } finally {
      uploadBounds.maxWait = maxWait;
    }
  });
}
