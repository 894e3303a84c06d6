// Tools that write drafts; scheduled tweets can't be changed here.
import { z } from "zod";
import { editTweet } from "~/features/publishing/publishing.server";
import { tellTweet } from "~/features/publishing/to-api.server";
import { AppError } from "~/ground/errors";
import { recordKeyUse } from "~/http/api/named-key.server";
import { requireNoProposal } from "~/http/api/proposals.server";
import { requireOwned } from "~/http/api/require-owned.server";
import * as bots from "~/http/contract/bots.server";
import * as ideas from "~/http/contract/ideas.server";
import * as words from "~/http/contract/tweets.server";
import type { TweetState } from "~db/schema";
import { endpointTool, tweetIdArgument } from "../endpoint-tool.server";
import { inputOf, readArguments, readBody } from "../schemas.server";
import { noHints, type Tool } from "../tool.server";
import { generateTweets } from "./tasks.server";

const onTimeline = "This tweet is scheduled. Unschedule it with cancel_tweet, then change its text.";

function requireDraft(state: TweetState): void {
  if (state === "scheduled") throw new AppError("not_draft", onTimeline);
}

const editDraft: Tool = {
  name: "edit_draft",
  title: "Change a draft",
  description: "Changes a draft's text. Refuses a scheduled tweet: unschedule it first.",
  scope: "write",
  hints: { ...noHints, destructiveHint: true },
  input: inputOf(words.editTweet, tweetIdArgument),
  async run({ app, request, caller }, { tweet_id: id, ...fields }) {
    const { tweet_id: tweetId } = readArguments(z.object(tweetIdArgument), { tweet_id: id });
    const { tweet_content: content, media: pictures } = readBody(words.editTweet, fields);
    const { user, key } = caller;
    await requireOwned(app, user.id, { tweet_id: String(tweetId) });
    await requireNoProposal(app.db, tweetId);
    const ask = { userId: user.id, tweetId, content, pictures, keyId: key.id, mayChange: requireDraft };
    const tweet = await editTweet(app, ask);
    await recordKeyUse(app, request, caller, words.editTweet);
    return { tweet: await tellTweet(app, user.timezone, tweet) };
  },
};

export const writing = (): readonly Tool[] => [
  generateTweets,
  endpointTool({
    name: "create_draft",
    title: "Write a draft",
    description: "Saves your own text as a draft. Posts nothing.",
    scope: "write",
    hints: noHints,
    endpoint: words.writeTweet,
    tell: ({ data }) => ({ tweet: data }),
  }),
  editDraft,
  endpointTool({
    name: "delete_draft",
    title: "Move a draft to Trash",
    description: "Moves a draft or a failed tweet to Trash, where the user can restore it for 30 days.",
    scope: "write",
    hints: { ...noHints, destructiveHint: true, idempotentHint: true },
    endpoint: ideas.discardTweet,
    ids: tweetIdArgument,
    tell: ({ data }) => ({ tweet: data }),
  }),
  endpointTool({
    name: "analyse_product",
    title: "Score a product description",
    description:
      "Scores a product description with the AI, which may cost money, or retries a failed analysis by its input_id. Send one or the other. Doesn't start a bot.",
    scope: "write",
    hints: noHints,
    endpoint: bots.analyze,
    tell: ({ data }) => ({ analysis: data }),
  }),
];
