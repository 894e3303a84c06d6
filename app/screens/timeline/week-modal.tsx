// What opens over the week: one tweet with everything about it, its words to change, a new one, or the tweets of a slot.
import { useEffect, useId } from "react";
import { chooseAccount } from "~/features/accounts/account";
import { priceOf } from "~/features/publishing/rules/price";
import { ChooseTime } from "~/features/timeline/choose-time";
import { DeletionModal, DeletionWay } from "~/features/timeline/deletion";
import { JournalList } from "~/features/timeline/journal-list";
import { PostAs } from "~/features/timeline/post-as";
import { TaskActions } from "~/features/timeline/task-actions";
import { isQuestion, SlotFields } from "~/features/timeline/slot-fields";
import { openWordsId, SlotModal, TaskModal } from "~/features/timeline/task-modal";
import { inSentence, type TweetView } from "~/features/tweets/tweet";
import { BinForm } from "~/features/ideas/bin-form";
import { ConnectLink } from "~/features/users/account-state";
import { TweetCount } from "~/features/tweets/tweet-count";
import { WordsForm } from "~/features/tweets/words-form";
import { Dialog } from "~/ui/dialog/dialog";
import { FieldLabel } from "~/ui/form/field";
import { lazyPart } from "~/ui/lazy-part";
import { Link } from "~/ui/link";
import { Notice } from "~/ui/messages/notice";
import type { ActionResult } from "~/screens/forms/form-action.server";
import { reload } from "~/screens/browser/use-reload";
import { PicturesShown } from "~/features/media/pictures-shown";
import { forgetTasks } from "~/screens/browser/store";
import type { OpenedTweet } from "./opened.server";
import { useWatch } from "~/screens/browser/use-watch";
import { useScreen } from "~/screens/frame/screen";
import { useHrefWith } from "~/screens/forms/use-href-with";
import { failedIn } from "~/screens/forms/use-result";
import { useTweetForm } from "./use-tweet-form";
import type { Opening } from "./week.server";

const PlanModal = lazyPart("plan-modal", () => import("./plan/plan-modal"));
const Pictures = lazyPart("pictures", () => import("~/screens/images/pictures-window"));
const MoveModal = lazyPart("move-modal", () => import("./move-modal"));

const ThreadParts = lazyPart("thread-parts", () => import("~/features/threads/thread-parts"));
const ThreadForm = lazyPart("thread-form", () => import("~/features/threads/thread-form"));
const VersionList = lazyPart("versions", () => import("~/features/generation/refining/version-list"));

export default function WeekModal({ data, result }: { data: Opening; result: ActionResult | undefined }) {
  const { hrefWith } = useHrefWith();
  const { opened, slot, writing, plan } = data;
  if (opened?.picturing) return <Pictures key={opened.picturing.tweetId} of={opened.picturing} />;
  if (opened?.deletion?.asking) return <DeletionQuestion opened={opened} result={result} />;
  if (opened?.moving) return <MoveModal opened={opened} result={result} />;
  if (opened) {
    // Words that could not be saved are kept in sight, whatever has become of the tweet meanwhile.
    const isEditing = opened.editing && (opened.editable || failedIn(result, "edit"));
    const Opened = isEditing ? EditModal : DetailModal;
    return <Opened key={`${opened.tweet.id} ${isEditing ? "edit" : ""}`} opened={opened} result={result} />;
  }
  if (writing) return <WriteModal data={data} result={result} />;
  if (plan) return <PlanModal key={plan.days} plan={plan} result={result} />;
  if (!slot) return null;
  return (
    <SlotModal
      slot={slot.title}
      tasks={slot.tasks.map((task) => ({ ...task, href: hrefWith({ tweet: String(task.id), slot: null }) }))}
      closeTo={hrefWith({ slot: null })}
    />
  );
}

function DeletionQuestion({ opened: { tweet, deletion }, result }: OpenedProps) {
  const { hrefWith } = useHrefWith();
  const { sandbox } = useScreen();
  if (!deletion) return null;
  const error = failedIn(result, "delete")?.error ?? null;
  const closeTo = hrefWith({ delete: null });
  return <DeletionModal tweetId={tweet.id} deletion={deletion} sandbox={sandbox} error={error} closeTo={closeTo} />;
}

interface OpenedProps {
  opened: OpenedTweet;
  /** What the page's last form came to. */
  result: ActionResult | undefined;
}

