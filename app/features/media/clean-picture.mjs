// The child process that cleans one picture: bytes in by stdin, the clean picture and its preview out by stdout. The server never decodes a picture itself.
import { writeFileSync } from "node:fs";
import sharp from "sharp";

/** As makers count them: 24.47 million pixels are 24. A JPEG is shrunk while it is read; the others are read in full. */
const maxMegapixels = { jpeg: 100, png: 50, webp: 50 };
/** A line of pixels is read at once, whatever their number: one of 24,000,000 took five seconds. */
const maxSide = 20_000;
const maxEdge = 2_560;
const previewEdge = 320;
/** X refused a PNG of 2.7 MB in a post and took one of 2.1 MB (node-twitter-api-v2#501). */
const maxPngBytes = 2_000_000;
const maxJpegBytes = 3_000_000;
const jpegQualities = [85, 75, 65];
/** All of this process, bytes. Only what can't be read line by line comes so far: progressive, interlaced, 16 bits. */
const maxMemory = 420 * 1024 * 1024;

// Where a machine runs out of memory, its kernel ends this process and not the server. Only Linux has the file.
try {
  writeFileSync("/proc/self/oom_score_adj", "1000");
} catch {
  // Then it is as likely as the server.
}

// libvips opens far more than three formats, SVG and PDF among them.
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

/** `failOn: "error"`: a file that was cut off is no picture. `pages: 1` would make a still one of an animation. */
const options = { failOn: "error", limitInputPixels: (maxMegapixels.jpeg + 0.5) * 1e6, sequentialRead: true };

/** The length of the picture comes first, so that a parent that died half-way leaves nothing to decode. */
async function readAll() {
  const chunks = [];
  for await (const chunk of process.stdin) chunks.push(chunk);
  const bytes = Buffer.concat(chunks);
  if (bytes.length < 4 || bytes.length - 4 !== bytes.readUInt32BE(0)) process.exit(3);
  return bytes.subarray(4);
}

/** Whether a PNG says before its pixels that it is animated; libvips shows only its first frame. */
function isAnimatedPng(bytes) {
  if (bytes.readUInt32BE(0) !== 0x89504e47) return false;
  for (let at = 8; at + 12 <= bytes.length; at += 12 + bytes.readUInt32BE(at)) {
    const name = bytes.toString("latin1", at + 4, at + 8);
    if (name === "acTL") return true;
    if (name === "IDAT") return false;
  }
  return false;
}

/**
 * The bare pixels: upright, in sRGB with eight bits, no larger than X shows. Whatever else the file said (EXIF, where it was
 * taken, comments, another file behind it) is not in them. They are decoded once, whatever is made of them.
 */
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

/** PNG stays PNG while it is small enough, else it is a JPEG, in which transparent parts are white. */
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

/** What libvips says of a picture over the limit; everything else that it says means that the file is damaged. */
const faultOf = (error) => (/pixel limit/.test(String(error)) ? "pixels" : "damaged");

/** The length of the head, the head as JSON, then the picture and its preview. */
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
