// The sandbox's own pages: the consent that stands where the network's would be, a post, a thread and its pictures.
import { expect } from "vitest";
import { openTokens } from "~/features/accounts/accounts.server";
import { publishNow } from "~/features/publishing/publishing.server";
import type { PostAnswer } from "~/ports/network/port";
import * as connect from "~/routes/accounts.connect";
import * as picture from "~/routes/sandbox/picture";
import { call, cookieFor, type Route, sameOrigin } from "~tests/support/calls/call";
import { type Stage, test } from "../support/people";
import { focusIn, linksOf, placeOf, placesOf, refusedIn, sentTo, verbsOf, wordsOf } from "../support/seen";
import { write } from "../support/tweet-states";

const connectAs = async ({ app }: Stage, sessionId: string): Promise<Response> =>
  call(connect as Route, "/accounts/connect", { headers: { cookie: await cookieFor(app, sessionId), ...sameOrigin } });

test("linking begins at the network, for who is signed in", async ({ stage }) => {
  const { asAlice, asBob, guest, alice, bob } = stage;
  const sent = await call(connect as Route, "/accounts/connect");
  expect([sent.status, sent.headers.get("location")]).toEqual([303, "/generate?panel=login"]);
  const started = await connectAs(stage, alice.sessionId);
  const path = started.headers.get("location") ?? "";
  expect([started.status, started.headers.get("x-remix-reload-document")]).toEqual([303, "true"]);
  expect(path).toMatch(/^\/sandbox\/authorize\?oauth_token=[\w-]+&force_login=true$/);
  const token = new URLSearchParams(path.split("?")[1]).get("oauth_token") ?? "";
  stage.named[token] = "TOKEN";

  const consent = await asAlice.get(path);
  expect([consent.status, consent.title]).toEqual([200, "Authorize · Linnet sandbox"]);
  const deny = "– oauth_token=TOKEN deny=1";
  const body = placeOf(consent);
  expect(verbsOf(body)).toEqual([deny, "– oauth_token=TOKEN handle="]);
  expect(sentTo(body)).toEqual(["/sandbox/authorize?oauth_token=TOKEN&force_login=true"]);
  expect(linksOf(body)).toEqual(["/generate?panel=help"]);
  expect(focusIn(body)).toBe("handle");
  // Her own accounts are there to choose from, and nobody else's.
  const [field] = placesOf(consent, "[name=handle]");
  const known = (page: typeof consent) =>
    placesOf(page, `#${field?.getAttribute("list")} option`).map((option) => option.getAttribute("value"));
  expect(known(consent)).toEqual(["alice_one", "alice_two"]);

  const wrong = await asAlice.post(path, { oauth_token: token, handle: "not a handle!" });
  const still = placeOf(wrong);
  expect([wrong.status, verbsOf(still)]).toEqual([422, [deny, "– oauth_token=TOKEN handle=not a handle!"]]);
  expect([refusedIn(still), focusIn(still)]).toEqual([{ handle: expect.stringMatching(/1 to 15/) }, "handle"]);
  expect(known(wrong)).toEqual(["alice_one", "alice_two"]);
  const denied = await asAlice.post(path, { oauth_token: token, deny: "1" });
  expect(denied.status).toBe(303);
  expect(denied.to).toContain("denied=TOKEN");
  for (const who of [asAlice, guest]) {
    const over = placeOf(await who.get("/sandbox/authorize?oauth_token=nonsense"));
    expect([linksOf(over), verbsOf(over)]).toEqual([["/generate"], []]);
  }
  const other = await connectAs(stage, bob.sessionId);
  const next = new URLSearchParams((other.headers.get("location") ?? "").split("?")[1]).get("oauth_token") ?? "";
  expect(known(await asBob.get(`/sandbox/authorize?oauth_token=${next}`))).toEqual(["bob_one"]);
  const granted = await asBob.post("/sandbox/authorize", { oauth_token: next, handle: "@bob_two" });
  expect([granted.status, granted.to?.split("?")[0]]).toEqual([303, "/api/twitter-auth/callback"]);
  expect(granted.to).toMatch(/oauth_verifier=/);
});