function DetailModal({ opened, result }: OpenedProps) {
  const { hrefWith } = useHrefWith();
  const { sandbox } = useScreen();
  const { tweet, thread, moment, journal, versions, needsAttention, choice, others, editable, discarded, discardable } =
    opened;
  const { deletion, pictures, picturable } = opened;
  useWatch(deletion?.isOrdered ?? false);
  const { Form, busy, failed } = useTweetForm(tweet, result);
  useServersWord(tweet, busy);
  const refusedTime = failedIn(failed, "time");
  const refusedAccount = failedIn(failed, "account");
  // The form has a field only where an address is asked for.
  const refusedThread = thread?.needsAddress ? failedIn(failed, "thread") : undefined;
  // Of what failed the tweet itself says why; that the last press came nowhere it does not know.
  // Beside the form that was sent, where it still stands.
  const atItsForm = refusedTime && choice && (refusedTime.values["moment"] !== undefined || choice.slots !== null);
  const isTold =
    atItsForm ||
    refusedAccount ||
    refusedThread ||
    (tweet.status === "failed" && !thread?.isSent && !failed?.unreached);
  const refusal = isTold ? null : failed?.error;
  const picturesOf = (id: number, of?: string) => (
    <PicturesShown
      pictures={pictures[id] ?? []}
      href={picturable.includes(id) ? hrefWith({ pictures: String(id) }) : null}
      of={of}
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
              // Once it is scheduled, folded again and at the new moment.
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
            // Once it has moved, folded again.
            key={tweet.account?.ref}
            tweetId={tweet.id}
            others={others}
            Form={Form}
            busy={busy}
            error={refusedAccount?.error ?? null}
          />
          {versions.length > 0 && <VersionList tweetId={tweet.id} versions={versions} editable={editable} />}
          <JournalList lines={journal} open={needsAttention} />
          {tweet.status === "published" && (
            <p className="folds__link">
              <Link
                className="link"
                to={`/worked?${tweet.account ? `account=${tweet.account.ref}&` : ""}tweet=${tweet.id}`}
              >
                How it did
              </Link>
            </p>
          )}
        </>
      }
      actions={
        <>
          {(discarded || discardable) && <BinForm tweetId={tweet.id} deed={discarded ? "restore" : "discard"} />}
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

/** The window was read with the tweet's present state: what this browser remembers of an earlier press is settled by it. */
function useServersWord(tweet: TweetView, busy: string | null): void {
  useEffect(() => {
    if (tweet.status === "pending" && busy === null) forgetTasks(localStorage, [tweet.id]);
  }, [tweet, busy]);
}

function EditModal({ opened: { tweet, thread, editing }, result }: OpenedProps) {
  const { hrefWith } = useHrefWith();
  const { sandbox } = useScreen();
  const failed = failedIn(result, "edit");
  const closeTo = hrefWith({ edit: null });
  // It may have been refused since the tweet has changed.
  useEffect(() => {
    if (failed) reload();
  }, [failed]);
  if (thread)
    return (
      <ThreadForm
        thread={thread}
        countOf={(text) => <TweetCount text={text} known={editing?.known ?? []} />}
        typed={(failed ?? result)?.values}
        error={failed?.error ?? null}
        closeTo={closeTo}
      />
    );
  return (
    <Dialog title="Edit tweet" closeTo={closeTo} wide>
      <WordsForm
        tweetId={tweet.id}
        state={tweet.status}
        label="Its words"
        words={failed?.values["content"] ?? tweet.content}
        saved={tweet.content}
        known={editing?.known}
        hint={tweet.when === null ? undefined : `It stays scheduled for ${inSentence(tweet.when)}.`}
        error={failed?.error ?? null}
        priceOf={priceOf}
        sandbox={sandbox}
        closeTo={closeTo}
      />
    </Dialog>
  );
}

function WriteModal({ data: { writeSlot, writeAs }, result }: { data: Opening; result: ActionResult | undefined }) {
  const { hrefWith } = useHrefWith();
  const { accounts, sandbox } = useScreen();
  const id = useId();
  const serving = chooseAccount(accounts);
  const account = writeAs ?? (serving && { ref: serving.networkUserId, username: serving.username });
  const failed = failedIn(result, "write");
  const closeTo = hrefWith({ write: null });
  const refusal = failed?.error ?? (writeSlot?.passed ? "This slot has passed" : null);
  return (
    <Dialog title="Write a tweet" closeTo={closeTo} wide>
      <WordsForm
        label="Your words"
        words={failed?.values["content"] ?? ""}
        saved=""
        account={account?.ref}
        hint={`${account ? `As @${account.username}. ` : ""}${writeSlot ? "It goes out at a minute of the slot, at random." : "Nothing goes out yet: next you choose when."}`}
        error={writeSlot ? null : (failed?.error ?? null)}
        slot={
          writeSlot && (
            <>
              {refusal && <Notice tone="error" title={refusal} action={<ConnectLink after={refusal} />} />}
              <div className="field">
                <FieldLabel htmlFor={id} label="Day and part of it" />
                <div className="field__row">
                  <SlotFields id={id} {...writeSlot} typed={failed?.values} />
                </div>
              </div>
            </>
          )
        }
        more={
          writeSlot ? (
            <>
              <button className="button button--plain" name="keep" value="1">
                Keep as an idea
              </button>
              {isQuestion(failed?.error) && (
                <button className="button button--plain" name="anyway" value="1">
                  Schedule anyway
                </button>
              )}
            </>
          ) : (
            <button className="button button--plain" name="thread" value="1">
              Split into a thread
            </button>
          )
        }
        priceOf={priceOf}
        sandbox={sandbox}
        closeTo={closeTo}
      />
    </Dialog>
  );
}
