// The tweets section while there are no tweets: being written, gone wrong, or none.
import { type ReactNode, useEffect, useState } from "react";
import { TweetSkeletons } from "~/features/tweets/tweet-skeletons";
import { Bird } from "~/ui/icons/bird";
import { ButtonLink } from "~/ui/form/button";
import { Empty } from "~/ui/page/empty";
import { Link } from "~/ui/link";
import { Notice } from "~/ui/messages/notice";
import { Progress } from "~/ui/page/progress";

interface WaitingProps {
  /** Milliseconds since it was asked for, as the server counts. */
  elapsed: number;
  /** A thread is being written in place of tweets. */
  isThread?: boolean;
  /** The page again, for who doesn't want to wait for it to look. */
  againHref: string;
  /** Reads the history anew. */
  refresh?: ReactNode;
}

export function Waiting({ elapsed, isThread = false, againHref, refresh }: WaitingProps) {
  return (
    <>
      <section className="wait" aria-label="Generating">
        <Bird className="wait__bird" />
        <div>
          <strong>{`AI is generating your ${isThread ? "thread" : "tweets"}...`}</strong>
          <p className="quiet">This usually takes 10-30 seconds</p>
        </div>
        <Progress label="Generating" />
        <Elapsed from={elapsed} />
        <Link className="link" to={againHref} reloadDocument>
          Look again
        </Link>
        {refresh}
      </section>
      <TweetSkeletons count={isThread ? 1 : 3} />
    </>
  );
}

/** Counts on by itself where a script runs; a timer, so that it isn't read out each second. */
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
  /** The page again: the button reloads it. */
  retryHref: string;
  /** The small line; by default that nothing is lost. */
  detail?: string;
  /** Reads the history anew. */
  refresh?: ReactNode;
}

export function ErrorState({
  error,
  retryHref,
  detail = "Your topic is kept; nothing was published.",
  refresh,
}: ErrorStateProps) {
  return (
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
  );
}

interface NoTweetsProps {
  test: boolean;
  inputHref: string;
  /** The same view with tweets that are made up. */
  sampleHref: string;
  /** Reads the history anew. */
  refresh: ReactNode;
}

/** No tweets on the results view; `test` while it is only being tried. */
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
            Write another topic
          </ButtonLink>
          {refresh}
        </div>
      }
    >
      View your Twitter publishing timeline and history above.
    </Empty>
  );
}
