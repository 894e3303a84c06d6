// Shows the status line under a tweet.
import { publishingMessages } from "~/ground/messages";
import type { ReactNode } from "react";
import { ConnectLink } from "~/features/users/account-state";
import { waitingFor } from "~/features/users/account-words";
import { Icon, type IconName } from "~/ui/icons/icon";
import { Progress } from "~/ui/page/progress";
import { Message } from "~/ui/message";
import { inSentence, isTooLong, isWebAddress, tweetLimit, type TaskStatus, type TweetView } from "./tweet";

const icons: Record<TaskStatus, IconName> = {
  pending: "circle",
  scheduled: "calendar-clock",
  publishing: "hourglass",
  published: "check",
  failed: "triangle-alert",
};

function iconOf(tweet: TweetView): IconName {
  if (tweet.needsConfirmation) return "circle-question-mark";
  return isTooLong(tweet) || refusalOf(tweet) ? "triangle-alert" : icons[tweet.status];
}

export const rateLimitHint = "You may have hit X’s rate limit. Wait 15 minutes, then retry.";

export const confirmationHint = "X didn’t confirm this post, and Linnet can’t read your posts. Is it on X?";

export const unknownHint = "X didn’t confirm this post. Linnet is checking, and won’t post it twice.";

export const soonHint = "Posting in 5 seconds. You can still undo.";

export const pausedHint = (
  account: TweetView["account"],
  pausedBecause: NonNullable<TweetView["pausedBecause"]>,
): string => {
  const words = waitingFor[pausedBecause](account ? `@${account.username}` : "the account");
  return words.charAt(0).toUpperCase() + words.slice(1);
};

export function TweetLine({ tweet, sandbox }: { tweet: TweetView; sandbox: boolean }) {
  return (
    <>
      <p className={refusalOf(tweet) ? "tweet__line tweet__line--refused" : "tweet__line"}>
        <Icon of={iconOf(tweet)} />
        <Words tweet={tweet} sandbox={sandbox} />
      </p>
      {tweet.status === "publishing" && !tweet.needsConfirmation && <Progress label="Publishing" tone="honey" />}
    </>
  );
}

const refusalOf = ({ status, error }: TweetView): string | null =>
  status === "pending" || status === "scheduled" ? error : null;

function Words({ tweet, sandbox }: { tweet: TweetView; sandbox: boolean }) {
  const { status, reason, error } = tweet;
  const refusal = refusalOf(tweet);
  if (refusal)
    return (
      <span>
        <Message text={refusal} /> <ConnectLink after={refusal} />
      </span>
    );
  if (status === "scheduled")
    return (
      <Scheduled
        when={<When tweet={tweet} />}
        reason={tweet.pausedBecause ? pausedHint(tweet.account, tweet.pausedBecause) : reason}
      />
    );
  if (status === "published") return <Published tweet={tweet} sandbox={sandbox} />;
  if (status === "publishing" && tweet.needsConfirmation) return <span>{error ?? confirmationHint}</span>;
  if (tweet.isSoon) return <span>{soonHint}</span>;
  if (status === "publishing") return <span>{tweet.isUnknown ? unknownHint : "Publishing…"}</span>;
  if (status === "failed")
    return (
      <span>
        <strong>{publishingMessages.failed}</strong> <Message text={error ?? rateLimitHint} />{" "}
        <ConnectLink after={error} />
      </span>
    );
  if (isTooLong(tweet)) return <span>{`${tweet.weightedLength - tweetLimit} over the limit.`}</span>;
  return <span>Not posted yet.</span>;
}

function Scheduled({ when, reason }: { when: ReactNode; reason: string | null }) {
  return (
    <span>
      <strong>{when}</strong>
      {reason && <span>{`. ${reason}`}</span>} <ConnectLink after={reason} />
    </span>
  );
}

function Published({ tweet, sandbox }: { tweet: TweetView; sandbox: boolean }) {
  return (
    <span>
      <strong>Published</strong> <When tweet={tweet} within />.{" "}
      {tweet.postUrl ? (
        <a className="link" href={tweet.postUrl} rel={isWebAddress(tweet.postUrl) ? "noreferrer" : undefined}>
          {sandbox ? "View in the sandbox" : "View on X"}
        </a>
      ) : (
        <span>{tweet.reason}</span>
      )}
    </span>
  );
}

export function When({ tweet, within }: { tweet: Pick<TweetView, "when" | "whenIso">; within?: boolean }) {
  if (tweet.when === null) return null;
  return <time dateTime={tweet.whenIso ?? undefined}>{within ? inSentence(tweet.when) : tweet.when}</time>;
}
