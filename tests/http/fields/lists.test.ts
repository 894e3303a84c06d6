// Lists in a body: each item that is wrong is named by its place, also where the same is wrong with several.
import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, expect, it } from "vitest";
import { z } from "zod";
import { endpoints } from "~/http/contract/index.server";
import { type Cast, createCast } from "~tests/support/calls/api-cast";
import { fill } from "~tests/support/calls/client";

let cast: Cast;
beforeEach(async () => {
  cast = await createCast();
});
afterEach(() => cast?.close());

interface Fault {
  loc: (string | number)[];
  msg: string;
  type: string;
}

async function faultsOf(method: string, path: string, json: unknown): Promise<Fault[]> {
  const at = fill(path, cast.idsOf(cast.alice));
  const { status, body } = await cast.client.send(method, at, { json }, cast.alice.key);
  expect(status).toBe(422);
  const detail = body["detail"] as Fault[];
  expect(body["error"]).toBe([...new Set(detail.map(({ msg }) => msg))].join(", "));
  return detail;
}

const placesOf = (faults: Fault[]) => faults.map(({ loc, type }) => [...loc.slice(1), type].join(" "));

/** Whether a list is taken here, whatever stands around it. */
function isList(field: z.core.$ZodType): boolean {
  const page = z.toJSONSchema(field, { io: "input", unrepresentable: "any" });
  return [page, ...(page.anyOf ?? [])].some((one) => typeof one === "object" && one.type === "array");
}

const lists = endpoints.flatMap((endpoint) =>
  endpoint.body instanceof z.ZodObject
    ? Object.entries(endpoint.body.shape)
        .filter(([, field]) => isList(field as z.core.$ZodType))
        .map(([field]) => [`${endpoint.method} ${endpoint.path}`, field, endpoint] as const)
    : [],
);

it("there are lists to look at", () => {
  expect(new Set(lists.map(([, field]) => field))).toEqual(
    new Set(["scopes", "window_hours", "tone", "avoid", "samples", "media", "tweets", "texts", "parts", "events"]),
  );
});

it.each(lists)("%s names each item of %s that is of another kind", async (_, field, { method, path, example }) => {
  const faults = await faultsOf(method, path, { ...example.body, [field]: [true, true] });
  const places = faults.map(({ loc }) => loc.slice(0, 3).join(" "));
  for (const place of [0, 1]) expect(places).toContain(`body ${field} ${place}`);
});

it("of tweets that X would refuse each is named, with each thing that is wrong with it", async () => {
  const account = cast.alice.account.networkUserId;
  const past = { twitter_account_id: account, publish_at: "2020-01-01T00:00:00Z" };
  const tweets = [
    { tweet_content: "" },
    { tweet_content: "Fine" },
    { tweet_content: "" },
    { tweet_content: "x".repeat(281), ...past },
    { tweet_content: "Fine too", ...past },
  ];
  expect(placesOf(await faultsOf("POST", "/api/tweets", { tweets }))).toEqual([
    "tweets 0 tweet_content too_short",
    "tweets 2 tweet_content too_short",
    "tweets 3 tweet_content too_long",
    "tweets 3 publish_at past",
    "tweets 4 publish_at past",
  ]);
});

it("of parts that X would refuse, or that say the same, each is named", async () => {
  const parts = ["One", "", "Three", "x".repeat(281), "", "one"];
  const places = ["parts 1 too_short", "parts 3 too_long", "parts 4 too_short", "parts 5 invalid"];
  expect(placesOf(await faultsOf("POST", "/api/questions/thread", { parts }))).toEqual(places);
});

it("of pictures each is named that isn't there, comes twice or is described at too great length", async () => {
  const { mediaId } = cast.alice;
  const media = [
    { media_id: randomUUID() },
    { media_id: mediaId },
    { media_id: mediaId },
    { media_id: randomUUID(), alt_text: "x".repeat(1_001) },
  ];
  const json = { tweet_content: "Seen", media };
  const places = ["media 0 invalid", "media 2 invalid", "media 3 too_long"];
  expect(placesOf(await faultsOf("POST", "/api/questions/tweet", json))).toEqual(places);
});
