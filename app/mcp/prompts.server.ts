// MCP prompts: plan a week of drafts, rewrite a tweet, explain a failure.
import type { GetPromptResult, McpServer } from "@modelcontextprotocol/server";
import { z } from "zod";
import type { Scope } from "~/features/api-keys/scope";

const asUser = (text: string): GetPromptResult => ({
  messages: [{ role: "user", content: { type: "text", text } }],
});

export function addPrompts(server: McpServer, scopes: readonly Scope[]): void {
  const has = (...needed: Scope[]): boolean => needed.every((scope) => scopes.includes(scope));
  if (has("read", "write"))
    server.registerPrompt(
      "plan_week",
      {
        title: "Plan a week",
        description: "Writes 7 drafts on a topic, one a day. Posts none before you agree.",
        argsSchema: z.object({
          topic: z.string().meta({ description: "What the week is about" }),
          account: z.string().meta({ description: "The account's name without @" }),
        }),
      },
      ({ topic, account }) =>
        asUser(
          `Plan a week of tweets on this topic: ${topic}\n\nThey are for the account @${account}. Read linnet://guide and ` +
            "linnet://queue first, so that nothing is repeated. Make drafts with generate_tweets, choose seven that differ " +
            "from each other, and show me each with a day for it. Post and schedule nothing before I have said yes to it.",
        ),
    );
  if (has("read", "write"))
    server.registerPrompt(
      "rewrite",
      {
        title: "Rewrite a tweet",
        description: "Rewrites a draft in up to 280 characters, as X counts them.",
        argsSchema: z.object({
          tweet_id: z.string().meta({ description: "The draft's id" }),
          how: z.string().meta({ description: "Such as: shorter, warmer, without the link" }),
        }),
      },
      ({ tweet_id: id, how }) =>
        asUser(
          `Read the tweet ${id} with get_tweet and rewrite it like this: ${how}\n\nShow me three versions with what weigh_text ` +
            "says of each. Change it with edit_draft once I have chosen one.",
        ),
    );
  if (has("read"))
    server.registerPrompt(
      "why_failed",
      { title: "Why did it fail?", description: "Explains what failed recently, why, and what would help." },
      () =>
        asUser(
          "Read what failed with list_tweets (status=failed), and the journal of each with get_tweet. Tell me in plain words " +
            "why it failed and what would help. Send nothing again.",
        ),
    );
}
