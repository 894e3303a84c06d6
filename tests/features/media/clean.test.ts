// Cleaning a picture: what comes out is a picture and nothing else, what can't be cleaned is refused, and no child that breaks takes anybody along.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { describe, expect, it, onTestFinished } from "vitest";
import sharp from "sharp";
import { type Cleaned, cleanPicture } from "~/features/media/clean.server";
import { mediaMessages, typeOf } from "~/features/media/media";
import { AppError } from "~/ground/errors";
import {
  animated,
  disguised,
  encode,
  formats,
  hostilePicture,
  makeAnimatedWebp,
  makePicture,
  makeTalkative,
  numbersFrom,
  paint,
  secret,
  withChunks,
  withSegments,
} from "./hostile";
import { wordsBeside } from "./inside";

const refusalOf = (cleaning: Promise<unknown>): Promise<Pick<AppError, "code" | "message">> =>
  cleaning.then(
    () => expect.fail("it was cleaned"),
    (error: unknown) => {
      if (!(error instanceof AppError)) throw error;
      return { code: error.code, message: error.message };
    },
  );

const pixelsOf = async (bytes: Buffer) => {
  const { data, info } = await sharp(bytes).toColourspace("srgb").raw().toBuffer({ resolveWithObject: true });
  return {
    info,
    at: (x: number, y: number) => [...data.subarray((y * info.width + x) * info.channels).subarray(0, 3)],
  };
};

/** It can be read to its end, says what its head says, and has nothing beside its pixels. */
async function requireClean({ picture, preview, type, width, height }: Cleaned): Promise<void> {
  for (const bytes of [picture, preview]) {
    expect(wordsBeside(bytes)).toEqual([]);
    expect(bytes.includes(secret)).toBe(false);
    const { exif, icc, xmp, iptc, comments, orientation } = await sharp(bytes).metadata();
    expect({ exif, icc, xmp, iptc, comments, orientation }).toEqual({});
  }
  expect(typeOf(picture)).toBe(type);
  const { info } = await pixelsOf(picture);
  expect({ width: info.width, height: info.height }).toEqual({ width, height });
  expect(Math.max(width, height)).toBeLessThanOrEqual(2_560);
  expect(picture.length).toBeLessThanOrEqual(type === "png" ? 2_000_000 : 3_000_000);
  const { width: previewWidth = 0, height: previewHeight = 0 } = await sharp(preview).metadata();
  expect(Math.max(previewWidth, previewHeight)).toBeLessThanOrEqual(320);
}

describe("nothing of what a file says beside its pixels leaves", () => {
  it.each(formats)("EXIF with a place, XMP and a profile in a %s", async (format) => {
    const bytes = await makeTalkative(format);
    expect(bytes.includes(secret)).toBe(true);
    await requireClean(await cleanPicture(bytes));
  });

  it("comments and IPTC in a JPEG, text before and behind the end of a PNG", async () => {
    const spoken = [withSegments(await makePicture()), withChunks(await makePicture({ format: "png" }))];
    for (const bytes of spoken) {
      expect(wordsBeside(bytes)).not.toEqual([]);
      await requireClean(await cleanPicture(bytes));
    }
  });

  it.each(formats)("another file behind a %s", async (format) => {
    const html = `<script>alert("${secret}")</script>PK\x05\x06`;
    const both = Buffer.concat([await makePicture({ format }), Buffer.from(html)]);
    await requireClean(await cleanPicture(both));
  });
});

describe("a picture is turned upright", () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8])("orientation %i", async (orientation) => {
    const width = 60;
    const corner = { create: { width: 20, height: 20, channels: 3 as const, background: "#f00" } };
    const drawn = sharp({ create: { width, height: 40, channels: 3, background: "#00f" } })
      .composite([{ input: await sharp(corner).png().toBuffer(), top: 0, left: 0 }])
      .withMetadata({ orientation });
    const cleaned = await cleanPicture(await drawn.png().toBuffer());
    const isOnItsSide = orientation >= 5;
    expect(cleaned).toMatchObject(isOnItsSide ? { width: 40, height: 60 } : { width: 60, height: 40 });
    // Where EXIF says that the file's first row and column are.
    const isBelow = [3, 4, 7, 8].includes(orientation);
    const isRight = [2, 3, 6, 7].includes(orientation);
    const { at } = await pixelsOf(cleaned.picture);
    expect(at(isRight ? cleaned.width - 5 : 5, isBelow ? cleaned.height - 5 : 5)).toEqual([255, 0, 0]);
    expect(at(isRight ? 5 : cleaned.width - 5, isBelow ? 5 : cleaned.height - 5)).toEqual([0, 0, 255]);
  });
});

