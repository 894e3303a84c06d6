// What a named key looks like: a prefix that scanners know, random letters and digits, and their checksum.
import { randomInt } from "node:crypto";
import { crc32 } from "node:zlib";

const letters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const prefix = "linnet_";
const [randomLength, sumLength, hintLength] = [30, 6, 4];

/** 178 random bits, and the checksum by which a program tells a key from a look-alike. */
export function newKey(): string {
  const random = Array.from({ length: randomLength }, () => letters[randomInt(letters.length)]).join("");
  return `${prefix}${random}${sumOf(random)}`;
}

/** The CRC-32 as six digits to the base of 62. */
function sumOf(random: string): string {
  let rest = crc32(random);
  let digits = "";
  for (let n = 0; n < sumLength; n += 1) {
    digits = `${letters[rest % letters.length]}${digits}`;
    rest = Math.floor(rest / letters.length);
  }
  return digits;
}

/** Whether it claims to be a named key: a browser's has no prefix. */
export const hasKeyPrefix = (text: string): boolean => text.startsWith(prefix);

/** Whether it can be one at all; no database needs to be asked about what can't. */
export const isKeyText = (text: string): boolean =>
  /^linnet_[0-9A-Za-z]{36}$/.test(text) && text.endsWith(sumOf(text.slice(prefix.length, -sumLength)));

/** By this its person knows it again: 4 of 30 characters help nobody else. */
export const hintOf = (key: string): string => key.slice(0, prefix.length + hintLength);
