// Pictures as they come from outside: sound, damaged, disguised, oversized and talkative. Made here, by seed, so that a failure can be made again.
import sharp, { type Sharp } from "sharp";

/** The same numbers for the same seed (Park and Miller). */
export function numbersFrom(seed: number): () => number {
  let state = seed + 1;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}

export type Format = "jpeg" | "png" | "webp";
export const formats: readonly Format[] = ["jpeg", "png", "webp"];

/** Where it was taken, by whom and with what: nothing of it may leave. */
export const secret = "SECRET-48.2082N-16.3738E";

export interface Wish {
  width?: number;
  height?: number;
  format?: Format;
  channels?: 3 | 4;
  noise?: boolean;
}

/** Stripes, or noise that no encoder makes small. */
export function paint(
  { width = 320, height = 200, channels = 3, noise = false }: Wish,
  random = numbersFrom(1),
): Sharp {
  const pixels = Buffer.alloc(width * height * channels);
  for (let at = 0; at < pixels.length; at += 1) pixels[at] = noise ? Math.floor(random() * 256) : (at >> 4) & 0xff;
  return sharp(pixels, { raw: { width, height, channels } });
}

export const encode = (picture: Sharp, format: Format): Promise<Buffer> => picture.toFormat(format).toBuffer();

export const makePicture = (wish: Wish = {}, random = numbersFrom(1)): Promise<Buffer> =>
  encode(paint(wish, random), wish.format ?? "jpeg");

/** With all that a camera and an editor write beside the picture. */
export const makeTalkative = (format: Format, orientation = 6): Promise<Buffer> =>
  encode(
    paint({ width: 300, height: 200 })
      .withMetadata({ orientation })
      .withExifMerge({
        IFD0: { Copyright: secret, Artist: secret },
        IFD3: { GPSLatitudeRef: "N", GPSLatitude: "48/1 12/1 30/1" },
      })
      .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/"><a>${secret}</a></x:xmpmeta>`)
      .withIccProfile("p3"),
    format,
  );

/** A JPEG with a comment and IPTC, which sharp doesn't write: segments behind its first two bytes. */
export function withSegments(jpeg: Buffer): Buffer {
  const segment = (mark: number, text: string) => {
    const head = Buffer.from([0xff, mark, 0, 0]);
    head.writeUInt16BE(text.length + 2, 2);
    return Buffer.concat([head, Buffer.from(text, "latin1")]);
  };
  const iptc = segment(0xed, `Photoshop 3.0\0 8BIM\x04\x04\0\0\0\0\0\x08${secret}`);
  return Buffer.concat([jpeg.subarray(0, 2), segment(0xfe, secret), iptc, jpeg.subarray(2)]);
}

/** A PNG with a text chunk behind its head, and one behind its end. */
export function withChunks(png: Buffer): Buffer {
  const chunk = (name: string, text: string) => {
    const body = Buffer.from(name + text, "latin1");
    const length = Buffer.alloc(4);
    length.writeUInt32BE(text.length);
    const sum = Buffer.alloc(4);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  return Buffer.concat([
    png.subarray(0, 33),
    chunk("tEXt", `Comment\0${secret}`),
    png.subarray(33),
    chunk("tEXt", secret),
  ]);
}

/** By the PNG specification's appendix; Node 20 has none in zlib. */
function crc32(bytes: Buffer): number {
  let sum = 0xffffffff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
  }
  return (sum ^ 0xffffffff) >>> 0;
}

/** An animated PNG: libvips shows its first frame and says nothing of the others. */
export function animated(png: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from("acTL"), Buffer.from([0, 0, 0, 2, 0, 0, 0, 0])]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(8);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([png.subarray(0, 33), length, body, sum, png.subarray(33)]);
}

export const makeAnimatedWebp = async (): Promise<Buffer> => {
  const frames = [1, 2, 3].map((seed) =>
    paint({ width: 40, height: 40, noise: true }, numbersFrom(seed)).png().toBuffer(),
  );
  return sharp(await Promise.all(frames), { join: { animated: true } })
    .webp()
    .toBuffer();
};

