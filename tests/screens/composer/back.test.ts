// Where the composer leads: back to a page of this server, and there by links that name a tweet, a slot or an account.
import { expect, it } from "vitest";
import { pathOf } from "~/screens/composer/back";
import { writeHref } from "~/screens/composer/write-href";

it.each([
  ["/ideas?page=2", "/ideas?page=2"],
  ["/.//evil.example", "/evil.example"],
  ["/..//evil.example/x?y=1", "/evil.example/x?y=1"],
  ["//evil.example", "/timeline"],
  ["/\\evil.example", "/timeline"],
  ["evil", "/timeline"],
  ["/write?tweet=1", "/timeline"],
  ["", "/timeline"],
  [null, "/timeline"],
])("%j leads to %s", (named, path) => expect(pathOf(named)).toBe(path));

it("a link names what it is told, and nothing else", () => {
  const wish = { tweet: 0, slot: "2026-11-30T15", account: "42", back: "/ideas?page=2" };
  const queryOf = (href: string) => Object.fromEntries(new URL(href, "http://localhost").searchParams);
  expect(queryOf(writeHref(wish))).toEqual({ ...wish, tweet: "0" });
  expect(writeHref({ account: undefined, back: "/ideas" })).toBe("/write?back=%2Fideas");
});
