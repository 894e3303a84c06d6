// No agent makes anything public within 15 minutes, or puts it on the timeline, without a confirm of these very words, pictures, account
// and moment. Asked by effect, of every tool that there is: each is called with all that it might be told, and the clock is turned.
import { afterEach, beforeEach, expect, it } from "vitest";
import { changePictures, editTweet, publishNow, writeTweet } from "~/features/publishing/publishing.server";
import { scheduleAt } from "~/features/scheduling/scheduling.server";
import { getTweet } from "~/features/tweets/tweets.server";
import { hours, minutes, seconds } from "~/ground/time/duration";
import { tools } from "~/mcp/tools/index.server";
import type { Agent } from "~tests/support/calls/agent";
import { description, givePicture } from "~tests/support/calls/api-cast";
import { answered } from "~tests/support/fakes/faulty-network";
import { sendDue } from "~tests/support/sends";
import { type AgentCast, createAgentCast } from "./agents";

let cast: AgentCast;
let agent: Agent;
beforeEach(async () => {
  cast = await createAgentCast();
  Object.assign(cast.app.config, { rateLimits: false, quietHours: null, minGapMs: 0, catchUpGapMs: 0 });
  agent = await cast.newAgent();
});
afterEach(() => cast?.close());

type Args = Record<string, unknown>;
type Subject = { tweet_id: number; tweet_content: string; twitter_username: string; media_ids: string[] };

const soon = (ms: number) => new Date(cast.app.clock.now() + ms).toISOString();

async function confirmOf(
  tweetId: number,
  { account = cast.alice.account, at }: { account?: { networkUserId: string }; at?: string } = {},
) {
  const args = { tweet_id: tweetId, twitter_account_id: account.networkUserId, at };
  return (await agent.call("preview_post", args)).data["confirm"];
}

/** Alice's tweets in each state that a tweet can be sent from, with confirms of each that are not of what stands there now. */
async function prepare() {
  const { app, alice, other } = cast;
  const own = (tweetId: number) => ({ userId: alice.user.id, tweetId });
  const write = async (content: string) =>
    (await writeTweet(app, { userId: alice.user.id, content, account: alice.account.networkUserId })).id;
  const [draft, planned, failed, edited, pictured, decoy] = [
    ...[await write("A draft of hers"), await write("She scheduled this"), await write("This one failed")],
    ...[await write("Before it was edited"), await write("It has a picture"), await write("Something else")],
  ] as [number, number, number, number, number, number];
  const picture = async (name: string) => [{ mediaId: await givePicture(app, alice.user.id, name) }];
  const [former, later] = [await picture("former"), await picture("later")];
  await changePictures(app, own(pictured), () => former);
  cast.network.faults.push(answered(403, {}));
  await publishNow(app, { ...own(failed), account: alice.account.networkUserId }).catch(() => null);
  const all = [draft, planned, failed, edited, pictured];
  const over = await Promise.all(all.map((id) => confirmOf(id)));
  app.clock.advance(minutes(11));
  const before = await Promise.all([edited, pictured].map((id) => confirmOf(id)));
  app.clock.advance(1);
  // By her own hand: words and account of now are named rightly below, and the confirm is of what was.
  await editTweet(app, { ...own(edited), content: "After it was edited" });
  await changePictures(app, own(pictured), () => later);
  await scheduleAt(app, {
    ...own(planned),
    account: alice.account.networkUserId,
    executeAt: app.clock.now() + minutes(2),
  });
  const subjects = await Promise.all(
    all.map(async (id): Promise<Subject> => {
      const { content } = await getTweet(app, alice.user.id, id);
      const named = { tweet_id: id, tweet_content: content, twitter_username: "alice_x" };
      return { ...named, media_ids: id === pictured ? later.map(({ mediaId }) => mediaId) : [] };
    }),
  );
  const far = soon(hours(30));
  const wrong = await Promise.all(
    all.map(async (id, n) => [
      ...["", "x", over[n], before[n - 3], await confirmOf(decoy), await confirmOf(id, { account: other })],
      ...[await confirmOf(id, { at: far }), await confirmOf(id, { at: "random" })],
    ]),
  );
  return {
    planned,
    far,
    later: later[0]?.mediaId,
    subjects: subjects.map((one, n) => ({ ...one, wrong: wrong[n] ?? [] })),
  };
}

type World = Awaited<ReturnType<typeof prepare>>;