describe("what comes out", () => {
  it("is a PNG where a PNG is small, and has its transparent parts", async () => {
    const cleaned = await cleanPicture(await encode(paint({ channels: 4 }), "png"));
    expect(cleaned).toMatchObject({ type: "png", width: 320, height: 200, isWhitened: false });
    expect((await sharp(cleaned.picture).metadata()).hasAlpha).toBe(true);
    await requireClean(cleaned);
  });

  it("is a JPEG where a PNG would be over 2 MB, and at most 3 MB", async () => {
    const cleaned = await cleanPicture(await makePicture({ format: "png", width: 1500, height: 1500, noise: true }));
    expect(cleaned).toMatchObject({ type: "jpeg", isWhitened: false });
    await requireClean(cleaned);
  });

  it("says so where transparent parts became white, and not where there were none", async () => {
    const clear = sharp({ create: { width: 50, height: 50, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } });
    const cleaned = await cleanPicture(await clear.webp().toBuffer());
    expect(cleaned).toMatchObject({ type: "jpeg", isWhitened: true });
    expect((await pixelsOf(cleaned.picture)).at(25, 25)).toEqual([255, 255, 255]);
    const opaque = sharp({ create: { width: 50, height: 50, channels: 4, background: "#123" } });
    expect(await cleanPicture(await opaque.webp({ lossless: true }).toBuffer())).toMatchObject({ isWhitened: false });
  });

  it("has a longest edge of 2,560 and is not made larger", async () => {
    expect(await cleanPicture(await makePicture({ width: 5_000, height: 100 }))).toMatchObject({
      width: 2_560,
      height: 51,
    });
    expect(await cleanPicture(await makePicture({ width: 3, height: 1 }))).toMatchObject({ width: 3, height: 1 });
  });

  it("is sRGB with eight bits, whatever went in", async () => {
    const red = () => sharp({ create: { width: 40, height: 30, channels: 3, background: "#c82828" } });
    const sources = {
      CMYK: await red().toColourspace("cmyk").withIccProfile("cmyk").jpeg().toBuffer(),
      "16 bits": await red().toColourspace("rgb16").png().toBuffer(),
      "another profile": await red().withIccProfile("p3").png().toBuffer(),
      grey: await red().greyscale().png().toBuffer(),
      "a palette": await red().png({ palette: true }).toBuffer(),
      interlaced: await red().png({ progressive: true }).toBuffer(),
    };
    for (const [name, bytes] of Object.entries(sources)) {
      const cleaned = await cleanPicture(bytes);
      await requireClean(cleaned);
      const { depth } = await sharp(cleaned.picture).metadata();
      expect(depth, name).toBe("uchar");
      const [r = 0, g = 0, b = 0] = (await pixelsOf(cleaned.picture)).at(20, 15);
      if (name === "grey") expect(new Set([r, g, b]).size).toBe(1);
      else
        expect(Math.max(Math.abs(r - 200), Math.abs(g - 40), Math.abs(b - 40)), `${name}: ${r},${g},${b}`).toBeLessThan(
          30,
        );
    }
  });

  it("is the same for the same picture, so that it is known again", async () => {
    const bytes = await makeTalkative("jpeg");
    const [one, other] = [await cleanPicture(bytes), await cleanPicture(bytes)];
    expect(one.picture.equals(other.picture)).toBe(true);
  });
});

