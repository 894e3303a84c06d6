// Card of a thread in the results, with all its parts and the buttons to post and schedule it.
import { PicturesShown } from "~/features/media/pictures-shown";
import ThreadParts from "~/features/threads/thread-parts";
import type { ThreadView } from "~/features/threads/thread-view";
import { Sources } from "~/features/tweets/sources";
import type { TweetView } from "~/features/tweets/tweet";
import { tweetButtons, TweetActions, TweetForm, wordsId } from "~/features/tweets/tweet-actions";
import { Cost, TweetHead } from "~/features/tweets/tweet-card";
import { TweetLine } from "~/features/tweets/tweet-line";
import { TrashForm } from "~/features/ideas/trash-form";
import { ButtonLink } from "~/ui/form/button";
import type { ActionResult } from "~/screens/forms/form-action.server";
import { failedIn } from "~/screens/forms/use-result";
import { useHrefWith } from "~/screens/forms/use-href-with";
import { useScreen } from "~/screens/frame/screen";
import type { ResultsData } from "./to-view.server";
import { useTweetForm } from "~/screens/timeline/use-tweet-form";
import styles from "~/styles/timeline/journal.css";

interface ThreadCardProps {
  tweet: TweetView;
  thread: ThreadView;
  pictures: ResultsData["pictures"];
  result: ActionResult | undefined;
  shownOf(tweet: TweetView, busy: string | null, failed: ActionResult | undefined): TweetView;
}

export default function ThreadCard({ tweet, thread, pictures, result, shownOf }: ThreadCardProps) {
  const { sandbox } = useScreen();
  const { hrefWith } = useHrefWith();
  const { Form, busy, hasTask, failed } = useTweetForm(tweet, result);
  const anchor = `tweet-${tweet.id}`;
  const shown = shownOf(tweet, busy, failed);
  // Without a script, the page comes back at the same tweet.
  const means = { Form, action: `${hrefWith({})}#${anchor}`, busy };
  const describedBy = wordsId(tweet.id);
  const refusedAddress = thread.needsAddress ? failedIn(failed, "thread") : undefined;
  const open = (more: { edit?: string } = {}) => hrefWith({ tweet: String(tweet.id), ...more });
  const edit = open({ edit: "1" });
  const isChangeable = (id: number) => thread.isOpen && !thread.parts.some((part) => part.id === id && part.isFixed);
  const picturesHref = (id: number) =>
    pictures[id]?.length && isChangeable(id) ? hrefWith({ tweet: String(tweet.id), pictures: String(id) }) : null;
  const isUnsent = shown.status === "pending" || shown.status === "failed";
  return (
    <li id={anchor} className={`tweet tweet--thread tweet--${shown.status}`}>
      {/* Loaded here, because only threads use it. */}
      <link rel="stylesheet" href={styles} />
      <TweetHead tweet={shown} />
      <p className="visually-hidden" dir="auto" id={describedBy}>
        {tweet.content}
      </p>
      <ThreadParts
        thread={thread}
        picturesOf={(id, label) => <PicturesShown pictures={pictures[id] ?? []} href={picturesHref(id)} of={label} />}
        Form={Form}
        busy={busy}
        editHref={thread.isOpen ? edit : null}
        error={refusedAddress?.error}
        typed={refusedAddress?.values["address"]}
      />
      <div className="tweet__meta">
        <Cost tweet={tweet} sandbox={sandbox} />
        <Sources sources={tweet.sources} />
      </div>
      <div className="tweet__foot">
        <div className="tweet__quiet">
          <TweetLine tweet={shown} sandbox={sandbox} />
          <div className="tweet__tools">
            <ButtonLink {...small} to={open()} preventScrollReset aria-describedby={describedBy}>
              Open
            </ButtonLink>
            {!thread.isSent && thread.isOpen && (
              <ButtonLink {...small} icon="pencil" to={edit} preventScrollReset aria-describedby={describedBy}>
                Edit
              </ButtonLink>
            )}
            {shown.status === "failed" && !thread.isSent && (
              <TweetForm tweet={tweet} {...tweetButtons.dismiss} {...small} {...means} describedBy={describedBy} />
            )}
            {isUnsent && !thread.isSent && (
              <TrashForm tweetId={tweet.id} operation="discard" small describedBy={describedBy} />
            )}
          </div>
        </div>
        {!thread.isSent && <TweetActions tweet={shown} {...means} hasTask={hasTask} describedBy={describedBy} />}
      </div>
    </li>
  );
}

const small = { size: "small", variant: "ghost" } as const;
