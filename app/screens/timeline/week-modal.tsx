// What opens over the week: one tweet with everything about it, its words to change, a new one, or the tweets of a slot.
import { useEffect } from "react";
import { chooseAccount } from "~/features/accounts/account";
import { priceOf } from "~/features/publishing/rules/price";
import { ChooseTime } from "~/features/timeline/choose-time";
import { JournalList } from "~/features/timeline/journal-list";
import { PostAs } from "~/features/timeline/post-as";
import { TaskActions } from "~/features/timeline/task-actions";
import { openWordsId, SlotModal, TaskModal } from "~/features/timeline/task-modal";
import { inSentence, type TweetView } from "~/features/tweets/tweet";
import { ConnectLink } from "~/features/users/account-state";
import { WordsForm } from "~/features/tweets/words-form";
import { Dialog } from "~/ui/dialog/dialog";
import { Notice } from "~/ui/messages/notice";
import type { ActionResult } from "~/screens/forms/form-action.server";
import { forgetTasks } from "~/screens/browser/store";
import type { OpenedTweet } from "./opened.server";
import { useScreen } from "~/screens/frame/screen";
import { useHrefWith } from "~/screens/forms/use-href-with";
import { failedIn } from "~/screens/forms/use-result";
import { useTweetForm } from "./use-tweet-form";
import type { WeekData } from "./week.server";

export default function WeekModal({ data, result }: { data: WeekData; result: ActionResult | undefined }) {
  const { hrefWith } = useHrefWith();
  const { opened, slot, writing } = data;
  if (opened) {
    // Words that could not be saved are kept in sight, whatever has become of the tweet meanwhile.
    const isEditing = opened.editing && (opened.editable || failedIn(result, "edit"));
    const Opened = isEditing ? EditModal : DetailModal;
    return <Opened key={`${opened.tweet.id} ${isEditing ? "edit" : ""}`} opened={opened} result={result} />;
  }
  if (writing) return <WriteModal result={result} />;
  if (!slot) return null;
  return (
    <SlotModal
      slot={slot.title}
      tasks={slot.tasks.map((task) => ({ ...task, href: hrefWith({ tweet: String(task.id), slot: null }) }))}
      closeTo={hrefWith({ slot: null })}
    />
  );
}

interface OpenedProps {
  opened: OpenedTweet;
  /** What the page's last form came to. */
  result: ActionResult | undefined;
}

function DetailModal({ opened, result }: OpenedProps) {
  const { hrefWith } = useHrefWith();
  const { sandbox } = useScreen();
  const { tweet, moment, journal, needsAttention, choice, others, editable } = opened;
  const { Form, busy, failed } = useTweetForm(tweet, result);
  useServersWord(tweet, busy);
  const refusedTime = failedIn(failed, "time");
  const refusedAccount = failedIn(failed, "account");
  // Of what failed the tweet itself says why; that the last press came nowhere it does not know.
  const isTold = refusedTime || refusedAccount || (tweet.status === "failed" && !failed?.unreached);
  const refusal = isTold ? null : failed?.error;
  return (
    <TaskModal
      tweet={tweet}
      moment={moment}
      sandbox={sandbox}
      closeTo={hrefWith({ tweet: null, edit: null })}
      notice={refusal && <Notice tone="error" title={refusal} action={<ConnectLink after={refusal} />} />}
      more={
        <>
          {choice && (
            <ChooseTime
              // Once it is scheduled, folded again and at the new moment.
              key={tweet.whenIso}
              tweetId={tweet.id}
              account={tweet.account?.ref}
              choice={choice}
              Form={Form}
              busy={busy}
              error={refusedTime?.error ?? null}
              typed={refusedTime?.values["moment"]}
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
          <JournalList lines={journal} open={needsAttention} />
        </>
      }
      actions={
        <TaskActions
          tweet={tweet}
          Form={Form}
          busy={busy}
          describedBy={openWordsId(tweet.id)}
          editHref={editable ? hrefWith({ edit: "1" }) : null}
        />
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

function EditModal({ opened: { tweet, editing }, result }: OpenedProps) {
  const { hrefWith } = useHrefWith();
  const { sandbox } = useScreen();
  const failed = failedIn(result, "edit");
  const closeTo = hrefWith({ edit: null });
  return (
    <Dialog title="Edit tweet" closeTo={closeTo} wide>
      <WordsForm
        tweetId={tweet.id}
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

function WriteModal({ result }: { result: ActionResult | undefined }) {
  const { hrefWith } = useHrefWith();
  const { accounts, sandbox } = useScreen();
  const account = chooseAccount(accounts);
  const failed = failedIn(result, "write");
  const closeTo = hrefWith({ write: null });
  return (
    <Dialog title="Write a tweet" closeTo={closeTo} wide>
      <WordsForm
        label="Your words"
        words={failed?.values["content"] ?? ""}
        saved=""
        account={account?.networkUserId}
        hint={`${account ? `As @${account.username}. ` : ""}Nothing goes out yet: next you choose when.`}
        error={failed?.error ?? null}
        priceOf={priceOf}
        sandbox={sandbox}
        closeTo={closeTo}
      />
    </Dialog>
  );
}
