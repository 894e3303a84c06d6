// Child process that cleans one picture: bytes in on stdin, picture and preview out on stdout.
import { writeFileSync } from "node:fs";
import sharp from "sharp";

/** Rounded: 24.47 million pixels count as 24. A JPEG is scaled down while it is read. */
const maxMegapixels = { jpeg: 100, png: 50, webp: 50 };
/** Decoders read whole lines: a line of 24,000,000 pixels took five seconds. */
const maxSide = 20_000;
const maxEdge = 2_560;
const previewEdge = 320;
/** X rejected a PNG of 2.7 MB in a post and accepted one of 2.1 MB (node-twitter-api-v2#501). */
const maxPngBytes = 2_000_000;
const maxJpegBytes = 3_000_000;
const jpegQualities = [85, 75, 65];
/** Bytes. Only formats that can't be read line by line get this far: progressive, interlaced, 16 bits. */
const maxMemory = 420 * 1024 * 1024;

// When memory runs out, the Linux kernel kills this process first and not the server.
try {
  writeFileSync("/proc/self/oom_score_adj", "1000");
} catch {
  // Not on Linux.
}

// libvips opens far more than three formats, including SVG and PDF.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: ["VipsForeignLoadJpegBuffer", "VipsForeignLoadPngBuffer", "VipsForeignLoadWebpBuffer"],
});
sharp.cache(false);
sharp.concurrency(1);

const memoryGuard = setInterval(() => {
  if (process.memoryUsage.rss() > maxMemory) end({ fault: "memory" });
}, 25);
memoryGuard.unref();

/** `failOn: "error"` rejects truncated files. `pages: 1` would turn an animation into a still picture. */
const options = { failOn: "error", limitInputPixels: (maxMegapixels.jpeg + 0.5) * 1e6, sequentialRead: true };

async function readAll() {
  const chunks = [];
  for await (const chunk of process.stdin) chunks.push(chunk);
  const bytes = Buffer.concat(chunks);
  if (bytes.length < 4 || bytes.length - 4 !== bytes.readUInt32BE(0)) process.exit(3);
  return bytes.subarray(4);
}

/** libvips shows only the first frame of an animated PNG. */
function isAnimatedPng(bytes) {
  if (bytes.readUInt32BE(0) !== 0x89504e47) return false;
  for (let at = 8; at + 12 <= bytes.length; at += 12 + bytes.readUInt32BE(at)) {
    const name = bytes.toString("latin1", at + 4, at + 8);
    if (name === "acTL") return true;
    if (name === "IDAT") return false;
  }
  return false;
}

/** Decodes once: upright, 8-bit sRGB, no larger than X shows. Raw pixels carry no metadata (EXIF, location). */
async function readPixels(bytes) {
  const picture = sharp(bytes, options)
    .autoOrient()
    .resize({ width: maxEdge, height: maxEdge, fit: "inside", withoutEnlargement: true })
    .toColourspace("srgb");
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true });
  return { data, raw: { width: info.width, height: info.height, channels: info.channels } };
}

const draw = ({ data, raw }) => sharp(data, { raw });

const asJpeg = (pixels, quality) => draw(pixels).flatten({ background: "white" }).jpeg({ quality }).toBuffer();

async function asSmallJpeg(pixels) {
  for (const quality of jpegQualities) {
    const picture = await asJpeg(pixels, quality);
    if (picture.length <= maxJpegBytes) return picture;
  }
  return null;
}

const asPreview = (pixels) =>
  draw(pixels)
    .resize({ width: previewEdge, height: previewEdge, fit: "inside", withoutEnlargement: true })
    .flatten({ background: "white" })
    .jpeg({ quality: 75 })
    .toBuffer();

/** A PNG stays a PNG if small enough, else becomes a JPEG with transparent parts in white. */
async function clean(bytes) {
  const { format, width = 0, height = 0, pages = 1 } = await sharp(bytes, options).metadata();
  if (Math.max(width, height) > maxSide) return { fault: "side" };
  if (Math.round((width * height) / 1e6) > maxMegapixels[format]) return { fault: "pixels" };
  if (pages > 1 || isAnimatedPng(bytes)) return { fault: "animated" };
  const pixels = await readPixels(bytes);
  const png = format === "png" ? await draw(pixels).png({ compressionLevel: 6 }).toBuffer() : null;
  const isPng = png !== null && png.length <= maxPngBytes;
  const picture = isPng ? png : await asSmallJpeg(pixels);
  if (picture === null) return { fault: "bytes" };
  const hasAlpha = pixels.raw.channels === 2 || pixels.raw.channels === 4;
  const whitened = !isPng && hasAlpha && !(await draw(pixels).stats()).isOpaque;
  return { type: isPng ? "png" : "jpeg", ...pixels.raw, whitened, picture, preview: await asPreview(pixels) };
}

const faultOf = (error) => (/pixel limit/.test(String(error)) ? "pixels" : "damaged");

function end(head, ...bodies) {
  const text = Buffer.from(JSON.stringify(head));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(text.length);
  process.stdout.end(Buffer.concat([length, text, ...bodies]), () => process.exit(0));
}

try {
  const { fault, type, width, height, whitened, picture, preview } = await clean(await readAll());
  if (fault) end({ fault });
  else end({ type, width, height, whitened, bytes: picture.length, previewBytes: preview.length }, picture, preview);
} catch (error) {
  end({ fault: faultOf(error) });
}