/** A few hundred kilobytes that unpack to so many megapixels. */
export const makeBomb = (megapixels: number, format: "png" | "jpeg" = "png"): Promise<Buffer> => {
  const width = 12_000;
  const height = Math.ceil((megapixels * 1_000_000) / width);
  const flat = sharp({ create: { width, height, channels: 3, background: "#336" }, limitInputPixels: false });
  return format === "png" ? flat.png({ compressionLevel: 9 }).toBuffer() : flat.jpeg({ quality: 20 }).toBuffer();
};

const html = `<html><script>alert("${secret}")</script></html>`;

/** Files of another kind, some of them behind the first bytes of a picture. */
export const disguised: Record<string, Buffer> = {
  "nothing at all": Buffer.alloc(0),
  "eleven bytes of a PNG": Buffer.from("\x89PNG\r\n\x1a\n\0\0\0", "latin1"),
  "zeros alone": Buffer.alloc(5_000),
  SVG: Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><image href="file:///etc/passwd"/></svg>',
  ),
  "SVG behind a declaration": Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'),
  PDF: Buffer.from("%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>"),
  HTML: Buffer.from(html),
  "a TIFF's head": Buffer.from("II*\0\x08\0\0\0\0\0\0\0", "latin1"),
  GIF: Buffer.from("R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs=", "base64"),
  ZIP: Buffer.from("PK\x03\x04".padEnd(200, "\0"), "latin1"),
  "HTML behind the first bytes of a JPEG": Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.from(html)]),
  "HTML behind the first bytes of a PNG": Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    Buffer.from(html),
  ]),
  "SVG behind the first bytes of a WebP": Buffer.from(
    'RIFF\x20\0\0\0WEBP<svg xmlns="http://www.w3.org/2000/svg"/>',
    "latin1",
  ),
  "a WAV": Buffer.from("RIFF\x20\0\0\0WAVEfmt ".padEnd(80, "\0"), "latin1"),
};

/** What one of `n` hostile pictures does to a sound one. */
const spoils: ((bytes: Buffer, random: () => number) => Buffer)[] = [
  // Cut off anywhere.
  (bytes, random) => bytes.subarray(0, 12 + Math.floor(random() * (bytes.length - 12))),
  // Some bytes are others.
  (bytes, random) => {
    const spoilt = Buffer.from(bytes);
    for (let n = 0; n < 1 + random() * 20; n += 1)
      spoilt[12 + Math.floor(random() * (bytes.length - 12))] = Math.floor(random() * 256);
    return spoilt;
  },
  // Another file stands behind it.
  (bytes) => Buffer.concat([bytes, Buffer.from(`PK\x05\x06${secret}${html}`)]),
  // A part is missing, another is there twice.
  (bytes, random) => {
    const [from, to] = [12 + random() * (bytes.length / 2), bytes.length * (0.5 + random() / 2)];
    return Buffer.concat([bytes.subarray(0, from), bytes.subarray(to), bytes.subarray(from / 2)]);
  },
  // Its head says that it is larger than it is.
  (bytes, random) => {
    const spoilt = Buffer.from(bytes);
    spoilt.writeUInt32BE(Math.floor(random() * 0xffffffff), 16);
    return spoilt;
  },
  (bytes) => bytes,
];

/** The `n`th hostile picture. */
export async function hostilePicture(n: number): Promise<{ name: string; bytes: Buffer }> {
  const random = numbersFrom(n * 7919);
  const format = formats[n % formats.length] ?? "jpeg";
  const spoil = spoils[Math.floor(n / formats.length) % spoils.length];
  const wish: Wish = {
    format,
    width: 1 + Math.floor(random() * 700),
    height: 1 + Math.floor(random() * 700),
    channels: format !== "jpeg" && random() < 0.5 ? 4 : 3,
    noise: random() < 0.5,
  };
  const sound = random() < 0.3 ? await makeTalkative(format, 1 + (n % 8)) : await makePicture(wish, random);
  return { name: `${n}: ${format}`, bytes: spoil ? spoil(sound, random) : sound };
}
