// Window of a tweet, with everything about it and its actions.
import { useEffect } from "react";
import { ChooseTime } from "~/features/timeline/choose-time";
import { DeletionWay } from "~/features/timeline/deletion";
import { JournalList } from "~/features/timeline/journal-list";
import { PostAs } from "~/features/timeline/post-as";
import { TaskActions } from "~/features/timeline/task-actions";
import { openWordsId, TaskModal } from "~/features/timeline/task-modal";
import type { TweetView } from "~/features/tweets/tweet";
import { TrashForm } from "~/features/ideas/trash-form";
import { PicturesShown } from "~/features/media/pictures-shown";
import { ConnectLink } from "~/features/users/account-state";
import { lazyPart } from "~/ui/lazy-part";
import { Link } from "~/ui/link";
import { Notice } from "~/ui/messages/notice";
import type { ActionResult } from "~/screens/forms/form-action.server";
import { forgetTasks } from "~/screens/browser/store";
import { useWatch } from "~/screens/browser/use-watch";
import { useScreen } from "~/screens/frame/screen";
import { useHrefWith } from "~/screens/forms/use-href-with";
import { failedIn } from "~/screens/forms/use-result";
import type { OpenedTweet } from "../opened.server";
import { useTweetForm } from "../use-tweet-form";

const ThreadParts = lazyPart("thread-parts", () => import("~/features/threads/thread-parts"));
const VersionList = lazyPart("versions", () => import("~/features/generation/refining/version-list"));

interface DetailModalProps {
  opened: OpenedTweet;
  result: ActionResult | undefined;
}

export default function DetailModal({ opened, result }: DetailModalProps) {
  const { hrefWith } = useHrefWith();
  const { sandbox } = useScreen();
  const {
    tweet,
    thread,
    moment,
    events,
    journal,
    versions,
    needsAttention,
    choice,
    others,
    editable,
    discarded,
    discardable,
  } = opened;
  const { deletion, pictures, picturable } = opened;
  useWatch(deletion?.isOrdered ?? false);
  const { Form, busy, failed } = useTweetForm(tweet, result);
  useServersWord(tweet, busy);
  const refusedTime = failedIn(failed, "time");
  const refusedAccount = failedIn(failed, "account");
  const refusedThread = thread?.needsAddress ? failedIn(failed, "thread") : undefined;
  // A failed tweet shows its own error; other refusals appear beside their form if it is still there.
  const inForm = refusedTime && choice && (refusedTime.values["moment"] !== undefined || choice.slots !== null);
  const isTold =
    inForm ||
    refusedAccount ||
    refusedThread ||
    (tweet.status === "failed" && !thread?.isSent && failed?.error === tweet.error);
  const refusal = isTold ? null : failed?.error;
  const picturesOf = (id: number, label?: string) => (
    <PicturesShown
      pictures={pictures[id] ?? []}
      href={picturable.includes(id) ? hrefWith({ pictures: String(id) }) : null}
      of={label}
    />
  );
  return (
    <TaskModal
      tweet={tweet}
      moment={moment}
      sandbox={sandbox}
      pictures={!thread && picturesOf(tweet.id)}
      closeTo={hrefWith({ tweet: null, edit: null, move: null, delete: null })}
      thread={
        thread && (
          <ThreadParts
            picturesOf={picturesOf}
            thread={thread}
            Form={Form}
            busy={busy}
            editHref={editable ? hrefWith({ edit: "1" }) : null}
            error={refusedThread?.error}
            typed={refusedThread?.values["address"]}
          />
        )
      }
      notice={
        refusal ? (
          <Notice tone="error" title={refusal} action={<ConnectLink after={refusal} />} />
        ) : (
          deletion?.trouble && <Notice tone="attention" title={deletion.trouble} />
        )
      }
      more={
        <>
          {choice && (
            <ChooseTime
              // A new key closes the form again.
              key={tweet.whenIso}
              tweetId={tweet.id}
              account={tweet.account?.ref}
              parts={tweet.parts}
              choice={choice}
              Form={Form}
              busy={busy}
              error={refusedTime?.error ?? null}
              typed={refusedTime?.values["moment"]}
              typedSlot={refusedTime?.values}
            />
          )}
          <PostAs
            key={tweet.account?.ref}
            tweetId={tweet.id}
            others={others}
            Form={Form}
            busy={busy}
            error={refusedAccount?.error ?? null}
          />
          {versions.length > 0 && <VersionList tweetId={tweet.id} versions={versions} editable={editable} />}
          <JournalList lines={journal} count={events} open={needsAttention} />
          {tweet.status === "published" && (
            <p className="folds__link">
              <Link
                className="link"
                to={`/worked?${tweet.account ? `account=${tweet.account.ref}&` : ""}tweet=${tweet.id}`}
              >
                View performance
              </Link>
            </p>
          )}
        </>
      }
      actions={
        <>
          {(discarded || discardable) && <TrashForm tweetId={tweet.id} operation={discarded ? "restore" : "discard"} />}
          {deletion && <DeletionWay deletion={deletion} sandbox={sandbox} askHref={hrefWith({ delete: "1" })} />}
          {!discarded && !thread?.isSent && (
            <TaskActions
              tweet={tweet}
              Form={Form}
              busy={busy}
              describedBy={openWordsId(tweet.id)}
              editHref={editable ? hrefWith({ edit: "1" }) : null}
            />
          )}
        </>
      }
    />
  );
}

/** The window shows the server's state, so the browser's stored task is obsolete. */
function useServersWord(tweet: TweetView, busy: string | null): void {
  useEffect(() => {
    if (tweet.status === "pending" && busy === null) forgetTasks(localStorage, [tweet.id]);
  }, [tweet, busy]);
}
