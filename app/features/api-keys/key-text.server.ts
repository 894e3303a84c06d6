// Generates named keys: a prefix for secret scanners, random characters and a checksum.
import { randomInt } from "node:crypto";
import { crc32 } from "node:zlib";

const letters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const prefix = "linnet_";
const [randomLength, sumLength, hintLength] = [30, 6, 4];

/** 178 random bits, and a checksum that tells keys from look-alikes. */
export function newKey(): string {
  const random = Array.from({ length: randomLength }, () => letters[randomInt(letters.length)]).join("");
  return `${prefix}${random}${sumOf(random)}`;
}

function sumOf(random: string): string {
  let rest = crc32(random);
  let digits = "";
  for (let n = 0; n < sumLength; n += 1) {
    digits = `${letters[rest % letters.length]}${digits}`;
    rest = Math.floor(rest / letters.length);
  }
  return digits;
}

export const hasKeyPrefix = (text: string): boolean => text.startsWith(prefix);

/** Checks format and checksum, which saves a database query for anything else. */
export const isKeyText = (text: string): boolean =>
  /^linnet_[0-9A-Za-z]{36}$/.test(text) && text.endsWith(sumOf(text.slice(prefix.length, -sumLength)));

export const hintOf = (key: string): string => key.slice(0, prefix.length + hintLength);