test("a post of the sandbox has a page, under its own handle alone", async ({ stage }) => {
  const { app, alice, second, asAlice, asBob } = stage;
  const id = await write(stage, "Swans\nmate for life.", second.networkUserId);
  await publishNow(app, { userId: alice.user.id, tweetId: id, account: null });
  const { id: post } = await app.db.selectFrom("sandbox_posts").select("id").executeTakeFirstOrThrow();
  for (const [who, path, when] of [
    [asAlice, `/sandbox/ALICE_two/status/${post}`, /11:18 \(Europe\/Berlin\)/],
    [asBob, `/sandbox/alice_two/status/${post}`, /10:18 \(UTC\)/],
  ] as const) {
    const page = await who.get(path);
    expect([page.status, page.title]).toEqual([200, "@alice_two in the sandbox · Linnet"]);
    const article = placeOf(page, "article");
    expect(wordsOf(article, "strong, strong ~ span")).toEqual(["Alice Two", "@alice_two"]);
    expect(placesOf(page, "article p")[0]?.textContent).toBe("Swans\nmate for life.");
    const times = placesOf(page, "time").map((time) => [time.getAttribute("datetime"), time.textContent]);
    expect(times).toEqual([["2026-11-19T10:18:00.000Z", expect.stringMatching(when)]]);
    expect(linksOf(placeOf(page, "main"))).toEqual(["/timeline"]);
    expect(placesOf(page, "[role=region][aria-label=Sandbox]")).toHaveLength(1);
  }
  for (const path of [`/sandbox/bob_one/status/${post}`, "/sandbox/alice_two/status/1"])
    expect((await asAlice.get(path)).status).toBe(404);
});

test("a thread of the sandbox shows what it answers, what answers it, and its pictures with their words", async ({
  stage,
}) => {
  const { app, second, asAlice, guest, named } = stage;
  const account = await app.db
    .selectFrom("accounts")
    .selectAll()
    .where("network_user_id", "=", second.networkUserId)
    .executeTakeFirstOrThrow();
  const tokens = openTokens(app, account);
  const bytes = Buffer.from("GIF89a, says who sends it");
  const given = async (work: Promise<PostAnswer>) => {
    const answer = await work;
    const { data } = (answer.kind === "answered" ? answer.body : {}) as { data?: { id?: string } };
    return data?.id ?? expect.fail(JSON.stringify(answer));
  };
  const timeoutMs = 1_000;
  const post = (text: string, more: { replyTo?: string; mediaIds?: string[] }) =>
    given(app.network.post(tokens, { text, timeoutMs, ...more }));
  const upload = () => given(app.network.uploadImage(tokens, { bytes, timeoutMs }));
  const [described, plain, unused] = [await upload(), await upload(), await upload()];
  await app.network.describeImage(tokens, { mediaId: described, text: "A swan & <its> nest", timeoutMs });
  const one = await post("One", {});
  const two = await post("Two", { replyTo: one, mediaIds: [plain, described] });
  const three = await post("Three", { replyTo: two });
  Object.assign(named, { [one]: "ONE", [two]: "TWO", [three]: "THREE", [plain]: "PLAIN", [described]: "DESCRIBED" });
  const at = (id: string) => `/sandbox/alice_two/status/${id}`;
  const seen = async (who: typeof guest, id: string) => {
    const page = await who.get(at(id));
    const articles = placesOf(page, "article").map((article) => [
      ...linksOf(article),
      ...wordsOf(article, "p").filter((said) => /^(One|Two|Three)$/.test(said)),
    ]);
    const images = placesOf(page, "article img").map((image) => [image.getAttribute("src"), image.getAttribute("alt")]);
    return { articles, images, captions: wordsOf(placeOf(page, "main"), "figcaption") };
  };

  expect(await seen(asAlice, two)).toEqual({
    articles: [
      [at("ONE"), "Two"],
      [at("THREE"), "Three"],
    ],
    images: [
      ["/sandbox/pictures/PLAIN", ""],
      ["/sandbox/pictures/DESCRIBED", "A swan & <its> nest"],
    ],
    captions: [expect.stringMatching(/^No /), "A swan & <its> nest"],
  });
  expect((await seen(guest, one)).articles).toEqual([["One"], [at("TWO"), "Two"]]);
  const show = (id: string) => call(picture as Route, `/sandbox/pictures/${id}`, { params: { media_id: id } });
  const shown = await show(described);
  expect(Object.fromEntries(shown.headers)).toEqual({
    "content-type": "image/gif",
    "content-security-policy": "default-src 'none'; sandbox",
    "x-content-type-options": "nosniff",
    "cache-control": "private, max-age=300",
  });
  expect(Buffer.from(await shown.arrayBuffer())).toEqual(bytes);
  expect((await show(unused)).status).toBe(404);

  await app.network.deletePost(tokens, { postId: two, timeoutMs });
  expect((await show(described)).status).toBe(404);
  expect((await asAlice.get(at(two))).status).toBe(404);
  expect((await seen(guest, three)).articles).toEqual([["Three"]]);
});
