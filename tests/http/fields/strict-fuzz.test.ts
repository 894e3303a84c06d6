// Good requests with one field or name too many, to every route that refuses such: each is told its name, and none has an effect.
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { hours } from "~/ground/time/duration";
import { credentials, type Endpoint, namesIn } from "~/http/contract/endpoint.server";
import { endpoints } from "~/http/contract/index.server";
import { type Cast, createCast } from "~tests/support/calls/api-cast";
import { fill, origin } from "~tests/support/calls/client";

const night = process.env["LINNET_NIGHT"] !== undefined;
const runs = night ? 200_000 : 5_000;

let cast: Cast;
beforeAll(async () => {
  cast = await createCast();
  // How much is asked is counted elsewhere.
  cast.app.config.rateLimits = false;
});
afterAll(() => cast?.close());

const strict = endpoints.filter(({ unknown, upload }) => unknown === "refused" && !upload);
/** What only reads has no body. */
const writing = strict.filter(({ method }) => method !== "GET");
const places = ["body", "query"] as const;
type Place = (typeof places)[number];

/** What each field of those routes holds in a good request; a new field stops the test until it is here. */
const goodFields = (): Record<string, unknown> => ({
  twitter_account_id: cast.alice.account.networkUserId,
  ...{ person_id: cast.alice.user.id, share_usd: null },
  user_timezone: "Europe/Berlin",
  ...{ date: new Date(cast.app.clock.now() + hours(48)).toISOString().slice(0, 10), slot: 15, in_quiet_hours: true },
  execute_at: new Date(cast.app.clock.now() + hours(5)).toISOString(),
  published: true,
  post_url: "https://x.com/alice/status/20",
  parts: ["One part that nobody has said", "And another one"],
  tweet_content: "Words that nobody has said",
  texts: ["linnet.com"],
  tweets: [{ tweet_content: `One of several ${Math.random()}` }],
  media: [],
  ...{ text: "Words for a thread", numbered: true },
  ...{ decision: "keep", days: 3, confirm: null, quiet: { from: "22:00", to: "06:00" }, window_hours: [2, 6] },
  ...{ gap_minutes: 30, posts_a_day: 5 },
  ...{ instruction: "shorter", words: null },
  ...{ on: true, about: "I build small tools", audience: "", tone: ["dry"], language: "de", emoji: "never" },
  ...{ hashtags: "one", avoid: ["delve"], samples: ["a", "b", "c"], learn: false, topic: "raising my prices" },
  ...{ name: "n8n", scopes: ["read"], expires_at: null, password: "wrong 1234", otp: "123456", overlap_hours: 2 },
  ...{ url: "https://93.184.215.14/hook", events: ["tweet.*"], description: "n8n", enabled: true },
  ...{ level: "off", lean: false, threads: false },
});

/** A name that means something else on one of the routes. */
const goodValue = ({ path }: Endpoint, field: string, all: Record<string, unknown>): unknown =>
  path.endsWith("/post") ? true : all[field];

const known = ({ body, query, inQueryToo }: Endpoint): Record<Place, string[]> => ({
  body: [...namesIn(body), ...credentials],
  query: [...namesIn(query), ...(inQueryToo ? namesIn(body) : []), ...credentials],
});
const everyName = [...new Set(endpoints.flatMap((one) => Object.values(known(one)).flat()))];

/** As people and programs misspell: a letter gone, doubled, exchanged with its neighbour, or another way to write words. */
const misspelt = fc
  .record({
    name: fc.constantFrom(...everyName),
    at: fc.nat(),
    how: fc.nat({ max: 6 }),
    letter: fc.string({ maxLength: 1 }),
  })
  .map(({ name, at: anywhere, how, letter }) => {
    const at = anywhere % name.length;
    const [before, here = "", after] = [name.slice(0, at), name[at], name.slice(at + 1)];
    const camel = name.replace(/_(\w)/g, (_, one: string) => one.toUpperCase());
    const ways = [before + after, before + here + here + after, before + after.slice(0, 1) + here + after.slice(1)];
    return [...ways, before + letter + after, camel, name.toUpperCase(), name.replaceAll("_", "-")][how] ?? name;
  });
