// The window of a tweet, with everything about it.
import { publishingMessages } from "~/ground/messages";
import type { ReactNode } from "react";
import { Sources } from "~/features/tweets/sources";
import { placeholder } from "~/features/tweets/text";
import { ConnectLink } from "~/features/users/account-state";
import { accountWords } from "~/features/users/account-words";
import { costText, inSentence, type TweetView } from "~/features/tweets/tweet";
import { TweetHead } from "~/features/tweets/tweet-card";
import { pausedHint, TweetLine } from "~/features/tweets/tweet-line";
import { Weight } from "~/features/tweets/weight";
import { Dialog, DialogBody, DialogFoot } from "~/ui/dialog/dialog";
import { DescriptionItem, DescriptionList } from "~/ui/page/description-list";
import styles from "~/styles/timeline/journal.css";

interface TaskModalProps {
  tweet: TweetView;
  sandbox: boolean;
  /** The whole date and the zone: "Thu 19 Nov 2026, 20:42 (Europe/Berlin)". */
  moment: string | null;
  closeTo: string;
  /** Of a thread: all its parts, the first one too. */
  thread?: ReactNode;
  pictures?: ReactNode;
  /** What could not be done. */
  notice?: ReactNode;
  /** Folds below the facts: another time, the journal. */
  more?: ReactNode;
  actions?: ReactNode;
}

export function TaskModal({
  tweet,
  sandbox,
  moment,
  closeTo,
  thread,
  pictures,
  notice,
  more,
  actions,
}: TaskModalProps) {
  const cost = costText(tweet);
  return (
    <Dialog title={titleOf(tweet)} closeTo={closeTo} wide>
      {/* Each page would carry what only this shows. */}
      <link rel="stylesheet" href={styles} />
      <DialogBody>
        {notice}
        <TweetHead tweet={tweet} />
        {/* A thread says its first part's words among the others'. */}
        <p className={thread ? "visually-hidden" : "words"} dir="auto" id={openWordsId(tweet.id)}>
          {tweet.content || placeholder(tweet.id)}
        </p>
        {pictures}
        {tweet.status !== "scheduled" && (
          <div className={`tweet__state tweet--${tweet.status}`}>
            <TweetLine tweet={tweet} sandbox={sandbox} />
          </div>
        )}
        {thread}
        <DescriptionList>
          {!thread && (
            <DescriptionItem term="Length, as X counts">
              <Weight length={tweet.weightedLength} />
            </DescriptionItem>
          )}
          {moment && <DescriptionItem term="Moment">{moment}</DescriptionItem>}
          {tweet.pausedBecause && (
            <DescriptionItem term={accountWords[tweet.pausedBecause] ?? ""}>
              {pausedHint(tweet.account, tweet.pausedBecause)}{" "}
              <ConnectLink after={pausedHint(tweet.account, tweet.pausedBecause)} />
            </DescriptionItem>
          )}
          {tweet.status === "scheduled" && (
            <DescriptionItem term="How it was chosen">{tweet.reason ?? "You chose it."}</DescriptionItem>
          )}
          {cost && (
            <DescriptionItem term="Cost on X">
              {cost}
              {sandbox && <span className="quiet"> (sandbox: nothing)</span>}
            </DescriptionItem>
          )}
        </DescriptionList>
        <Sources sources={tweet.sources} />
        {more && <div className="folds">{more}</div>}
      </DialogBody>
      {actions && <DialogFoot>{actions}</DialogFoot>}
    </Dialog>
  );
}

/** The card behind the modal has the other. */
export const openWordsId = (id: number): string => `open-${id}-words`;

function titleOf({ status, when, needsConfirmation, isUnknown }: TweetView): string {
  if (needsConfirmation) return "Is this tweet out?";
  if (isUnknown) return "Finding out…";
  const at = when ? ` ${inSentence(when)}` : "";
  if (status === "scheduled") return `Scheduled for${at}`;
  if (status === "published") return `Published${at}`;
  if (status === "publishing") return "Publishing…";
  return status === "failed" ? publishingMessages.failed : "Not published yet";
}
