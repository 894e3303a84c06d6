// One call of each tool of /mcp, in an order in which each has something to do.
import { expect } from "vitest";
import type { Agent } from "./agent";
import { description } from "./api-cast";

export interface Around {
  /** By which tweets go out; not the default one. */
  account: { networkUserId: string; username: string };
  /** A word that no other round says. */
  round: string;
  /** No agent may do it: a person starts the bot of an analysis. */
  startBot(analysisId: number): Promise<unknown>;
  /** Ends the queued generations, where nobody else does. */
  settle?(): Promise<unknown>;
  hoursAhead(hours: number): string;
}

type Data = Record<string, { [name: string]: unknown; id: number }>;

/**
 * What each answered, by its name; all of them well, and the same as text.
 */
export async function callEveryTool(agent: Agent, around: Around): Promise<Record<string, Data>> {
  const { account, round, settle, hoursAhead } = around;
  const told: Record<string, Data> = {};
  const call = async (name: string, args: Record<string, unknown> = {}): Promise<Data> => {
    const { isError, data, text } = await agent.call(name, args);
    expect([name, isError, text]).toEqual([name, false, JSON.stringify(data)]);
    return (told[name] = data as Data);
  };
  await call("whoami");
  await call("list_accounts");
  const { analysis } = await call("analyse_product", { content: `${description} (${round})` });
  const analysis_id = Number(analysis?.["analysis_id"]);
  await call("list_analyses");
  await call("get_analysis", { analysis_id });
  await around.startBot(analysis_id);
  await call("list_bots");
  await call("stop_bot", { analysis_id });
  await call("weigh_text", { texts: ["tea", "https://x.com/"] });
  const twitter_account_id = account.networkUserId;
  const writing = call("generate_tweets", { topic: `gardening (${round})`, twitter_account_id });
  if (settle) {
    const written = async () => (await settle(), told["generate_tweets"]);
    await expect.poll(written, { timeout: 120_000 }).toBeDefined();
  }
  const { task } = await writing;
  await call("get_task", { task_id: task?.["task_id"], wait_seconds: 1 });
  await call("list_batches", { limit: 1 });
  const content = `Words of an agent (${round})`;
  const { tweet: written } = await call("create_draft", { tweet_content: `Words (${round})`, twitter_account_id });
  const tweet_id = written?.id ?? 0;
  await call("edit_draft", { tweet_id, tweet_content: content });
  await call("list_tweets", { status: "pending,failed", sort: "placed", account: twitter_account_id, limit: 2 });
  await call("get_tweet", { tweet_id });
  const named = { tweet_id, tweet_content: content, twitter_username: account.username };
  for (const at of ["random", hoursAhead(3)]) {
    const { confirm } = await call("preview_post", { tweet_id, twitter_account_id, at });
    await call("schedule_tweet", { ...named, at, confirm });
  }
  await call("cancel_tweet", { tweet_id });
  const { confirm } = await call("preview_post", { tweet_id, twitter_account_id });
  await call("publish_tweet", { ...named, confirm });
  const { tweet: useless } = await call("create_draft", { tweet_content: `For the bin (${round})` });
  await call("delete_draft", { tweet_id: useless?.id });
  await call("delete_draft", { tweet_id: useless?.id });
  return told;
}
