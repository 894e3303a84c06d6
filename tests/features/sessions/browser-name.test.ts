// What a browser calls itself, and the block of an address: names that people know, and nobody's own words.
import { describe, expect, it } from "vitest";
import { addressBlock } from "~/features/sessions/address-block";
import { readBrowser, unknownBrowser } from "~/features/sessions/browser-name.server";

const nameOf = (words: string | null) => readBrowser(words).name;

describe("a browser's name", () => {
  it.each([
    ["Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0", "Firefox on Linux", false],
    [
      "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1",
      "Safari on iPhone",
      true,
    ],
    [
      "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36",
      "Chrome on Windows",
      false,
    ],
    [
      "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36",
      "Chrome on Android",
      true,
    ],
  ])("of %s is %s", (words, name, isHandheld) => {
    expect(readBrowser(words)).toEqual({ name, isHandheld });
  });

  it.each([null, "", " ", "curl/8.5.0", "python-requests/2.31", "x".repeat(100_000), "\u0000\u202e", "(((((/"])(
    "that is none of the known ones is not told in its own words: %j",
    (words) => {
      expect(nameOf(words)).toBe(unknownBrowser);
    },
  );

  it("never has what somebody wrote into it, such as an address", () => {
    const forged = ["evil/1 x from 1.2.3.4 /2 ", 'Ban "me"/1 ', "<b>you won</b>/3 (x) ", "constructor/1 "];
    for (const words of forged) expect(nameOf(words)).toBe(unknownBrowser);
  });

  it("is read from no more than 512 characters", () => {
    expect(nameOf(`${" ".repeat(512)}Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0`)).toBe(
      unknownBrowser,
    );
  });
});

describe("the block of an address", () => {
  it.each([
    ["192.0.2.77", "192.0.2.0/24"],
    ["::ffff:192.0.2.77", "192.0.2.0/24"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1::/48"],
    ["2001:DB8:1:2::1", "2001:db8:1::/48"],
    ["2001:db8::1", "2001:db8::/48"],
    ["2001:db8:0:7::1", "2001:db8::/48"],
    ["fe80::1%eth0", "fe80::/48"],
    ["::1", "::/48"],
    ["2001:0:0:5::1", "2001::/48"],
  ])("of %s is %s", (address, block) => {
    expect(addressBlock(address)).toBe(block);
  });

  it.each(["", "alice", "x from 1.2.3.4", "1.2.3.4.5", ":::"])("of %j, which is no address, is none", (address) => {
    expect(addressBlock(address)).toBeNull();
  });
});
