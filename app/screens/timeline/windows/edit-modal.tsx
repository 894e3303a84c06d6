// Window that edits the text of a tweet or a thread.
import { useEffect } from "react";
import { postPriceOf } from "~/features/spending/price";
import { inSentence } from "~/features/tweets/tweet";
import { TweetCount } from "~/features/tweets/tweet-count";
import { WordsForm } from "~/features/tweets/words-form";
import { Dialog } from "~/ui/dialog/dialog";
import { lazyPart } from "~/ui/lazy-part";
import type { ActionResult } from "~/screens/forms/form-action.server";
import { reload } from "~/screens/browser/use-reload";
import { useScreen } from "~/screens/frame/screen";
import { useHrefWith } from "~/screens/forms/use-href-with";
import { failedIn } from "~/screens/forms/use-result";
import type { OpenedTweet } from "../opened.server";

const ThreadForm = lazyPart("thread-form", () => import("~/features/threads/thread-form"));

interface EditModalProps {
  opened: OpenedTweet;
  result: ActionResult | undefined;
}

export default function EditModal({ opened: { tweet, thread, editing }, result }: EditModalProps) {
  const { hrefWith } = useHrefWith();
  const { sandbox } = useScreen();
  const failed = failedIn(result, "edit");
  const closeTo = hrefWith({ edit: null });
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
        label="Tweet"
        words={failed?.values["content"] ?? tweet.content}
        saved={tweet.content}
        known={editing?.known}
        hint={tweet.when === null ? undefined : `It stays scheduled for ${inSentence(tweet.when)}.`}
        error={failed?.error ?? null}
        priceOf={postPriceOf}
        of={tweet}
        sandbox={sandbox}
        closeTo={closeTo}
      />
    </Dialog>
  );
}
