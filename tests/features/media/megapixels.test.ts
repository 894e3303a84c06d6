// How many pixels a picture may have, and what memory the child takes for them: the bounds are those that are told.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import sharp, { type Sharp } from "sharp";
import { afterAll, describe, expect, it } from "vitest";
import { cleanPicture } from "~/features/media/clean.server";
import { maxMegapixels, maxUploadBytes, mediaMessages } from "~/features/media/media";
import { formats, makeBomb, numbersFrom, paint } from "./hostile";

const folder = mkdtempSync(join(tmpdir(), "linnet-megapixels-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The child itself, which writes down at its end what Linux says of it. */
const status = join(folder, "status");
const program = join(folder, "measured.mjs");
const child = pathToFileURL(resolve("app/features/media/clean-picture.mjs")).href;
writeFileSync(
  program,
  `import { readFileSync, writeFileSync } from "node:fs";
   process.on("exit", () => writeFileSync(${JSON.stringify(status)}, readFileSync("/proc/self/status")));
   await import(${JSON.stringify(child)});`,
);

const measured = existsSync("/proc/self/status") ? { program } : {};
/** The most that the last child held, MiB; only Linux tells it. */
const peak = (): number =>
  measured.program ? Number(/VmHWM:\s+(\d+)/.exec(readFileSync(status, "utf8"))?.[1]) / 1024 : 0;

/** Blocks of noise, or stripes; four to three, as cameras make them. */
function photo(megapixels: number, channels: 3 | 4 = 3, noise = true): Sharp {
  const width = Math.round(Math.sqrt((megapixels * 1e6 * 4) / 3));
  const height = Math.floor((megapixels * 1e6) / width);
  const small = paint({ width: 160, height: 120, channels, noise }, numbersFrom(4));
  return small.resize({ width, height, fit: "fill", kernel: "nearest" });
}

describe("a picture of as many pixels as phones and cameras make is cleaned", () => {
  it.each<[string, number, () => Sharp, number]>([
    ["a JPEG of a phone's 24 megapixels", 24.47, () => photo(24.47).jpeg({ quality: 40 }), 250],
    ["a JPEG of a phone's 50", 50.33, () => photo(50.33).jpeg({ quality: 40 }), 250],
    ["a JPEG of 100", 100, () => photo(100).jpeg({ quality: 30 }), 250],
    ["a progressive JPEG of 50", 50, () => photo(50).jpeg({ quality: 30, progressive: true }), 420],
    ["a PNG of 50", 50, () => photo(50).png({ compressionLevel: 1 }), 420],
    ["a PNG of 50 with transparent parts", 50, () => photo(50, 4).png({ compressionLevel: 1 }), 420],
    ["a WebP of 50", 50, () => photo(50).webp({ quality: 20, effort: 0 }), 420],
    [
      "a lossless WebP of 50 with transparent parts",
      50,
      () => photo(50, 4, false).webp({ lossless: true, effort: 0 }),
      420,
    ],
  ])("%s", async (_name, megapixels, make, maxMemory) => {
    const bytes = await make().toBuffer();
    expect(bytes.length).toBeLessThan(maxUploadBytes);
    const { width, height } = await cleanPicture(bytes, measured);
    expect({ width, ratio: (width / height).toFixed(2) }).toEqual({ width: 2_560, ratio: "1.33" });
    expect(peak(), `${megapixels} megapixels`).toBeLessThan(maxMemory);
  });
});

describe("is refused", () => {
  const refusalOf = (bytes: Buffer): Promise<unknown> =>
    cleanPicture(bytes, measured).then(
      () => "it was cleaned",
      (error: unknown) => error,
    );

  const quick = { jpeg: { quality: 10 }, png: { compressionLevel: 1 }, webp: { quality: 10, effort: 0 } };
  it.each(formats)("a %s of a megapixel more than is told", async (format) => {
    const tooMany = photo(maxMegapixels[format] + 1).toFormat(format, quick[format]);
    expect(await refusalOf(await tooMany.toBuffer())).toMatchObject({ code: "invalid", message: mediaMessages.pixels });
    expect(peak()).toBeLessThan(120);
    expect(mediaMessages.pixels).toContain(String(maxMegapixels[format]));
  });

  it.each([
    { width: 20_001, height: 1 },
    { width: 1, height: 20_001 },
  ])("a side of more than 20,000 pixels, by its head: $width × $height", async (size) => {
    const bytes = await sharp({ create: { ...size, channels: 3, background: "white" } })
      .png()
      .toBuffer();
    expect(await refusalOf(bytes)).toMatchObject({ code: "invalid", message: mediaMessages.side });
  });

  it.each(["png", "jpeg"] as const)("a small %s that unpacks to 240 megapixels", async (format) => {
    const bomb = await makeBomb(240, format);
    expect(await refusalOf(bomb)).toMatchObject({ code: "invalid", message: mediaMessages.pixels });
    expect(peak()).toBeLessThan(120);
  });

  it("what must be held in memory as a whole and is too much for the child", async () => {
    const background = { r: 9, g: 90, b: 30, alpha: 0.5 };
    const whole = paint({ width: 100, height: 100, channels: 4 })
      .resize({ width: 8_000, height: 6_200, fit: "contain", background })
      .toColourspace("rgb16")
      .png({ progressive: true, compressionLevel: 1 });
    const bytes = await whole.toBuffer();
    expect(await refusalOf(bytes)).toMatchObject({ code: "invalid", message: mediaMessages.memory });
  });
});
