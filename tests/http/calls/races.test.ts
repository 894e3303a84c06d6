// Twenty at once through the API: one winner each, and nothing half done.
import { afterEach, beforeEach, expect, it } from "vitest";
import { peerHeader } from "~/http/door/headers.server";
import { type Cast, createCast } from "~tests/support/calls/api-cast";
import { linkAccount, password } from "~tests/support/people/make";

let cast: Cast;
beforeEach(async () => {
  cast = await createCast();
});
afterEach(() => cast?.close());

const twenty = <T>(work: (n: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: 20 }, (_, n) => work(n)));

const tally = (answers: { status: number }[]): Record<number, number> => {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};

it("twenty registrations of one e-mail make one account; the others are told so", async () => {
  // Written in twenty ways, which are all the same address.
  const spelt = (n: number) => (n % 2 ? " Dora@Linnet.Example" : "dora@linnet.example ");
  const answers = await twenty((n) =>
    cast.client.send("POST", "/api/users/register", {
      json: { email: spelt(n), password },
      headers: { [peerHeader]: `192.0.2.${n}` },
    }),
  );
  expect(tally(answers)).toEqual({ 201: 1, 409: 19 });
  const rows = await cast.app.db.selectFrom("users").select("email").where("email", "like", "%dora%").execute();
  expect(rows).toEqual([{ email: "dora@linnet.example" }]);
  const winner = answers.find(({ status }) => status === 201)?.body;
  const ask = { json: { email: "dora@linnet.example", password } };
  const again = await cast.client.send("POST", "/api/users/login", ask);
  expect(again.body["user_id"]).toBe(winner?.["user_id"]);
});

it("twenty set-defaults over five accounts leave exactly one default", async () => {
  const accounts = [cast.alice.account];
  for (let n = 2; n <= 5; n++) accounts.push(await linkAccount(cast.app, cast.alice, `alice_${n}`));
  const list = async () => {
    const { body } = await cast.client.send("GET", "/api/twitter/accounts/list", {}, cast.alice.key);
    return body["accounts"] as { id: number; is_default: boolean }[];
  };
  for (let round = 0; round < 3; round++) {
    const answers = await twenty((n) => {
      const { id } = accounts[n % accounts.length] ?? cast.alice.account;
      return cast.client.send("POST", `/api/twitter/accounts/${id}/set-default`, {}, cast.alice.key);
    });
    expect(tally(answers)).toEqual({ 200: 20 });
    expect((await list()).filter((account) => account.is_default)).toHaveLength(1);
  }
});

it("set-defaults and deletions at once leave exactly one default among what is left", async () => {
  const accounts = [cast.alice.account];
  for (let n = 2; n <= 10; n++) accounts.push(await linkAccount(cast.app, cast.alice, `alice_${n}`));
  await twenty((n) => {
    const { id } = accounts[n % 10] ?? cast.alice.account;
    return n % 4 === 0
      ? cast.client.send("DELETE", `/api/twitter/accounts/${id}`, {}, cast.alice.key)
      : cast.client.send("POST", `/api/twitter/accounts/${id}/set-default`, {}, cast.alice.key);
  });
  const { body } = await cast.client.send("GET", "/api/twitter/accounts/list", {}, cast.alice.key);
  const left = body["accounts"] as { is_default: boolean }[];
  expect(left).toHaveLength(5);
  expect(left.filter((account) => account.is_default)).toHaveLength(1);
});

it.each(["publish-now", "multi-account/publish-now"])(
  "twenty %s of one tweet hand it to the network once",
  async (form) => {
    const json = { twitter_account_id: cast.alice.account.id };
    const id = await cast.newTweet();
    let release = () => {};
    cast.network.hold = new Promise<void>((resolve) => (release = resolve));
    const sent = twenty(() => cast.client.send("POST", `/api/questions/${form}/${id}`, { json }, cast.alice.key));
    while (cast.network.handed.length === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    release();
    expect(tally(await sent)).toEqual({ 200: 1, 409: 19 });
    expect(cast.network.handed).toHaveLength(1);
    const attempts = await cast.app.db.selectFrom("attempts").select("outcome").where("tweet_id", "=", id).execute();
    expect(attempts).toEqual([{ outcome: "published" }]);
  },
);

it("publish-now, cancel, schedule and edit at once: the tweet goes out at most once, and as one of its texts", async () => {
  const id = await cast.newTweet();
  const at = `/api/questions`;
  await twenty((n) => {
    const by = cast.alice.key;
    if (n % 4 === 0) return cast.client.send("POST", `${at}/publish-now/${id}`, {}, by);
    if (n % 4 === 1) return cast.client.send("POST", `${at}/publish-random-auto/${id}`, { json: {} }, by);
    if (n % 4 === 2) return cast.client.send("POST", `${at}/cancel/${id}`, {}, by);
    return cast.client.send("PUT", `${at}/tweet/${id}`, { json: { tweet_content: `Words number ${n}` } }, by);
  });
  const row = await cast.app.db.selectFrom("tweets").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  expect(cast.network.handed.length).toBeLessThanOrEqual(1);
  if (row.state === "published") expect(cast.network.accepted).toEqual([row.content]);
  else expect(cast.network.accepted).toEqual([]);
});

it("twenty bot starts at once make one bot", async () => {
  const path = `/api/bots/content-analysis/bot-control/${cast.alice.analysisId}`;
  const answers = await twenty(() => cast.client.send("PUT", path, { json: { enabled: true } }, cast.alice.key));
  expect(tally(answers)).toEqual({ 200: 20 });
  expect(await cast.app.db.selectFrom("bots").select("id").execute()).toHaveLength(1);
});