const strange = [
  "",
  " ",
  "__proto__",
  "constructor",
  "toString",
  "account",
  "id",
  "0",
  "a.b",
  "tweet_id",
  "x".repeat(500),
];
const strangeName = fc
  .oneof(misspelt, fc.constantFrom(...everyName, ...strange), fc.string({ unit: "grapheme", maxLength: 20 }))
  // Broken text is refused as such, before anybody looks for fields.
  .filter((name) => !/\0|\p{Cs}/u.test(name));

const asked = fc.record({
  at: fc.nat({ max: strict.length - 1 }),
  place: fc.constantFrom(...places),
  name: strangeName,
  value: fc.oneof(fc.constantFrom("", "1", null, false), fc.integer(), fc.string({ maxLength: 10 })),
  by: fc.constantFrom("bearer", "body", "query"),
});

const seen = new Map<string, number>();

it(
  `${runs} requests with a field or a name too many are all refused by its name, and nothing is sent or written`,
  async () => {
    const before = await state();
    await fc.assert(
      fc.asyncProperty(asked, async ({ at, place, name, value, by }) => {
        const endpoint = strict[at] as Endpoint;
        const isRead = endpoint.method === "GET";
        fc.pre(!isRead || (place === "query" && by !== "body"));
        fc.pre(!known(endpoint)[place].includes(name));
        const { method, path } = endpoint;
        const who = { user_id: cast.alice.user.id, api_key: cast.alice.key };
        const all = goodFields();
        const body: Record<string, unknown> = by === "body" ? { ...who } : {};
        for (const field of namesIn(endpoint.body)) {
          if (!(field in all)) throw new Error(`No good value is known for ${field}`);
          body[field] = goodValue(endpoint, field, all);
        }
        const query = new URLSearchParams(by === "query" ? who : {});
        if (place === "query") query.append(name, String(value));
        // Not assigned: `__proto__` would be.
        else Object.defineProperty(body, name, { value, enumerable: true });
        const headers: Record<string, string> = { "content-type": "application/json" };
        if (by === "bearer") headers["authorization"] = `Bearer ${cast.alice.key}`;
        const address = `${origin}${fill(path, cast.idsOf(cast.alice))}?${query.toString()}`;
        const sent = isRead ? {} : { body: JSON.stringify(body) };
        const answer = await cast.route(new Request(address, { method, headers, ...sent }));
        const said = (await answer.json()) as { error: string; detail: { loc: string[]; msg: string; type: string }[] };
        const about = `${method} ${address} ${JSON.stringify(body)}: ${JSON.stringify(said)}`;
        expect(answer.status, about).toBe(422);
        const found = said.detail.filter(({ loc }) => loc[0] === place && loc[1] === name);
        expect(
          found.map(({ type }) => type),
          about,
        ).toEqual(["unknown_field"]);
        expect(found[0]?.msg, about).toMatch(/^Unknown field .+/s);
        // The good rest of it is found good: the one fault is what was put in.
        expect(said.detail, about).toHaveLength(1);
        expect(said.error, about).toBe(found[0]?.msg);
        seen.set(path, (seen.get(path) ?? 0) + 1);
      }),
      { numRuns: runs, ...(night ? {} : { seed: 20_261_122 }) },
    );
    expect([...seen.values()].reduce((sum, one) => sum + one, 0)).toBe(runs);
    expect([...seen.keys()].sort()).toEqual([...new Set(strict.map(({ path }) => path))].sort());
    expect(cast.network.handed).toEqual([]);
    expect(await state()).toBe(before);
  },
  hours(1),
);

it("without the field too many, the same requests are found valid", async () => {
  for (const endpoint of writing) {
    const all = goodFields();
    const json = Object.fromEntries(namesIn(endpoint.body).map((field) => [field, goodValue(endpoint, field, all)]));
    const path = fill(endpoint.path, { ...cast.idsOf(cast.alice), tweet_id: await cast.newTweet() });
    const { status } = await cast.client.send(endpoint.method, path, { json }, cast.alice.key);
    expect(status, endpoint.path).not.toBe(422);
  }
});

/** Everything that such a request could have changed. */
async function state(): Promise<string> {
  const tables = ["accounts", "tweets", "attempts", "tweet_events"] as const;
  return JSON.stringify(await Promise.all(tables.map((one) => cast.app.db.selectFrom(one).selectAll().execute())));
}
