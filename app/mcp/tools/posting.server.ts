// Tools that publish or schedule.
// Text, images and account are arguments, since clients show those to the user who approves the call.
import { z } from "zod";
import type { App } from "~/app.server";
import { asNamed, previewPost, scheduleAsShown } from "~/features/scheduling/scheduling.server";
import { publishNow, type Sendable } from "~/features/publishing/publishing.server";
import { tellPictures, tellTweet } from "~/features/publishing/to-api.server";
import { weigh } from "~/features/tweets/text.server";
import { iso } from "~/ground/time/iso";
import { namedPlaceOf, warningOf } from "~/http/api/moment.server";
import { recordKeyUse } from "~/http/api/named-key.server";
import { noProposal } from "~/http/api/proposals.server";
import * as bots from "~/http/contract/bots.server";
import { accountRef, momentOrRandom, random } from "~/http/contract/fields.server";
import * as publishing from "~/http/contract/publishing.server";
import { maxPictures } from "~/ports/network/port";
import type { Transaction } from "~db/database.server";
import { analysisIdArgument, endpointTool, tweetIdArgument } from "../endpoint-tool.server";
import { readArguments } from "../schemas.server";
import { noHints, readOnly, type Tool } from "../tool.server";

const previewInput = z.strictObject({
  ...tweetIdArgument,
  twitter_account_id: accountRef,
  at: momentOrRandom(
    "at",
    `When to post: an exact time within a year, or ${random}: Linnet picks a natural time. Omitted: now.`,
  ).optional(),
});

const previewPostTool: Tool = {
  name: "preview_post",
  title: "Preview a post",
  description:
    "Shows what would be posted, by which account, when and at what price (images included). Returns the confirm that publish_tweet and schedule_tweet need: it is valid for this preview only and for 10 minutes, and any edit invalidates it. execute_at null: now; posts_left_today null: no limit; warning quiet_hours: the time is in the account's quiet hours, but is kept. Show the user all of it before you continue. Posts nothing.",
  scope: "read",
  hints: readOnly,
  input: previewInput,
  async run({ app, caller: { user } }, args) {
    const { tweet_id: tweetId, twitter_account_id: account, at = null } = readArguments(previewInput, args);
    const preview = await previewPost(app, { userId: user.id, tweetId, account, at, requireAsNamed: noProposal });
    const { content } = preview.tweet;
    return {
      tweet_content: content,
      twitter_username: preview.account.username,
      media: tellPictures(app, preview.pictures),
      weighted_length: weigh(content),
      price_usd: preview.priceUsd,
      posts_left_today: preview.postsLeftToday,
      execute_at: preview.executeAt === null ? null : iso(preview.executeAt),
      warning: warningOf(preview.inQuietHours),
      confirm: preview.confirm,
    };
  },
};

const namesPictures = `media_ids must be a list of up to ${maxPictures} image ids`;
const needsConfirm = "confirm must be the one from preview_post";
const named = {
  ...tweetIdArgument,
  twitter_username: z
    .string("twitter_username must name the account.")
    .meta({ description: "The name of the account that posts it, without @, as preview_post shows it" }),
  tweet_content: z
    .string("tweet_content must repeat the text.")
    .meta({ description: "The whole text, exactly as preview_post shows it" }),
  media_ids: z.array(z.string(namesPictures), namesPictures).max(maxPictures, namesPictures).optional().meta({
    description: "All images, in order: each media_id that preview_post shows. Omitted: none",
  }),
  confirm: z.string(needsConfirm).max(200, needsConfirm),
};

interface Named {
  tweet_content: string;
  twitter_username: string;
  media_ids?: string[] | undefined;
  confirm: string;
}

function asAgentNames(app: App, named: Named, at: number | typeof random | null) {
  const { tweet_content: content, twitter_username: username, media_ids: mediaIds = [], confirm } = named;
  const { requireAsNamed, ...post } = asNamed(app, { content, mediaIds, username, confirm, at });
  return {
    ...post,
    async requireAsNamed(trx: Transaction, sendable: Sendable) {
      await noProposal(trx, sendable);
      await requireAsNamed(trx, sendable);
    },
  };
}

const publishInput = z.strictObject(named);

const publishTweet: Tool = {
  name: "publish_tweet",
  title: "Post a tweet publicly",
  description:
    "Posts a tweet on X now, publicly and permanently, at the price that preview_post showed, even if it is scheduled. Ask the user first. Returns when X has responded. After the code timeout, the tweet may have been posted. Linnet checks, so don't try another way.",
  scope: "publish",
  hints: { ...noHints, destructiveHint: true, openWorldHint: true },
  input: publishInput,
  async run({ app, request, caller }, args) {
    const { tweet_id: tweetId, ...rest } = readArguments(publishInput, args);
    const { user, key } = caller;
    const { account, requireAsNamed } = asAgentNames(app, rest, null);
    const ask = { userId: user.id, tweetId, keyId: key.id, scheduledToo: true, account, requireAsNamed };
    const tweet = await publishNow(app, ask);
    await recordKeyUse(app, request, caller, publishing.publishNow);
    return { tweet: await tellTweet(app, user.timezone, tweet) };
  },
};

const scheduleInput = z.strictObject({
  ...named,
  at: momentOrRandom("at", `The preview's time (execute_at), or ${random}, if the preview picked it`),
});

const scheduleTweet: Tool = {
  name: "schedule_tweet",
  title: "Schedule a tweet",
  description:
    "Schedules a tweet for the time that preview_post showed. It is posted publicly at that time; an already scheduled tweet is rescheduled. Ask the user first. Undo with cancel_tweet before then.",
  scope: "publish",
  hints: { ...noHints, destructiveHint: true, openWorldHint: true },
  input: scheduleInput,
  async run({ app, request, caller }, args) {
    const { at, tweet_id: tweetId, ...rest } = readArguments(scheduleInput, args);
    const post = asAgentNames(app, rest, at);
    const place = await scheduleAsShown(app, { userId: caller.user.id, tweetId, keyId: caller.key.id, ...post });
    await recordKeyUse(app, request, caller, at === random ? publishing.publishRandom : publishing.schedule);
    return namedPlaceOf(app, tweetId, place);
  },
};

const stopInput = z.strictObject(analysisIdArgument);

const stopBot: Tool = {
  name: "stop_bot",
  title: "Stop a bot",
  description:
    "Stops the bot of a product analysis and unschedules its tweets, which become drafts again. Posted tweets stay. Only a person can start a bot.",
  scope: "publish",
  hints: { ...noHints, destructiveHint: true, idempotentHint: true },
  input: stopInput,
  async run({ send }, args) {
    const { analysis_id: id } = readArguments(stopInput, args);
    const { data } = await send(bots.botControl, { params: { analysis_id: String(id) }, body: { enabled: false } });
    return { bot: data };
  },
};

export const posting = (): readonly Tool[] => [
  previewPostTool,
  publishTweet,
  scheduleTweet,
  endpointTool({
    name: "cancel_tweet",
    title: "Unschedule a tweet",
    description: "Unschedules a tweet before it is posted; it is a draft again. Doesn't affect posted tweets.",
    scope: "publish",
    hints: { ...noHints, destructiveHint: true, idempotentHint: true },
    endpoint: publishing.cancel,
    ids: tweetIdArgument,
    tell: ({ data }) => ({ tweet: data }),
  }),
  stopBot,
];
