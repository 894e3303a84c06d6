// TaskModal: one tweet with all its details.
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
  /** Date, time and zone: "Nov 19, 2026, 20:42 (Europe/Berlin)". */
  moment: string | null;
  closeTo: string;
  /** All parts of a thread, including the first. */
  thread?: ReactNode;
  pictures?: ReactNode;
  /** Error of the last action. */
  notice?: ReactNode;
  /** Sections that unfold below the details: reschedule, activity. */
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
      {/* Linked here, so that other pages don't load it. */}
      <link rel="stylesheet" href={styles} />
      <DialogBody>
        {notice}
        <TweetHead tweet={tweet} />
        {/* A thread shows this text among its parts. */}
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
            <DescriptionItem term="Length">
              <Weight length={tweet.weightedLength} />
            </DescriptionItem>
          )}
          {moment && <DescriptionItem term="Time">{moment}</DescriptionItem>}
          {tweet.pausedBecause && (
            <DescriptionItem term={accountWords[tweet.pausedBecause] ?? ""}>
              {pausedHint(tweet.account, tweet.pausedBecause)}{" "}
              <ConnectLink after={pausedHint(tweet.account, tweet.pausedBecause)} />
            </DescriptionItem>
          )}
          {tweet.status === "scheduled" && (
            <DescriptionItem term="Why this time">{tweet.reason ?? "You picked it."}</DescriptionItem>
          )}
          {cost && (
            <DescriptionItem term="Cost on X">
              {cost}
              {sandbox && <span className="quiet"> (free in the sandbox)</span>}
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

/** Differs from the id on the card behind the modal. */
export const openWordsId = (id: number): string => `open-${id}-words`;

function titleOf({ status, when, needsConfirmation, isUnknown }: TweetView): string {
  if (needsConfirmation) return "Is this tweet on X?";
  if (isUnknown) return "Checking…";
  const at = when ? ` ${inSentence(when)}` : "";
  if (status === "scheduled") return `Scheduled for${at}`;
  if (status === "published") return `Published${at}`;
  if (status === "publishing") return "Publishing…";
  return status === "failed" ? publishingMessages.failed : "Not posted yet";
}
