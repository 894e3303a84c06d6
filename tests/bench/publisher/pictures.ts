// Cleans pictures of many kinds, one after the other, and says how long each took, what the child needed, and how this process did meanwhile.
import { readdirSync, readFileSync } from "node:fs";
import { monitorEventLoopDelay } from "node:perf_hooks";
import sharp from "sharp";
import { cleanPicture } from "~/features/media/clean.server";
import { hostilePicture, makeBomb, makeTalkative, numbersFrom, paint } from "~tests/features/media/hostile";

const times = Number(process.argv[2] ?? 3);

/** Noise of a few pixels' grain: about what a camera sees. */
async function enlarged(width: number, height: number, channels: 3 | 4 = 3) {
  const small = await paint({ width: 600, height: 400, channels, noise: true }, numbersFrom(3)).png().toBuffer();
  return sharp(small).resize(width, height, { fit: "fill", kernel: "cubic" });
}

const kinds: Record<string, () => Promise<Buffer>> = {
  "a photo, JPEG, 12 megapixels": async () => (await enlarged(4_000, 3_000)).jpeg({ quality: 85 }).toBuffer(),
  "the same, progressive": async () =>
    (await enlarged(4_000, 3_000)).jpeg({ quality: 85, progressive: true }).toBuffer(),
  "JPEG, 24 megapixels": async () => (await enlarged(6_000, 4_000)).jpeg({ quality: 75 }).toBuffer(),
  "PNG, a screen of 2,560 × 1,440": async () => (await enlarged(2_560, 1_440)).png({ palette: true }).toBuffer(),
  "PNG with transparent parts, 24 megapixels": async () =>
    sharp({ create: { width: 6_000, height: 4_000, channels: 4, background: { r: 9, g: 90, b: 30, alpha: 0.5 } } })
      .png()
      .toBuffer(),
  "the same with 16 bits, interlaced": async () =>
    sharp({ create: { width: 6_000, height: 4_000, channels: 4, background: { r: 9, g: 90, b: 30, alpha: 0.5 } } })
      .toColourspace("rgb16")
      .png({ progressive: true })
      .toBuffer(),
  "WebP with transparent parts, 24 megapixels": async () =>
    (await enlarged(6_000, 4_000, 4)).webp({ quality: 30, effort: 0 }).toBuffer(),
  "a bomb of 240 megapixels": () => makeBomb(240),
  "with EXIF, XMP and a profile, small": () => makeTalkative("jpeg"),
};

const childrenOf = (): string[] =>
  readdirSync("/proc/self/task").flatMap((task) =>
    readFileSync(`/proc/self/task/${task}/children`, "utf8").split(" ").filter(Boolean),
  );

let peak = 0;
function lookAtChild(): void {
  for (const pid of childrenOf()) {
    try {
      const kilobytes = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
      peak = Math.max(peak, (Number(kilobytes ?? 0) * 1024) / 1e6);
    } catch {
      // It has ended meanwhile.
    }
  }
}

async function timed(bytes: Buffer): Promise<number> {
  const began = performance.now();
  await cleanPicture(bytes).catch(() => undefined);
  return performance.now() - began;
}

const made: [string, Buffer][] = [];
for (const [name, make] of Object.entries(kinds)) made.push([name, await make()]);
const hostile: Buffer[] = [];
for (let n = 0; n < 60; n += 1) hostile.push((await hostilePicture(n)).bytes);

// What making them took is no part of it.
await timed(made[0]?.[1] ?? Buffer.alloc(0));
const rssBefore = process.memoryUsage().rss / 1e6;
const delay = monitorEventLoopDelay({ resolution: 1 });
const watch = setInterval(lookAtChild, 20);
delay.enable();
const results: { name: string; megabytes: number; seconds: number; peak: number }[] = [];
for (const [name, bytes] of made) {
  peak = 0;
  const all = [];
  for (let n = 0; n < times; n += 1) all.push(await timed(bytes));
  all.sort((a, b) => a - b);
  const seconds = (all[Math.floor(all.length / 2)] ?? 0) / 1_000;
  results.push({ name, megabytes: bytes.length / 1e6, seconds, peak });
}
let slowest = 0;
for (const bytes of hostile) slowest = Math.max(slowest, (await timed(bytes)) / 1_000);
delay.disable();
clearInterval(watch);
const grown = process.memoryUsage().rss / 1e6 - rssBefore;
console.log(
  JSON.stringify({
    results,
    slowest,
    p99: delay.percentile(99) / 1e6,
    max: delay.max / 1e6,
    grown,
    hostile: hostile.length,
  }),
);
