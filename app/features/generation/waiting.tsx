// Replaces the tweets while they are being written, after a failure, or if there are none.
import { type ReactNode, useEffect, useState } from "react";
import { TweetSkeletons } from "~/features/tweets/tweet-skeletons";
import { Bird } from "~/ui/icons/bird";
import { ButtonLink } from "~/ui/form/button";
import { Empty } from "~/ui/page/empty";
import { Link } from "~/ui/link";
import { Notice } from "~/ui/messages/notice";
import { Progress } from "~/ui/page/progress";

interface WaitingProps {
  /** In ms, by the server's clock. */
  elapsed: number;
  isThread?: boolean;
  againHref: string;
  /** A line for a task that takes long. */
  stillWriting?: string | null;
  refresh?: ReactNode;
}

export function Waiting({ elapsed, isThread = false, againHref, stillWriting = null, refresh }: WaitingProps) {
  return (
    <>
      <section className="wait" aria-label="Generating">
        <Bird className="wait__bird" />
        <div>
          <strong>{isThread ? "AI is generating your thread..." : "AI is generating your tweets..."}</strong>
          <p className="quiet">This usually takes 10-30 seconds</p>
        </div>
        <Progress label="Generating" />
        <Elapsed from={elapsed} />
        {stillWriting !== null && <p className="hint">{stillWriting}</p>}
        <Link className="link" to={againHref} reloadDocument>
          Refresh
        </Link>
        {refresh}
      </section>
      <TweetSkeletons count={isThread ? 1 : 3} />
    </>
  );
}

/** Counts on in the browser. The role timer keeps screen readers from announcing every second. */
function Elapsed({ from }: { from: number }) {
  const [shown, show] = useState(from);
  useEffect(() => {
    const startedAt = performance.now() - from;
    const timer = setInterval(() => show(performance.now() - startedAt), 1000);
    return () => clearInterval(timer);
  }, [from]);
  return (
    <p className="hint" role="timer">
      {`${Math.floor(shown / 1000)} s so far`}
    </p>
  );
}

interface ErrorStateProps {
  error: string;
  retryHref: string;
  detail?: string;
  /** A line below, where the task may still succeed. */
  stillWriting?: string | null;
  refresh?: ReactNode;
}

export function ErrorState({
  error,
  retryHref,
  detail = "Your topic is saved. Nothing was posted.",
  stillWriting = null,
  refresh,
}: ErrorStateProps) {
  return (
    <>
      <Notice
        tone="error"
        title={error}
        action={
          <>
            <ButtonLink icon="rotate-ccw" to={retryHref} reloadDocument>
              Try Again
            </ButtonLink>
            {refresh}
          </>
        }
      >
        {detail}
      </Notice>
      {stillWriting !== null && <p className="hint">{stillWriting}</p>}
    </>
  );
}

interface NoTweetsProps {
  test: boolean;
  inputHref: string;
  sampleHref: string;
  refresh: ReactNode;
}

export function NoTweets({ test, inputHref, sampleHref, refresh }: NoTweetsProps) {
  if (test)
    return (
      <Empty
        title="No Generated Content"
        action={
          <div className="row row--centre">
            <ButtonLink icon="flask-conical" to={sampleHref} preventScrollReset>
              Show sample tweets
            </ButtonLink>
            {refresh}
          </div>
        }
      >
        Waiting for AI to generate tweets...
      </Empty>
    );
  return (
    <Empty
      title="Timeline View"
      action={
        <div className="row row--centre">
          <ButtonLink icon="feather" to={inputHref}>
            Try another topic
          </ButtonLink>
          {refresh}
        </div>
      }
    >
      View your Twitter publishing timeline and history above.
    </Empty>
  );
}
