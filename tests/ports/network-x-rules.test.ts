// The pure halves of X's client: its list read strictly, its words unescaped, its refusals put in their place.
import { describe, expect, it } from "vitest";
import { type PostAnswer, ReadError } from "~/ports/network/port";
import { linkError, reasonOf } from "~/ports/network/x-link";
import { asWritten, readPage as readPageOf } from "~/ports/network/x-posts";
import { answered } from "~tests/support/fakes/faulty-network";

const readPage = (status: number, body: unknown) => readPageOf(status, body, "7");
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

describe("what X adds to the words of a post", () => {
  const own = { url: "https://t.co/pic", expanded_url: "https://x.com/alice/status/1/photo/1" };
  const typed = { url: "https://t.co/typed", expanded_url: "https://linnet.example/a" };
  const read = (more: object) => readPage(200, { data: [{ ...post, ...more }] }).posts[0];

  it("takes the link of its pictures out, with a key or without, one entity a picture", () => {
    for (const urls of [
      [own],
      [{ ...own, media_key: "3_9" }],
      [1, 2, 3, 4].map((n) => ({ ...own, media_key: `3_${n}` })),
    ])
      expect(read({ text: "Hello https://t.co/pic", entities: { urls } })).toEqual({
        id: "1",
        text: "Hello",
        createdAt: Date.UTC(2026, 0, 2, 3, 4, 5),
      });
  });

  it("knows the picture of a post that was edited by the id that it had before", () => {
    const before = { ...own, expanded_url: "https://twitter.com/alice/status/5/photo/1" };
    const more = { text: "Hello https://t.co/pic", entities: { urls: [before] } };
    expect(read({ ...more, edit_history_tweet_ids: ["5", "1"] })?.text).toBe("Hello");
    expect(read(more)?.text).toBe("Hello https://twitter.com/alice/status/5/photo/1");
  });

  it("reads a link with a picture's key both ways where it isn't surely the post's own", () => {
    const another = { ...typed, media_key: "3_9" };
    expect(read({ text: "Hello https://t.co/typed", entities: { urls: [another] } })).toMatchObject({
      text: "Hello https://linnet.example/a",
      bareText: "Hello",
    });
  });

  it("leaves out a link at the end only where no entity explains it", () => {
    expect(read({ text: "Hello https://t.co/x" })).toMatchObject({ text: "Hello https://t.co/x", bareText: "Hello" });
    const explained = read({ text: "Hello https://t.co/typed", entities: { urls: [typed] } });
    expect(explained).not.toHaveProperty("bareText");
    const inside = read({ text: "See https://t.co/x there" });
    expect(inside).not.toHaveProperty("bareText");
    const both = { urls: [typed, { ...own, media_key: "3_9" }] };
    const text = "See https://t.co/typed https://t.co/pic";
    expect(read({ text, entities: both })).not.toHaveProperty("bareText");
    expect(read({ text, entities: both })?.text).toBe("See https://linnet.example/a");
  });

  it("leaves out the account's own name at the beginning of an answer, and nobody else's", () => {
    const referenced_tweets = [
      { type: "quoted", id: "8" },
      { type: "replied_to", id: "9" },
    ];
    const named = (id: string) => ({
      text: "@alice Hello",
      entities: { mentions: [{ start: 0, id, username: "alice" }] },
    });
    expect(read({ ...named("7"), referenced_tweets })).toMatchObject({
      text: "@alice Hello",
      bareText: "Hello",
      replyTo: "9",
    });
    expect(read(named("7"))).not.toHaveProperty("bareText");
    expect(read({ ...named("8"), referenced_tweets })).not.toHaveProperty("bareText");
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
    const kind = (reply: PostAnswer, unauthorized: "refused" | "expired" = "refused") =>
      linkError(reply, { unauthorized, secrets: [], now: 0 }).reason;
    expect(kind(answered(401, ""))).toBe("refused");
    expect(kind(answered(401, ""), "expired")).toBe("expired");
    expect(kind(answered(403, ""))).toBe("refused");
    expect(kind(answered(400, { errors: [{ message: "Callback URL not approved" }] }))).toBe("not_permitted");
    expect(kind(answered(429, ""))).toBe("limited");
    expect(kind(answered(503, ""))).toBe("unreachable");
    expect(kind({ kind: "lost", status: 200, detail: "the answer broke off" })).toBe("unreachable");
  });

  it("never repeats a secret that X echoes", () => {
    const leg = { unauthorized: "refused" as const, secrets: ["tell-no-one", ""], now: 0 };
    const echoed = linkError(answered(400, { detail: "bad oauth_token=tell-no-one" }), leg);
    expect(echoed.message).toContain("[redacted]");
    expect(echoed.message).not.toContain("tell-no-one");
  });
});
