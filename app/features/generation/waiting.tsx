// The tweets section while there are no tweets: being written, gone wrong, or none.
import { TweetSkeletons } from "~/features/tweets/tweets";
import { Bird } from "~/ui/bird";
import { ButtonLink } from "~/ui/button";
import { Empty } from "~/ui/empty";
import { Notice } from "~/ui/notice";
import { Progress } from "~/ui/progress";

export function Waiting() {
  return (
    <>
      <section className="wait" role="status">
        <Bird className="wait__bird" />
        <strong>AI is generating your tweets...</strong>
        <p className="quiet">This usually takes 10-30 seconds</p>
        <Progress label="Generating" />
      </section>
      <TweetSkeletons count={3} />
    </>
  );
}

interface ErrorStateProps {
  error: string;
  /** The page again: the button reloads it. */
  retryHref: string;
  /** The small line; by default that nothing is lost. */
  detail?: string;
}

export function ErrorState({
  error,
  retryHref,
  detail = "Your topic is kept; nothing was published.",
}: ErrorStateProps) {
  return (
    <Notice
      tone="error"
      title={error}
      action={
        <ButtonLink icon="rotate-ccw" to={retryHref} reloadDocument>
          Try Again
        </ButtonLink>
      }
    >
      {detail}
    </Notice>
  );
}

/** No tweets on the results view; `test` while it is only being tried. */
export function NoTweets({ test, inputHref }: { test: boolean; inputHref: string }) {
  if (test) return <Empty title="No Generated Content">Waiting for AI to generate tweets...</Empty>;
  return (
    <Empty
      title="Timeline View"
      action={
        <ButtonLink icon="feather" to={inputHref}>
          Write another topic
        </ButtonLink>
      }
    >
      View your Twitter publishing timeline and history above.
    </Empty>
  );
}
