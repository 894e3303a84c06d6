// What a program is told where Post Now comes to nothing: the status, two words that stay, a sentence that is so, and the tweet.
import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Account } from "~/features/accounts/account";
import { makeKeyFor } from "~/features/api-keys/api-keys.server";
import { writeTweet } from "~/features/publishing/publishing.server";
import type { ApiTweet } from "~/features/tweets/schema.server";
import { minutes } from "~/ground/time/duration";
import { type Cast, createCast } from "~tests/support/calls/api-cast";
import { answered, type Fault } from "~tests/support/fakes/faulty-network";
import { linkAccount } from "~tests/support/people/make";

let cast: Cast;
let second: Account;
beforeEach(async () => {
  cast = await createCast();
  second = await linkAccount(cast.app, cast.alice, "alice_two");
});
afterEach(() => cast?.close());

type Body = Record<string, unknown> & { data?: ApiTweet };

async function postNow(fault: Fault | null, by = cast.alice.key) {
  const ask = { userId: cast.alice.user.id, account: second.networkUserId };
  const { id } = await writeTweet(cast.app, { ...ask, content: `A linnet sings ${randomUUID()}` });
  cast.network.faults = fault === null ? [] : [fault];
  return cast.client.send<Body>("POST", `/api/questions/publish-now/${id}`, {}, by);
}

const unconfirmed = "X didn’t confirm this post. Linnet is checking, and won’t post it twice.";
const of = (type: string, detail: string) => ({ type: `https://api.x.com/2/problems/${type}`, detail });

const answers: [string, Fault, [number, string, string, string | RegExp, string]][] = [
  ["is lost", "lost after", [504, "timeout", "unreachable", unconfirmed, "publishing"]],
  ["is 500", answered(500), [504, "timeout", "unreachable", unconfirmed, "publishing"]],
  ["is 503", answered(503), [504, "timeout", "unreachable", unconfirmed, "publishing"]],
  [
    "is 403 and says that it has this post",
    answered(403, { detail: "You are not allowed to create a Tweet with duplicate content." }),
    [504, "timeout", "duplicate", unconfirmed, "publishing"],
  ],
  ["never comes, for nothing was sent", "not sent", [502, "network_refused", "unreachable", /Nothing was/, "failed"]],
  ["is that credits are used up", answered(402), [502, "network_refused", "credits", /out of X credits/, "failed"]],
  [
    "is that the account is suspended",
    answered(403, of("user-suspended", "User is suspended")),
    [502, "network_refused", "suspended", /has suspended/, "failed"],
  ],
  [
    "is that the token is not taken",
    answered(401),
    [502, "network_refused", "unauthorized", /authorization/, "failed"],
  ],
  [
    "is that it is too long",
    answered(403, { detail: "Too long" }),
    [502, "network_refused", "too_long", /too long/, "failed"],
  ],
  ["is a limit", answered(429), [429, "network_limited", "rate_limited", /rate limit/, "failed"]],
];

it.each(answers)("whose answer %s is told so", async (_, fault, [status, code, why, sentence, stands]) => {
  const told = await postNow(fault);
  expect([told.status, told.body["code"], told.body["error_code"]]).toEqual([status, code, why]);
  expect(told.body["error"]).toEqual(typeof sentence === "string" ? sentence : expect.stringMatching(sentence));
  expect(told.body.data).toMatchObject({ status: stands, twitter_account_id: second.networkUserId });
});

it("a limit of the day is told with the tweet, which stays a draft", async () => {
  cast.app.config.dailyPostLimit = 1;
  await postNow(null);
  cast.app.clock.advance(minutes(1));
  const ask = { userId: cast.alice.user.id, account: second.networkUserId };
  const { id } = await writeTweet(cast.app, { ...ask, content: "And another one" });
  const told = await cast.client.send<Body>("POST", `/api/questions/publish-now/${id}`, {}, cast.alice.key);
  expect(told).toMatchObject({
    status: 429,
    body: { code: "daily_post_limit", error_code: "rate_limited", data: { id, status: "pending" } },
  });
});

it("a key that may post and not read is told why, and nothing of the tweet", async () => {
  const userId = cast.alice.user.id;
  const { key } = await makeKeyFor(cast.app, userId, { name: "poster", scopes: ["publish"], expiresAt: null });
  const told = await postNow("lost after", key);
  expect([told.status, told.body["error_code"]]).toEqual([504, "unreachable"]);
  expect(told.body).not.toHaveProperty("data");
  const reads = { name: "reader", scopes: ["publish" as const, "read" as const], expiresAt: null };
  const { key: other } = await makeKeyFor(cast.app, userId, reads);
  expect((await postNow(answered(402), other)).body.data).toMatchObject({ status: "failed" });
});
