// What X's real client sends, and what our fake X answers, fit X's own document.
import { afterEach, beforeEach, expect, it } from "vitest";
import { type LinkedX, startLinkedX } from "~tests/support/fakes/fake-x-linked";
import { mustBeXRequest, mustFitX } from "./schemas";

let x: LinkedX;
beforeEach(async () => {
  x = await startLinkedX();
});
afterEach(() => x.fake.close());

it("every request of a life with X is one that X describes", async () => {
  for (const text of ["Hello", "多语言 🕊️ & <b>", "With a link https://linnet.example/a?b=1&c=2", "x".repeat(280)])
    expect(await x.post(text)).toMatchObject({ kind: "answered", status: 201 });
  x.fake.rules.pageSize = 2;
  const posts = await x.network.listPosts(x.tokens, { networkUserId: x.userId, since: x.time.now - 900_000 });
  expect(posts).toHaveLength(4);
  const seen = x.fake.requests.filter(({ path }) => path.startsWith("/2/"));
  expect(seen.map(({ method, path }) => `${method} ${path.replace(/\d{5,}/, "ID")}`)).toEqual([
    "GET /2/users/me",
    ...Array.from({ length: 4 }, () => "POST /2/tweets"),
    "GET /2/users/ID/tweets",
    "GET /2/users/ID/tweets",
  ]);
  for (const request of seen) mustBeXRequest(request);
});

it("the fake X answers as the document says", async () => {
  const taken = await x.post("A link https://linnet.example/ & more");
  if (taken.kind !== "answered") throw new Error("X did not answer");
  mustFitX("TweetCreateResponse", taken.body);
  const again = await x.post("A link https://linnet.example/ & more");
  if (again.kind !== "answered") throw new Error("X did not answer");
  expect(again.status).toBe(403);
  mustFitX("Problem", again.body);
});

it("every request for figures is one that X describes, and the fake answers them as X's document says", async () => {
  const { now } = x.time;
  const ids = Array.from({ length: 100 }, (_, n) => x.fake.seedPost("alice", `post ${n}`, now - n * 86_400_000).id);
  x.fake.deletePost(ids[0] ?? "");
  const before = x.fake.requests.length;
  for (const withPrivate of [true, false]) {
    const { figures, gone } = await x.network.readFigures(x.tokens, { ids, withPrivate });
    expect([figures.length, gone]).toEqual([99, [ids[0]]]);
    const ask = { networkUserId: x.userId, since: now - 40 * 86_400_000, withPrivate };
    expect((await x.network.listFigures(x.tokens, ask)).posts).toBe(40);
  }
  const seen = x.fake.requests.slice(before);
  expect(seen.map(({ path }) => path.replace(/\d{5,}/, "ID"))).toEqual([
    "/2/tweets",
    "/2/users/ID/tweets",
    "/2/tweets",
    "/2/users/ID/tweets",
  ]);
  const problems = new Set<string>();
  for (const request of seen) {
    mustBeXRequest(request);
    const { path, query, headers } = request;
    const answer = await fetch(`${x.fake.origin}${path}?${query}`, {
      headers: { authorization: String(headers.authorization) },
    });
    const body = (await answer.json()) as { errors?: { type: string }[] };
    mustFitX(path === "/2/tweets" ? "Get2TweetsResponse" : "Get2UsersIdTweetsResponse", body);
    for (const error of body.errors ?? []) {
      const type = error.type.split("/").at(-1) ?? "";
      problems.add(type);
      mustFitX(type === "resource-not-found" ? "ResourceNotFoundProblem" : "FieldUnauthorizedProblem", error);
    }
  }
  expect([...problems].sort()).toEqual(["not-authorized-for-field", "resource-not-found"]);
});

it("the document can refuse", () => {
  const request = {
    method: "GET",
    path: "/2/users/2244994945/tweets",
    query: new URLSearchParams({ max_results: "100" }),
    headers: { authorization: 'OAuth oauth_consumer_key="k"' },
    body: "",
  };
  mustBeXRequest(request);
  const refused = (query: Record<string, string>) =>
    expect(() => mustBeXRequest({ ...request, query: new URLSearchParams(query) })).toThrow();
  refused({ max_results: "101" });
  refused({ "tweet.fields": "text,favourites" });
  refused({ since: "1" });
  expect(() => mustBeXRequest({ ...request, path: "/2/users/by" })).toThrow();
  expect(() => mustFitX("TweetCreateRequest", { text: "a", mood: "good" })).toThrow();
});