/** What each argument may be, by its name; a tool with another one is not tried before that has its values here. */
const values: Record<string, (world: World) => unknown[]> = {
  account: () => [cast.alice.account.networkUserId],
  analysis_id: () => [cast.alice.analysisId],
  at: () => [soon(0), soon(seconds(2)), soon(minutes(14)), "random"],
  batch: () => [cast.alice.batchId],
  content: () => [description],
  cursor: () => [undefined],
  enable_web_search: () => [false],
  from: () => [undefined],
  input_id: () => [undefined],
  limit: () => [10],
  media: ({ later }) => [undefined, [], [{ media_id: later }]],
  origin: () => ["own"],
  q: () => ["words"],
  sort: () => ["placed"],
  status: () => ["pending"],
  task_id: () => [cast.alice.taskId],
  texts: () => [["words"]],
  to: () => [undefined],
  topic: () => ["tea"],
  twitter_account_id: () => [cast.alice.account.networkUserId, cast.other.networkUserId],
  updated_since: () => [undefined],
  wait_seconds: () => [0],
};
const ofSubject = ["tweet_id", "tweet_content", "twitter_username", "media_ids", "confirm"];

/** Each way to call it. A confirm is never the one of the very deed. */
function* callsOf(names: string[], world: World): Generator<Args> {
  const free = names.filter((name) => !ofSubject.includes(name));
  let others: Args[] = [{}];
  for (const name of free) {
    const known = values[name];
    if (!known) throw new Error(`What may ${name} be? Say so in \`values\`.`);
    others = others.flatMap((args) => known(world).map((value) => ({ ...args, [name]: value })));
  }
  const subjects = names.includes("tweet_id") ? world.subjects : world.subjects.slice(0, 1);
  for (const { wrong, ...subject } of subjects) {
    const named = Object.fromEntries(Object.entries(subject).filter(([name]) => names.includes(name)));
    const confirms = names.includes("confirm") ? [undefined, ...wrong] : [undefined];
    for (const more of others)
      for (const confirm of confirms) {
        // Drawn in a preview, it would be confirmed.
        if (more["at"] === "random" && confirm === wrong.at(-1) && confirm !== undefined) continue;
        yield { ...named, ...more, ...(confirm !== undefined && { confirm }) };
      }
  }
}

async function callAndSettle(name: string, args: Args): Promise<void> {
  let isOver = false;
  const call = agent.call(name, args).finally(() => (isOver = true));
  // What is queued for the writer is written, or the answer would take 25 seconds.
  const isWritten = () => cast.settle().then(() => isOver);
  if (name === "generate_tweets") await expect.poll(isWritten, { timeout: 30_000 }).toBe(true);
  await call;
}

const timeline = async () =>
  (
    await cast.app.db
      .selectFrom("tweets")
      .select(["id", "due_at"])
      .where("state", "in", ["scheduled", "publishing"])
      .execute()
  ).map(({ id, due_at: at }) => `${id} at ${at}`);

it.each(tools().map((tool) => [tool.name, tool] as const))(
  "%s makes nothing public and schedules nothing without the confirm of it",
  async (name, tool) => {
    const world = await prepare();
    const { content: words } = await getTweet(cast.app, cast.alice.user.id, world.planned);
    const placed = await timeline();
    let calls = 0;
    for (const args of callsOf(Object.keys(tool.input.shape), world)) {
      await callAndSettle(name, args);
      calls += 1;
      expect([args, await cast.posts()]).toEqual([args, []]);
      // Off the timeline is no harm, so only what is there may be there.
      for (const one of await timeline()) expect([args, placed]).toEqual([args, expect.arrayContaining([one])]);
    }
    expect(calls).toBeGreaterThan(0);
    for (let minute = 0; minute <= 15; minute += 1) {
      await sendDue(cast.app);
      await cast.settle();
      cast.app.clock.advance(minutes(1));
    }
    // What she scheduled herself goes out as she did, unless it was taken off.
    const expected =
      (await timeline()).length === 0 && name !== "cancel_tweet" ? [{ handle: "alice_x", text: words }] : [];
    expect(await cast.posts()).toEqual(expected);
  },
);

it("with the confirm of it all of these go out, so what holds the others back is the confirm", async () => {
  const { subjects } = await prepare();
  for (const { wrong: _wrong, ...subject } of subjects) {
    const confirm = await confirmOf(subject.tweet_id);
    expect(await agent.call("publish_tweet", { ...subject, confirm })).toMatchObject({ isError: false });
  }
  expect(await cast.posts()).toEqual(subjects.map(({ tweet_content: text }) => ({ handle: "alice_x", text })));
  const { id } = await writeTweet(cast.app, {
    ...{ userId: cast.alice.user.id, content: "Two seconds ahead" },
    account: cast.alice.account.networkUserId,
  });
  const [at, named] = [
    soon(seconds(2)),
    { tweet_id: id, tweet_content: "Two seconds ahead", twitter_username: "alice_x" },
  ];
  const confirm = await confirmOf(id, { at });
  expect(await agent.call("schedule_tweet", { ...named, at, confirm })).toMatchObject({ isError: false });
  cast.app.clock.advance(seconds(2));
  await sendDue(cast.app);
  expect((await cast.posts()).at(-1)).toEqual({ handle: "alice_x", text: "Two seconds ahead" });
});
