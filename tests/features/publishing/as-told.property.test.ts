// A tweet goes out as the account that the last answer named, however it came to be and whichever verb sends it.
import { afterAll, beforeAll, expect, it } from "vitest";
import { setDefault } from "~/features/accounts/accounts.server";
import { seeded } from "../../crash/random";
import {
  accountsOf,
  answersOf,
  type Cast,
  makeCast,
  meanwhile,
  newWords,
  planOfBatch,
  posterOf,
  send,
  sendAll,
  type Told,
  verbsForSingle,
  verbs,
  ways,
} from "./as-told";

const draws = process.env["LINNET_NIGHT"] === undefined ? 60 : 3_000;

let cast: Cast;
beforeAll(async () => {
  cast = await makeCast();
});
afterAll(() => cast.app.close());

it("what goes out is posted by whom every answer named before", async () => {
  const different: unknown[] = [];
  const strangers = { notDefault: 0, followed: 0 };
  for (let n = 1; n <= draws; n += 1) {
    const random = seeded(n);
    const accounts = await accountsOf(cast);
    await setDefault(cast.app, cast.alice.user.id, random.pick(accounts).networkUserId);
    const way = random.pick(Object.keys(ways));
    const named = random.chance(0.5) ? { twitter_account_id: random.pick(accounts).networkUserId } : {};
    const id = await ways[way]!(cast, named, newWords);
    const between = [random.pick(Object.keys(meanwhile)), random.pick(Object.keys(meanwhile))];
    for (const name of between) await meanwhile[name]!(cast, id, random);
    const answers = await answersOf(cast, id);
    const { one } = answers as {
      one: Told & { tweet_content: string; thread: object | null; batch_id: string | null };
    };
    const { tweet_content: content, thread, batch_id: batch } = one;
    const able: typeof verbs = {
      ...(thread ? verbs : verbsForSingle),
      ...(batch !== null && !thread && { "plan of the batch": planOfBatch }),
    };
    const verb = random.pick(Object.keys(able));
    const drawn = { n, way, named, between, verb };
    const who = (told: Told | undefined) =>
      told && [told.twitter_account_id, told.twitter_username, told.follows_default];
    const said = Object.fromEntries(Object.entries(answers).map(([place, told]) => [place, who(told)]));
    const isOneVoice = Object.values(said).every((each) => JSON.stringify(each) === JSON.stringify(who(one)));
    const refusal = await able[verb]!(cast, one, content).then(
      () => null,
      (error: unknown) => String(error),
    );
    await sendAll(cast);
    const posters = await posterOf(cast, content);
    if (!isOneVoice || refusal !== null || posters.join() !== one.twitter_username)
      different.push({ ...drawn, said, refusal, posters });
    const out = await send<{ data: Told }>(cast, "GET", `/api/tweets/${id}`);
    if (out.data.twitter_username !== one.twitter_username || out.data.follows_default)
      different.push({ ...drawn, said, out: who(out.data) });
    const serving = (await accountsOf(cast)).find(({ isDefault }) => isDefault);
    if (serving?.username !== one.twitter_username) strangers.notDefault += 1;
    if (one.follows_default) strangers.followed += 1;
  }
  expect(different).toEqual([]);
  expect(Math.min(strangers.notDefault, strangers.followed)).toBeGreaterThan(draws / 10);
});
