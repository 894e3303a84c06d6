// By whatever door a text enters, its lines end with one character from then on, as the network has it.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { runBots, startBot } from "~/features/bots/bots.server";
import { contract } from "~/http/contract/index.server";
import { tools } from "~/mcp/tools/index.server";
import type { Writer } from "~/ports/ai/port";
import { atScreens } from "~tests/screens/support/acting";
import { type AgentCast, createAgentCast } from "./agents";
import { plain } from "~tests/support/written";

let cast: AgentCast;
beforeEach(async () => void (cast = await createAgentCast()));
afterEach(() => cast?.close());

let said = 0;
/** Two lines that nobody said before, the second one behind `end`. */
const lines = (end: string): string => `Otters ${(said += 1)} sleep.${end}They hold hands ${said * 7} times.`;
/** 280 in the network's count, and 281 in any other. */
const brimful = (): string => `${"a".repeat(139)}\r\n${"b".repeat(140)}`;

type Door = (text: string) => Promise<unknown>;
const api =
  (method: string, path: (id: number) => string, body: (text: string) => object): Door =>
  async (text) => {
    const id = await cast.newTweet();
    const { status, body: answer } = await cast.client.send(method, path(id), { json: body(text) }, cast.alice.key);
    expect([status < 300, answer]).toEqual([true, answer]);
    return answer;
  };
const account = () => ({ twitter_account_id: cast.alice.account.networkUserId });
const newThread = async (): Promise<number> => {
  const json = { parts: [lines("\n"), lines("\n")], ...account() };
  const { body } = await cast.client.send<{ data: { id: number } }>("POST", threads, { json }, cast.alice.key);
  return body.data.id;
};
const threads = "/api/questions/thread";
const tweet = "/api/questions/tweet";

/** By the name of the operation. */
const apiDoors: Record<string, Door> = {
  writeTweet: api(
    "POST",
    () => tweet,
    (text) => ({ tweet_content: text, ...account() }),
  ),
  writeTweets: api(
    "POST",
    () => "/api/tweets",
    (text) => ({ tweets: [{ tweet_content: text, ...account() }] }),
  ),
  editTweet: api(
    "PUT",
    (id) => `${tweet}/${id}`,
    (text) => ({ tweet_content: text }),
  ),
  writeThread: api(
    "POST",
    () => threads,
    (text) => ({ parts: [text, { tweet_content: lines("\r\n") }], ...account() }),
  ),
  async changeThread(text) {
    const id = await newThread();
    return api(
      "PUT",
      () => `${threads}/${id}`,
      () => ({ parts: [lines("\r"), text] }),
    )(text);
  },
  splitText: api(
    "POST",
    () => "/api/questions/split",
    (text) => ({ text: `${text}\r\n\r\n${"Well. ".repeat(60)}` }),
  ),
};

const mcpDoors: Record<string, Door> = {
  async create_draft(text) {
    const agent = await cast.newAgent();
    expect(await agent.call("create_draft", { tweet_content: text, ...account() })).toMatchObject({ isError: false });
  },
  async edit_draft(text) {
    const agent = await cast.newAgent();
    const call = await agent.call("edit_draft", { tweet_id: await cast.newTweet(), tweet_content: text });
    expect(call).toMatchObject({ isError: false });
  },
};

const form =
  (fields: (text: string, id: number) => Record<string, string> | Promise<Record<string, string>>): Door =>
  async (text) => {
    const carol = await atScreens(cast.app, `carol${(said += 1)}`);
    const json = { tweet_content: lines("\n") };
    const key = await cast.newKey(undefined, { ...cast.alice, ...carol.person });
    const { body } = await cast.client.send<{ data: { id: number } }>("POST", tweet, { json }, key.key);
    expect(await carol.act("/ideas", await fields(text, body.data.id))).not.toMatchObject({ ok: false });
  };

/** By the verb that the form ends in. */
const formDoors: Record<string, Door> = {
  writeTweet: form((content) => ({ intent: "write-tweet", content })),
  writeInSlot: form((content) => ({ intent: "write-tweet", content, day: "2026-11-21", slot: "13" })),
  writeThread: form((text) => ({
    intent: "write-tweet",
    content: `${text}\r\n\r\n${"Well. ".repeat(60)}`,
    thread: "1",
  })),
  editTweet: form((content, id) => ({ intent: "edit-tweet", content, tweetId: String(id) })),
  async changeThread(text) {
    const carol = await atScreens(cast.app, `carol${(said += 1)}`);
    await carol.act("/ideas", { intent: "write-tweet", content: "Well. ".repeat(60), thread: "1" });
    const first = await cast.app.db
      .selectFrom("tweets")
      .select("id")
      .where("part_no", "=", 1)
      .orderBy("id", "desc")
      .executeTakeFirstOrThrow();
    const { opened } = (await carol.timeline(`/timeline?tweet=${first.id}&edit=${first.id}`)).week;
    const seen = /"seen":"([^"]+)"/.exec(JSON.stringify(opened))?.[1] ?? "";
    const fields = { intent: "change-thread", tweetId: String(first.id), part_1: text, part_2: lines("\r\n"), seen };
    expect(await carol.act("/ideas", fields)).not.toMatchObject({ ok: false });
  },
  /** A version of before there was one door. */
  async restoreVersion(text) {
    const carol = await atScreens(cast.app, `carol${(said += 1)}`);
    await carol.act("/ideas", { intent: "write-tweet", content: lines("\n") });
    const { id } = await cast.app.db.selectFrom("tweets").select("id").orderBy("id", "desc").executeTakeFirstOrThrow();
    await carol.act("/ideas", { intent: "edit-tweet", content: lines("\n"), tweetId: String(id) });
    const { db } = cast.app;
    await db.updateTable("tweet_versions").set({ content: text }).where("version_no", "=", 1).execute();
    const fields = { intent: "refine-tweet", do: "restore", tweetId: String(id), version: "1" };
    expect(await carol.act("/ideas", fields)).not.toMatchObject({ ok: false });
    await db.deleteFrom("tweet_versions").where("version_no", "=", 1).execute();
  },
};

