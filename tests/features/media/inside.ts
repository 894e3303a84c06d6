// What a JPEG or PNG says beside its pixels, read from its bytes and not by the library that wrote them.

const latin = (bytes: Buffer, from: number, to: number): string => bytes.toString("latin1", from, to);

/** The segments of a JPEG that may carry words: all APP segments but JFIF's own, and comments. */
function jpegWords(bytes: Buffer): string[] {
  const found: string[] = [];
  let at = 2;
  while (at + 4 <= bytes.length) {
    const mark = bytes[at + 1] ?? 0;
    if (bytes[at] !== 0xff || mark === 0xda) break;
    const length = bytes.readUInt16BE(at + 2);
    const name = latin(bytes, at + 4, at + 10);
    const isJfif = mark === 0xe0 && name.startsWith("JFIF") && length === 16;
    if (!isJfif && ((mark >= 0xe0 && mark <= 0xef) || mark === 0xfe)) found.push(`${mark.toString(16)} ${name}`);
    at += 2 + length;
  }
  const end = bytes.lastIndexOf(Buffer.from([0xff, 0xd9]));
  return end + 2 === bytes.length ? found : [...found, "something behind its end"];
}

/** All chunks of a PNG but those that it is drawn by. */
function pngWords(bytes: Buffer): string[] {
  const found: string[] = [];
  for (let at = 8; at + 12 <= bytes.length; at += 12 + bytes.readUInt32BE(at)) {
    const name = latin(bytes, at + 4, at + 8);
    if (!["IHDR", "IDAT", "IEND", "PLTE", "tRNS", "pHYs"].includes(name)) found.push(name);
    if (name === "IEND" && at + 12 !== bytes.length) found.push("something behind its end");
  }
  return found;
}

export const wordsBeside = (bytes: Buffer): string[] => (bytes[0] === 0xff ? jpegWords(bytes) : pngWords(bytes));
