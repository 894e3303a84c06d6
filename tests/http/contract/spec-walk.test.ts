// The specification's twenty routes, walked as its browser walks them: recorded before there were codes, and still the same but for them.
import { readFileSync } from "node:fs";
import { afterEach, beforeEach, expect, it } from "vitest";
import { minutes } from "~/ground/time/duration";
import { type Cast, createCast } from "~tests/support/calls/api-cast";
import { answered } from "~tests/support/fakes/faulty-network";
import { linkAccount } from "~tests/support/people/make";

let cast: Cast;
beforeEach(async () => {
  cast = await createCast();
});
afterEach(() => cast?.close());

type Json = Record<string, unknown>;

interface Answer {
  asked: string;
  status: number;
  body: Json;
}

/** Where the specification's table has `success, message`. */
const hasMessage = /users\/(register|login)$|accounts\/list$|set-default$|^DELETE \/api\/twitter\/accounts/;
const lacksMessage = ({ asked, body: { success, message } }: Answer): boolean =>
  success === true && hasMessage.test(asked) && (typeof message !== "string" || message === "");

/** What has come since the walk was recorded: new fields beside the old ones, and nothing in their place. */
const isNew = (name: string, of: Json): boolean =>
  name === "error_code" ||
  name === "follows_default" ||
  (of["success"] === false && (name === "code" || name === "data"));

/** The writer's texts may be written better; those of this test are compared. */
const maskWritten = (of: Json): Json =>
  typeof of["tweet_content"] !== "string" || of["tweet_content"].startsWith("Words number")
    ? of
    : { ...of, tweet_content: "«text»", ...("weighted_length" in of ? { weighted_length: "«length»" } : {}) };

/** Without the new fields, and with a name for each id and secret, by the order in which they come. */
function recorder() {
  const names = new Map<string, string>();
  const nameOf = (text: string): string => {
    const known = names.get(text) ?? `«${names.size + 1}»`;
    names.set(text, known);
    return known;
  };
  const random = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|(?<=oauth_token=)[\w-]+/g;
  const plain = (value: unknown, key = ""): unknown => {
    if (typeof value === "string") return key === "api_key" ? "«key»" : value.replace(random, nameOf);
    if (Array.isArray(value)) return value.map((one) => plain(one));
    if (typeof value !== "object" || value === null) return value;
    const fields = Object.entries(maskWritten(value as Json)).filter(([name]) => !isNew(name, value as Json));
    return Object.fromEntries(fields.map(([name, one]) => [name, plain(one, name)]));
  };
  return plain;
}

it("no status, field, value or sentence of the twenty routes has changed", async () => {
  const plain = recorder();
  const seen: Answer[] = [];
  cast.app.random = () => 0.5;
  const { user, key, account, analysisId } = cast.alice;
  const second = await linkAccount(cast.app, cast.alice, "alice_two");
  const who = { user_id: user.id, api_key: key };
  const query = (more: Record<string, string> = {}) => new URLSearchParams({ ...who, ...more }).toString();
  const ask = async (method: string, path: string, json?: object) => {
    const { status, body } = await cast.client.send<Json>(method, path, json ? { json } : {});
    seen.push(plain({ asked: `${method} ${path.split("?")[0]}`, status, body }) as Answer);
    return body;
  };
  const words = async (n: number) => {
    const id = await cast.newTweet();
    await cast.app.db
      .updateTable("tweets")
      .set({ content: `Words number ${n}`, fingerprint: `words number ${n}` })
      .where("id", "=", id)
      .execute();
    return id;
  };
  const named = { twitter_account_id: second.networkUserId };
  const bots = "/api/bots/content-analysis";
  const signUp = { email: "eve@linnet.example", password: "perch on a wire 7" };
  await ask("POST", "/api/users/register", signUp);
  await ask("POST", "/api/users/register", signUp);
  await ask("POST", "/api/users/register", { email: "eve", password: "short" });
  await ask("POST", "/api/users/login", signUp);
  await ask("POST", "/api/users/login", { ...signUp, password: "not it 123" });
  await ask("POST", `/api/questions/set-timezone/${user.id}?timezone=Europe/Berlin&api_key=${key}`);
  await ask("POST", `/api/questions/set-timezone/${user.id}?timezone=Mars/Base&api_key=${key}`);
  await ask("GET", `/api/twitter/accounts/list?${query()}`);
  await ask("GET", "/api/twitter/accounts/list");
  await ask("POST", `/api/twitter/accounts/${second.networkUserId}/set-default?${query()}`);
  await ask("POST", `/api/twitter/accounts/9/set-default?${query()}`);
  await ask("GET", `/api/twitter-auth/authorize-force-logout/${user.id}?api_key=${key}`);
  await ask("GET", `/api/twitter-auth/authorize/${user.id}?api_key=${key}`);
  const generate = { ...who, enable_web_search: false, twitter_account_id: account.networkUserId };
  const submitted = await ask("POST", "/api/questions/submit-gemini", { ...generate, question: "bees", sent_by: "me" });
  await ask("POST", "/api/questions/submit-gemini", { ...generate, question: " " });
  const task = `/api/questions/task-status/${String(submitted["task_id"])}`;
  await ask("GET", task);
  await cast.settle();
  const done = (await ask("GET", task))["data"] as Json;
  await ask("GET", `/api/questions/batch/${String(done["batch_id"])}`);
  const [one, two, three, four] = [await words(1), await words(2), await words(3), await words(4)];
  await ask("POST", `/api/questions/publish-now/${one}`, who);
  await ask("POST", `/api/questions/publish-now/${one}`, who);
  await ask("POST", `/api/questions/multi-account/publish-now/${two}?${query(named)}`);
  await ask("POST", `/api/questions/multi-account/publish-now/${two}?${query()}`);
  await ask("POST", `/api/questions/publish-random-auto/${three}`, { ...who, user_timezone: "Europe/Berlin" });
  await ask("POST", `/api/questions/multi-account/publish-random/${four}`, { ...who, ...named, user_timezone: "UTC" });
  cast.network.faults.push(answered(403, { detail: "You are not permitted to perform this action." }));
  await ask("POST", `/api/questions/publish-now/${await words(5)}`, who);
  await ask("POST", `/api/questions/publish-now/${cast.bob.tweetId}`, who);
  await ask("GET", `/api/questions/list/${user.id}/account/${second.networkUserId}?${query()}`);
  await ask("GET", `/api/questions/list/${cast.bob.user.id}/account/${second.networkUserId}?${query()}`);
  await ask("POST", `${bots}/analyze`, { ...who, content: "A booking page for sailing schools. Try it free." });
  await ask("POST", `${bots}/analyze`, who);
  await ask("PUT", `${bots}/bot-control/${analysisId}`, { ...who, enabled: true, ...named, sent_by: "me" });
  await ask("GET", `${bots}/bot-status/${user.id}?${query()}`);
  await ask("GET", `${bots}/list/${user.id}?${query({ limit: "50", offset: "0" })}`);
  await ask("PUT", `${bots}/bot-control/${analysisId}`, { ...who, enabled: false });
  cast.app.clock.advance(minutes(1));
  await ask("DELETE", `/api/twitter/accounts/${second.networkUserId}?${query()}`);
  await ask("DELETE", `/api/twitter/accounts/${second.networkUserId}?${query()}`);
  expect(seen.filter(lacksMessage)).toEqual([]);
  expect(seen).toEqual(JSON.parse(readFileSync("tests/http/contract/spec-walk.json", "utf8")));
});
