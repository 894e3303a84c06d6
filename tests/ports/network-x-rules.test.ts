// The pure halves of X's client: its list read strictly, its words unescaped, its refusals put in their place.
import { describe, expect, it } from "vitest";
import { type PostAnswer, ReadError } from "~/ports/network/port";
import { linkError, reasonOf } from "~/ports/network/x-link";
import { asWritten, readPage } from "~/ports/network/x-posts";
import { answered } from "~tests/support/faulty-network";

const post = { id: "1", text: "Hello", created_at: "2026-01-02T03:04:05.000Z" };

describe("a page of X's list", () => {
  it("gives the posts and the token of the next page", () => {
    const page = readPage(200, { data: [post], meta: { result_count: 1, next_token: "next" } });
    expect(page).toEqual({
      posts: [{ id: "1", text: "Hello", createdAt: Date.UTC(2026, 0, 2, 3, 4, 5) }],
      nextToken: "next",
    });
    expect(readPage(200, { data: [post] }).nextToken).toBeNull();
  });

  it("is empty only where X says that it counted nothing", () => {
    expect(readPage(200, { meta: { result_count: 0 } }).posts).toEqual([]);
    for (const body of ["<html>", "", null, {}, [], { data: null }, { meta: {} }, { meta: { result_count: 3 } }])
      expect(() => readPage(200, body), JSON.stringify(body)).toThrow(ReadError);
  });

  it("is no page where X left something out, with or without data", () => {
    const errors = [{ title: "Field hydration failure", type: "https://api.x.com/2/problems/field-hydration-failure" }];
    expect(() => readPage(200, { errors })).toThrow(ReadError);
    expect(() => readPage(200, { errors, data: [post], meta: { result_count: 1 } })).toThrow(ReadError);
  });

  it("is no page where a post lacks its id, text or time", () => {
    for (const broken of [{ ...post, id: 1 }, { ...post, text: undefined }, { ...post, created_at: "soon" }, null])
      expect(() => readPage(200, { data: [broken], meta: { result_count: 1 } })).toThrow(ReadError);
  });
});

describe("words as they were written", () => {
  const links = (...pairs: [string, string][]) => ({
    urls: pairs.map(([url, expanded_url]) => ({ url, expanded_url })),
  });

  it("unescapes once", () => {
    expect(asWritten("&lt;b&gt; &amp;amp; &amp;lt; &#39;&#x27; &#128512;", undefined)).toBe("<b> &amp; &lt; '' 😀");
  });

  it("leaves what is no entity alone", () => {
    const text = "AT&T; R&D &nope; &#0; &#x110000; & &;";
    expect(asWritten(text, null)).toBe(text);
  });

  it("expands each link, also one that begins like another, and leaves its entities alone", () => {
    const entities = links(
      ["https://t.co/ab", "https://a.example/?x=1&lt;"],
      ["https://t.co/abc", "https://b.example/$&"],
    );
    expect(asWritten("https://t.co/abc https://t.co/ab &amp;", entities)).toBe(
      "https://b.example/$& https://a.example/?x=1&lt; &",
    );
  });

  it("keeps a link whose expansion X doesn't tell", () => {
    expect(asWritten("https://t.co/ab", { urls: [{ url: "https://t.co/ab" }, null, 3] })).toBe("https://t.co/ab");
  });
});

describe("X's reason", () => {
  it.each([
    [{ errors: [{ code: 32, message: "Could not authenticate you." }] }, "Could not authenticate you."],
    [{ title: "Forbidden", detail: "You are not permitted." }, "You are not permitted."],
    [
      '<?xml version="1.0"?><errors><error code="415">Callback URL not approved</error></errors>',
      "Callback URL not approved",
    ],
    ["Invalid request token.", "Invalid request token."],
    ["<html><body>502</body></html>", ""],
    [null, ""],
    [{ errors: [null] }, ""],
  ])("is found in %j", (body, reason) => {
    expect(reasonOf(body)).toBe(reason);
  });

  it("decides which kind of failure it was", () => {
    const kind = (reply: PostAnswer, at401: "refused" | "expired" = "refused") => linkError(reply, at401, []).reason;
    expect(kind(answered(401, ""))).toBe("refused");
    expect(kind(answered(401, ""), "expired")).toBe("expired");
    expect(kind(answered(403, ""))).toBe("refused");
    expect(kind(answered(400, { errors: [{ message: "Callback URL not approved" }] }))).toBe("not_permitted");
    expect(kind(answered(429, ""))).toBe("refused");
    expect(kind(answered(503, ""))).toBe("unreachable");
    expect(kind({ kind: "lost", status: 200, detail: "the answer broke off" })).toBe("unreachable");
  });

  it("never repeats a secret that X echoes", () => {
    const echoed = linkError(answered(400, { detail: "bad oauth_token=tell-no-one" }), "refused", ["tell-no-one", ""]);
    expect(echoed.message).toContain("[redacted]");
    expect(echoed.message).not.toContain("tell-no-one");
  });
});
