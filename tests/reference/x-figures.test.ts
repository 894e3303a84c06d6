// What X was seen to say of a post's figures, and every refusal that it was seen to send, as a reading takes them.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readFiguresAnswer } from "~/ports/network/x-figures";
import { faults } from "~tests/support/fakes/fake-x";
import { type LinkedX, readErrorOf, startLinkedX } from "~tests/support/fakes/fake-x-linked";
import { bodyOf, observed } from "./schemas";

const responses = observed("x-observed-responses.json");

it("the figures of X's own page are read as they stand there", () => {
  const body = bodyOf(responses.find(({ id }) => id === "metrics-200") ?? { id: "", status: 0 }) as { data: object };
  expect(readFiguresAnswer(200, { data: [body.data] }, ["1234567890"]).figures).toEqual([
    {
      postId: "1234567890",
      likes: 234,
      reposts: 50,
      replies: 12,
      quotes: 5,
      bookmarks: 8,
      impressions: 5432,
      linkClicks: null,
      profileClicks: null,
      engagements: null,
    },
  ]);
});

describe("a refusal of a reading", () => {
  let x: LinkedX;
  beforeEach(async () => {
    x = await startLinkedX();
  });
  afterEach(() => x.fake.close());

  /** By its id: whether waiting alone is no use. The others, of tokens and of posting, are read alike. */
  const blocked = ["credits-402", "usage-capped-429", "suspended-403", "client-forbidden-403"];

  it.each(responses.filter(({ status }) => status >= 400))(
    "keeps its status and says what it means: $id",
    async (one) => {
      x.fake.failNextReads(faults.status(one.status, { body: bodyOf(one), headers: one.headers }));
      const error = await readErrorOf(x.network.readFigures(x.tokens, { ids: ["1"], withPrivate: true }));
      expect(error).toMatchObject({
        status: one.status,
        isSent: true,
        counted: 0,
        isBlocked: blocked.includes(one.id),
      });
      // The observed reset is of another time than the fake's.
      expect(error.resetAt === null || error.resetAt === 1_790_000_000_000).toBe(true);
      expect(x.fake.meter().posts).toBe(0);
    },
  );
});
