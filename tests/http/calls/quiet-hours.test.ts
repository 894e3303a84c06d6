// An exact moment in quiet hours is taken, and told: by whatever door it is named. Two accounts; the default is not the
// tweet's, and has no quiet hours.
import { afterEach, beforeEach, expect, it } from "vitest";
import { saveHours } from "~/features/scheduling/scheduling.server";
import { writeTweet } from "~/features/publishing/publishing.server";
import { setTimezone } from "~/features/users/users.server";
import { instantOf, localDate } from "~/ground/time/zone";
import { hours } from "~/ground/time/duration";
import { iso } from "~/ground/time/iso";
import { type AgentCast, createAgentCast } from "../../mcp/agents";

let cast: AgentCast;
beforeEach(async () => {
  cast = await createAgentCast();
  const { user } = cast.alice;
  await setTimezone(cast.app, user.id, "Europe/Berlin", { chosen: true });
  await saveHours(cast.app, { userId: user.id, account: cast.other.networkUserId, hours: { quiet: null } });
  const quiet = { from: 1, to: 5 };
  await saveHours(cast.app, { userId: user.id, account: cast.alice.account.networkUserId, hours: { quiet } });
});
afterEach(() => cast?.close());

/** A moment of the clock in two days. */
const on = (clock: string) =>
  instantOf(`${localDate(cast.app.clock.now() + hours(48), "Europe/Berlin")}T${clock}`, "Europe/Berlin") ?? NaN;

/** At the first minute that is quiet, at the last, and at those beside them. */
const moments = [
  ["00:59", null],
  ["01:00", "quiet_hours"],
  ["04:59", "quiet_hours"],
  ["05:00", null],
] as const;

type Named = Pick<AgentCast["other"], "networkUserId">;
const draft = async (account: Named) =>
  (
    await writeTweet(cast.app, {
      userId: cast.alice.user.id,
      content: `Nobody says ${Math.random()}`,
      account: account.networkUserId,
    })
  ).id;
const post = async (path: string, json: unknown) => {
  const { status, body } = await cast.client.send<{ data: Record<string, unknown> }>(
    "POST",
    path,
    { json },
    cast.alice.key,
  );
  return [status, body.data] as const;
};

/** What each door says of a tweet of the account's that is put at this moment. */
const doors: Record<string, (account: Named, at: number) => Promise<unknown>> = {
  async schedule(account, at) {
    const [status, data] = await post(`/api/tweets/${await draft(account)}/schedule`, { execute_at: iso(at) });
    expect([status, data["execute_at"], data["twitter_account_id"]]).toEqual([200, iso(at), account.networkUserId]);
    return data["warning"];
  },
  async "many tweets"(account, at) {
    const named = { twitter_account_id: account.networkUserId, publish_at: iso(at) };
    const json = {
      tweets: [{ tweet_content: `A draft ${at}` }, { tweet_content: `Beside it ${at}`, ...named }],
    };
    type Written = Record<"data" | "warnings", Record<string, unknown>[]>;
    const { status, body } = await cast.client.send<Written>("POST", "/api/tweets", { json }, cast.alice.key);
    const { data: written, warnings } = body;
    expect([status, written[1]?.["scheduled_time"]]).toEqual([201, iso(at)]);
    expect(warnings.map(({ tweet_id }) => tweet_id)).toEqual(warnings.map(() => written[1]?.["id"]));
    return warnings[0]?.["warning"] ?? null;
  },
  async "an agent"(account, at) {
    const agent = await cast.newAgent();
    const which = { tweet_id: await draft(account), twitter_account_id: account.networkUserId, at: iso(at) };
    const { data: shown } = await agent.call("preview_post", which);
    const { tweet_content, twitter_username, confirm, warning } = shown;
    const named = { tweet_id: which.tweet_id, tweet_content, twitter_username, confirm, at: iso(at) };
    const { data, isError, text } = await agent.call("schedule_tweet", named);
    expect([isError, data["execute_at"], data["warning"]], text).toEqual([false, iso(at), warning]);
    return warning;
  },
};

it.each(Object.entries(doors))("%s takes an exact moment in quiet hours and says so", async (_, door) => {
  for (const [clock, warning] of moments)
    expect([clock, await door(cast.alice.account, on(clock))]).toEqual([clock, warning]);
});

it.each(Object.entries(doors))(
  "%s warns of nothing where the tweet's own account has no quiet hours",
  async (_, door) => {
    for (const [clock] of moments) expect(await door(cast.other, on(clock))).toBeNull();
  },
);

it("a moment that is drawn keeps the quiet hours and tells nothing of them, and neither does one that is posted now", async () => {
  const id = await draft(cast.alice.account);
  const [status, drawn] = await post(`/api/questions/publish-random-auto/${id}`, {});
  expect(status).toBe(200);
  expect(drawn).not.toHaveProperty("warning");
  const agent = await cast.newAgent();
  const which = { tweet_id: id, twitter_account_id: cast.alice.account.networkUserId };
  cast.app.clock.set(on("02:00"));
  expect((await agent.call("preview_post", which)).data).toMatchObject({ execute_at: null, warning: null });
});

it("a slot that is quiet is taken with a yes, which the answer tells as the exact moment's does", async () => {
  const id = await draft(cast.alice.account);
  await post(`/api/tweets/${id}/schedule`, { execute_at: iso(on("12:00")) });
  const date = localDate(on("12:00"), "Europe/Berlin");
  expect(await post(`/api/tweets/${id}/move`, { date, slot: 15 })).toMatchObject([200, { warning: null }]);
  const quiet = { from: 15, to: 17 };
  const account = cast.alice.account.networkUserId;
  await saveHours(cast.app, { userId: cast.alice.user.id, account, hours: { quiet } });
  const anyway = { date, slot: 15, in_quiet_hours: true };
  expect((await post(`/api/tweets/${id}/move`, { date, slot: 15 }))[0]).toBe(409);
  expect(await post(`/api/tweets/${id}/move`, anyway)).toMatchObject([200, { warning: "quiet_hours" }]);
});