/** A writer that ends its lines as it likes. */
function writeAs(text: () => string): void {
  const written = (count: number) => ({
    texts: Array.from({ length: count }, text),
    ...{ ...plain, model: "test", inputTokens: 1, outputTokens: 1 },
  });
  cast.app.ai = {
    ...cast.app.ai,
    writeTweets: (ask: Parameters<Writer["writeTweets"]>[0]) => Promise.resolve(written(ask.count)),
    writeThread: (ask: Parameters<Writer["writeThread"]>[0]) => Promise.resolve(written(ask.parts)),
    refine: () => Promise.resolve(written(1)),
    writeForProduct: () => Promise.resolve(written(3)),
  };
}

const asked =
  (path: (id: number) => string, json: object): Door =>
  async () => {
    writeAs(() => lines("\r\n"));
    const id = await cast.newTweet();
    const { status } = await cast.client.send("POST", path(id), { json }, cast.alice.key);
    expect(status).toBe(202);
    await cast.settle();
  };

/** By the writer's verb. */
const writerDoors: Record<"writeTweets" | "writeThread" | "refine" | "writeForProduct", Door> = {
  writeTweets: asked(() => "/api/questions/submit-gemini", { question: "otters" }),
  writeThread: asked(() => "/api/questions/submit-gemini", { question: "otters", format: "thread", parts: 3 }),
  refine: asked((id) => `/api/tweets/${id}/refine`, { instruction: "another" }),
  async writeForProduct() {
    writeAs(() => lines("\r\n"));
    const { user, analysisId, account } = cast.alice;
    await startBot(cast.app, { userId: user.id, analysisId, account: account.networkUserId, review: true });
    await (
      await runBots(cast.app)
    ).done;
  },
};

const kept = async (): Promise<string[]> => {
  const { db } = cast.app;
  const versions = await db.selectFrom("tweet_versions").select("content").execute();
  return [...(await db.selectFrom("tweets").select("content").execute()), ...versions].map(({ content }) => content);
};

describe.each([
  ["the API", apiDoors],
  ["an agent", mcpDoors],
  ["a form", formDoors],
  ["the writer", writerDoors],
] as const)("what enters by %s", (_, doors) => {
  it.each(Object.entries<Door>(doors))("has one character at the end of each line (%s)", async (_name, enter) => {
    const before = (await kept()).length;
    for (const end of ["\r\n", "\r"]) expect(JSON.stringify((await enter(lines(end))) ?? "")).not.toContain("\\r");
    const after = await kept();
    if (_name !== "splitText") expect(after.filter((text) => text.includes("\n")).length).toBeGreaterThan(0);
    expect(after.filter((text) => text.includes("\r"))).toEqual([]);
    expect(after.length).toBeGreaterThanOrEqual(before);
  });
});

it.each(["writeTweet", "editTweet", "writeTweets", "writeThread", "changeThread"])(
  "a line's end counts one, however it was sent (%s)",
  async (name) => {
    await apiDoors[name]?.(brimful());
    expect(await kept()).toContain(brimful().replace("\r", ""));
  },
);

it("no door is missing here", () => {
  const hasWords = (schema: z.ZodType | undefined): boolean =>
    schema !== undefined &&
    /"(tweet_content|text|parts)":\{(?!"type":"integer")/.test(
      JSON.stringify(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" })),
    );
  const operations = Object.values(contract).flatMap((group) => Object.entries(group));
  const names = operations.filter(([, { body }]) => hasWords(body)).map(([name]) => name);
  // What the writer is asked has a number of parts.
  expect(names.filter((name) => name !== "generateTweets").sort()).toEqual(Object.keys(apiDoors).sort());
  // These two only repeat words that are kept.
  const repeating = ["publish_tweet", "schedule_tweet"];
  const takers = tools().filter(({ input }) => hasWords(input));
  expect(
    takers
      .map(({ name }) => name)
      .filter((name) => !repeating.includes(name))
      .sort(),
  ).toEqual(Object.keys(mcpDoors).sort());
  const root = join(import.meta.dirname, "../../app");
  const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((file) => /\.tsx?$/.test(file));
  const source = (file: string) => readFileSync(join(root, file), "utf8");
  const verbs = /\b(writeTweet|writeInSlot|writeMany|writeThread|changeThread|editTweet|restoreVersion)\(/g;
  const screens = files.filter((file) => file.startsWith("screens")).flatMap((file) => source(file).match(verbs) ?? []);
  expect([...new Set(screens.map((verb) => verb.slice(0, -1)))].sort()).toEqual(Object.keys(formDoors).sort());
  // Whoever keeps a text keeps its fingerprint: all of these stand behind one of the doors.
  const keepers = files.filter((file) => /\bfingerprint: fingerprint\(/.test(source(file)));
  expect(keepers.filter((file) => !file.endsWith("preconditions.server.ts")).sort()).toEqual([
    "features/bots/run-bot.server.ts",
    "features/generation/run.server.ts",
    "features/publishing/verbs/edit.server.ts",
    "features/publishing/verbs/thread.server.ts",
    "features/threads/threads.server.ts",
    "features/tweets/versions.server.ts",
  ]);
});