describe("is refused", () => {
  it.each(Object.keys(disguised))("%s", async (name) => {
    expect(await refusalOf(cleanPicture(disguised[name] ?? Buffer.alloc(0)))).toEqual({
      code: "invalid",
      message: mediaMessages.damaged,
    });
  });

  it.each(["tiff", "gif", "avif"] as const)("a sound %s, whose loader is blocked", async (format) => {
    const bytes = await paint({ width: 64, height: 64 }).toFormat(format).toBuffer();
    expect((await sharp(bytes).metadata()).width).toBe(64);
    expect(await refusalOf(cleanPicture(bytes))).toMatchObject({ message: mediaMessages.damaged });
  });

  it.each(formats)("a %s that was cut off, wherever", async (format) => {
    const whole = await makePicture({ format, width: 200, height: 150, noise: true });
    for (const share of [0.001, 0.05, 0.5, 0.9, 0.98]) {
      const cut = whole.subarray(0, Math.max(12, Math.floor(whole.length * share)));
      expect(await refusalOf(cleanPicture(cut)), `${share}`).toMatchObject({ message: mediaMessages.damaged });
    }
  });

  it("an animated WebP and an animated PNG", async () => {
    const refusal = { code: "unsupported_type", message: mediaMessages.animated };
    expect(await refusalOf(cleanPicture(await makeAnimatedWebp()))).toEqual(refusal);
    expect(await refusalOf(cleanPicture(animated(await makePicture({ format: "png" }))))).toEqual(refusal);
  });
});

const count = process.env["LINNET_NIGHT"] ? 1_000 : 60;

it(`each of ${count} hostile pictures is refused with a sentence or comes out clean`, async () => {
  const seen = { cleaned: 0, refused: 0 };
  let slowest = { name: "", ms: 0 };
  // Only while a child cleans: making and reading the pictures here stands still, too.
  const loop = monitorEventLoopDelay({ resolution: 1 });
  for (let n = 0; n < count; n += 1) {
    const { name, bytes } = await hostilePicture(n);
    const startedAt = performance.now();
    loop.enable();
    const ended = await cleanPicture(bytes).catch((error: unknown) => error);
    loop.disable();
    const ms = performance.now() - startedAt;
    if (ms > slowest.ms) slowest = { name, ms };
    if (ended instanceof AppError) {
      expect(["invalid", "unsupported_type"], name).toContain(ended.code);
      seen.refused += 1;
    } else {
      if (ended instanceof Error) throw new Error(name, { cause: ended });
      await requireClean(ended as Cleaned);
      seen.cleaned += 1;
    }
  }
  if (process.env["LINNET_NIGHT"]) {
    const p99 = loop.percentile(99) / 1e6;
    console.log(
      `${count} hostile pictures: ${seen.cleaned} clean, ${seen.refused} refused; the slowest ${slowest.ms.toFixed(0)} ms (${slowest.name}); loop p99 ${p99.toFixed(1)} ms`,
    );
  }
  expect(Math.min(seen.cleaned, seen.refused)).toBeGreaterThan(count / 10);
});

