// MCP resources: queue, accounts, one tweet and the guide.
import type * as Library from "@modelcontextprotocol/server";
import { isAppError } from "~/ground/errors";
import { hours } from "~/ground/time/duration";
import * as accounts from "~/http/contract/accounts.server";
import * as ideas from "~/http/contract/ideas.server";
import * as reads from "~/http/contract/reads.server";
import { logBroken } from "./call.server";
import { guide } from "./guide";
import type { ToolCall } from "./tool.server";

const json = "application/json";
const markdown = "text/markdown";

export function addPages(library: typeof Library, server: Library.McpServer, call: ToolCall): void {
  const { app, caller, send } = call;
  const about = { title: "How to work with Linnet", description: "Length, prices, quiet hours, X's rules." };
  server.registerResource("guide", "linnet://guide", { ...about, mimeType: markdown }, (uri) =>
    page(uri, markdown, guide(rulesOf(call))),
  );
  if (!caller.key.scopes.includes("read")) return;
  const tell = async (uri: URL, read: () => Promise<object>) => {
    try {
      return page(uri, json, JSON.stringify(await read()));
    } catch (error) {
      if (isAppError(error) && error.code === "not_found") throw new library.ResourceNotFoundError(uri.href);
      logBroken({ app, request: call.request, caller }, error, uri.href);
      throw new library.ProtocolError(library.ProtocolErrorCode.InternalError, unreadable);
    }
  };
  const queue = { title: "Scheduled tweets", description: "The next tweets to be posted, earliest first. Up to 100." };
  server.registerResource("queue", "linnet://queue", { ...queue, mimeType: json }, (uri) =>
    tell(uri, async () => {
      const query = { status: "scheduled", sort: "placed", limit: "100" };
      const { data, next } = await send(ideas.listTweets, { query });
      return { tweets: data, next };
    }),
  );
  const linked = { title: "Accounts", description: "The linked X accounts." };
  server.registerResource("accounts", "linnet://accounts", { ...linked, mimeType: json }, (uri) =>
    tell(uri, async () => ({ accounts: (await send(accounts.listAccounts, {})).accounts })),
  );
  const one = { title: "A tweet", description: "Get a tweet with its activity." };
  const template = new library.ResourceTemplate("linnet://tweets/{id}", { list: undefined });
  server.registerResource("tweet", template, { ...one, mimeType: json }, (uri, { id }) =>
    tell(uri, async () => ({ tweet: (await send(reads.getTweet, { params: { tweet_id: String(id) } })).data })),
  );
}

const unreadable = "Couldn’t read this resource. Try again.";

const page = (uri: URL, mimeType: string, text: string): Library.ReadResourceResult => ({
  contents: [{ uri: uri.href, mimeType, text }],
});

function rulesOf({ app: { config, network } }: ToolCall): Parameters<typeof guide>[0] {
  const { quietHours, window, dailyPostLimit } = config;
  return {
    quietHours: quietHours === null ? "none" : `${clock(quietHours.from)} to ${clock(quietHours.to)}`,
    windowHours: `${window.fromMs / hours(1)} to ${window.toMs / hours(1)}`,
    postsADay: dailyPostLimit,
    isSandbox: network.kind === "sandbox",
  };
}

const clock = (hour: number): string => `${String(hour).padStart(2, "0")}:00`;
