// The clock that tests turn: to the built app an hour that is turned is one that it waited for, and one of the wall clock
// alone is a leap, by whose time nothing is done.
import { expect, it, onTestFinished } from "vitest";
import { hours, seconds } from "~/ground/time/duration";
import { linkInSandbox, newHandle, register, tweetsOf, writeTweets } from "../../support/people/browser";
import { type BuiltServer, eventually, startServer } from "../../support/server";

/** A tweet of the second of two accounts that is due in an hour. */
async function makeStage() {
  const server = await startServer({ env: { QUIET_HOURS: "none" }, isTurned: true });
  onTestFinished(() => server.close());
  const alice = await register(server.origin, "alice");
  for (const name of ["alice", "other"]) await linkInSandbox(alice, newHandle(name));
  const list = await alice.call<{ accounts: { twitter_user_id: string; is_default: boolean }[] }>(
    "GET",
    "/api/twitter/accounts/list",
  );
  const other = list.body.accounts.find((account) => !account.is_default)?.twitter_user_id;
  const { batchId, tweets } = await writeTweets(alice, "linnets in winter");
  const [tweet] = tweets;
  const dueAt = new Date(server.now() + hours(1)).toISOString();
  const wish = { execute_at: dueAt, twitter_account_id: other };
  const answer = await alice.call("POST", `/api/questions/schedule/${tweet?.id}`, wish);
  expect(answer.status).toBe(200);
  const status = async () => (await tweetsOf(alice, batchId)).find(({ id }) => id === tweet?.id)?.status;
  return { server, status };
}

const leaps = (server: BuiltServer) =>
  server
    .events()
    .flatMap(({ msg }) => /^(the clock has leapt|the clock is back|clock stable again)/.exec(String(msg))?.[0] ?? []);

it("an hour that is turned has passed: what was due goes out, and nobody takes it for a leap", async () => {
  const { server, status } = await makeStage();
  await server.advance(hours(1) - seconds(30));
  await server.advance(seconds(1));
  expect(await status()).toBe("scheduled");
  await server.advance(seconds(30));
  await eventually("it is out", async () => (await status()) === "published");
  expect(leaps(server)).toEqual([]);
});

it("by the time of a wall clock that leapt nothing goes out until it has stood for a minute", async () => {
  const { server, status } = await makeStage();
  await server.leap(hours(1));
  await eventually("it is seen", () => leaps(server).length === 1);
  await server.advance(seconds(30));
  expect(await status()).toBe("scheduled");
  await server.advance(seconds(30));
  await eventually("it is out", async () => (await status()) === "published");
  expect(leaps(server)).toEqual(["the clock has leapt", "clock stable again"]);
});