describe("a child that", () => {
  /** Another program in its place. */
  function program(text: string): string {
    const folder = mkdtempSync(join(tmpdir(), "linnet-child-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const file = join(folder, "child.mjs");
    writeFileSync(file, text);
    return file;
  }
  const readsAll = "for await (const _ of process.stdin);\n";
  const head = (fields: object, body = "") =>
    `const text = ${JSON.stringify(JSON.stringify(fields))};
     const length = Buffer.alloc(4); length.writeUInt32BE(Buffer.byteLength(text));
     process.stdout.write(Buffer.concat([length, Buffer.from(text), Buffer.from(${JSON.stringify(body)}, "latin1")]));`;
  const jpeg = "\xff\xd8\xff";
  const sound = { type: "jpeg", width: 9, height: 9, bytes: 3, previewBytes: 3, whitened: false };

  it.each([
    ["ends at once", "process.exit(0)"],
    ["ends with an error", `${readsAll}process.exit(1)`],
    ["throws", `${readsAll}throw new Error()`],
    ["is killed half-way", "process.stdin.once('data', () => process.kill(process.pid, 'SIGKILL'))"],
    ["is killed before it has read anything", "process.kill(process.pid, 'SIGSEGV')"],
    ["says nothing", readsAll],
    ["says what is no head", `${readsAll}process.stdout.write("hello there")`],
    ["says a fault that nobody knows", readsAll + head({ fault: "constructor" })],
    ["hands out no picture", readsAll + head(sound, "<html>")],
    ["hands out less than it says", readsAll + head(sound, jpeg)],
    ["hands out a picture of a size that none has", readsAll + head({ ...sound, width: 9_999 }, jpeg + jpeg)],
    ["names another type", readsAll + head({ ...sound, type: "png" }, jpeg + jpeg)],
    [
      "never stops talking",
      `${readsAll}for (;;) await new Promise((done) => process.stdout.write("x".repeat(1e6), done))`,
    ],
  ])("%s is a sentence, and the next picture is cleaned", async (_name, text) => {
    const bytes = await makePicture({ noise: true, width: 900, height: 900, format: "png" });
    const refusal = await refusalOf(cleanPicture(bytes, { program: program(text) }));
    expect(refusal).toEqual({ code: "invalid", message: mediaMessages.crashed });
    expect(await cleanPicture(await makePicture())).toMatchObject({ type: "jpeg" });
  });

  it("hands out what it should is believed: the refusals above are for what is wrong with it", async () => {
    const file = program(readsAll + head(sound, jpeg + jpeg));
    expect(await cleanPicture(await makePicture(), { program: file })).toMatchObject({ width: 9, type: "jpeg" });
  });

  it("takes too long is killed, and the next picture is cleaned", async () => {
    const file = program(`${readsAll}setInterval(() => undefined, 1000);`);
    const refusal = await refusalOf(cleanPicture(await makePicture(), { program: file, timeoutMs: 300 }));
    expect(refusal).toEqual({ code: "timeout", message: mediaMessages.slow });
    expect(await cleanPicture(await makePicture())).toMatchObject({ type: "jpeg" });
  });

  it("is given no environment", async () => {
    const file = program(`${readsAll}process.exit(Object.keys(process.env).length === 0 ? 0 : 1);`);
    const cause = await cleanPicture(await makePicture(), { program: file }).catch((error: AppError) => error.cause);
    // Code 0 and an empty answer: with a variable it would have ended with 1.
    expect(cause).not.toMatchObject({ code: 1 });
  });

  it("works while the server is told to stop at once ends with it", async () => {
    const stop = new AbortController();
    const file = program(`${readsAll}setInterval(() => undefined, 1000);`);
    const cleaning = refusalOf(cleanPicture(await makePicture(), { program: file, abortSignal: stop.signal }));
    stop.abort();
    expect(await cleaning).toMatchObject({ message: mediaMessages.crashed });
  });

  it("is given less than it was promised decodes nothing", async () => {
    const { spawn } = await import("node:child_process");
    const child = spawn(process.execPath, ["app/features/media/clean-picture.mjs"], {
      stdio: ["pipe", "pipe", "ignore"],
    });
    const picture = await makePicture();
    const length = Buffer.alloc(4);
    length.writeUInt32BE(picture.length + 1);
    child.stdin.end(Buffer.concat([length, picture]));
    const output: Buffer[] = [];
    child.stdout.on("data", (chunk: Buffer) => output.push(chunk));
    const code = await new Promise((done) => child.on("close", done));
    expect({ code, output: Buffer.concat(output).length }).toEqual({ code: 3, output: 0 });
  });
});

it("one is cleaned at a time, three wait, and whoever comes then is told to come again", async () => {
  const random = numbersFrom(5);
  const pictures = await Promise.all(Array.from({ length: 5 }, () => makePicture({ noise: true }, random)));
  const outcomes = await Promise.allSettled(pictures.map((bytes) => cleanPicture(bytes)));
  expect(outcomes.map(({ status }) => status)).toEqual([...Array.from({ length: 4 }, () => "fulfilled"), "rejected"]);
  const last = outcomes.at(-1);
  const reason: unknown = last?.status === "rejected" ? last.reason : null;
  expect(reason).toMatchObject({ code: "busy", message: mediaMessages.busy, retryAfterSeconds: 5 });
  expect(await cleanPicture(await makePicture())).toMatchObject({ type: "jpeg" });
});
