// Cleans pictures of many kinds, one after the other, and says how long each took, what the child needed, and how this process did meanwhile.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import sharp from "sharp";
import { cleanPicture } from "~/features/media/clean.server";
import { hostilePicture, makeBomb, makeTalkative, numbersFrom, paint } from "~tests/features/media/hostile";

const [task, folder = "", times = "3"] = process.argv.slice(2);

/** Noise of a few pixels' grain: about what a camera sees. */
async function enlarged(width: number, height: number) {
  const small = await paint({ width: 600, height: 400, noise: true }, numbersFrom(3)).png().toBuffer();
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
    (await enlarged(6_000, 4_000)).ensureAlpha(0.5).webp({ quality: 15, effort: 0 }).toBuffer(),
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

/** In a process of its own: what making them takes is none of what cleaning takes. */
async function make(): Promise<void> {
  for (const [name, makeOne] of Object.entries(kinds))
    writeFileSync(join(folder, encodeURIComponent(name)), await makeOne());
  for (let n = 0; n < 60; n += 1) writeFileSync(join(folder, `hostile-${n}`), (await hostilePicture(n)).bytes);
  console.log(JSON.stringify({ made: true }));
}

async function clean(): Promise<void> {
  const read = (name: string) => readFileSync(join(folder, encodeURIComponent(name)));
  const names = Object.keys(kinds);
  await timed(read(names.at(-1) ?? ""));
  const rssBefore = process.memoryUsage().rss / 1e6;
  let rss = rssBefore;
  const delay = monitorEventLoopDelay({ resolution: 1 });
  const watch = setInterval(() => {
    lookAtChild();
    rss = Math.max(rss, process.memoryUsage().rss / 1e6);
  }, 20);
  delay.enable();
  const results: { name: string; megabytes: number; seconds: number; peak: number }[] = [];
  for (const name of names) {
    const bytes = read(name);
    peak = 0;
    const all = [];
    for (let n = 0; n < Number(times); n += 1) all.push(await timed(bytes));
    all.sort((a, b) => a - b);
    const seconds = (all[Math.floor(all.length / 2)] ?? 0) / 1_000;
    results.push({ name, megabytes: bytes.length / 1e6, seconds, peak });
  }
  const hostile = readdirSync(folder).filter((name) => name.startsWith("hostile-"));
  let slowest = 0;
  for (const name of hostile) slowest = Math.max(slowest, (await timed(read(name))) / 1_000);
  delay.disable();
  clearInterval(watch);
  const [p99, max] = [delay.percentile(99) / 1e6, delay.max / 1e6];
  console.log(JSON.stringify({ results, slowest, p99, max, grown: rss - rssBefore, hostile: hostile.length }));
}

await (task === "make" ? make() : clean());
