// Tweets section of the results while there are no cards: failed, in progress or empty.
import { useEffect } from "react";
import { NotSignedIn } from "~/features/generation/notices";
import { ErrorState, NoTweets, Waiting } from "~/features/generation/waiting";
import { announce } from "~/ui/messages/announce";
import { useHrefWith } from "~/screens/forms/use-href-with";
import { useScreen } from "~/screens/frame/screen";
import { RefreshHistory } from "~/screens/timeline/refresh-history";
import type { ResultsData } from "./to-view.server";
import { useGeneration } from "./use-generation";
import { useStillWriting } from "./use-still-writing";

export default function NoCards({ data }: { data: ResultsData }) {
  const { user } = useScreen();
  const { hrefWith } = useHrefWith();
  const end = useGeneration(data.waitingFor, user !== null);
  const error = end?.error ?? data.error;
  const isThread = data.parts !== null;
  const refresh = <RefreshHistory icon="refresh-cw" size="small" />;
  const stillWriting = useStillWriting(data.stillWriting, end);
  useAnnouncement(data.waitingFor !== null && error === null, isThread, error);
  useEffect(() => {
    if (stillWriting !== null) announce(stillWriting);
  }, [stillWriting]);
  if (error !== null) {
    if (!user) return <NotSignedIn error={error} signInHref={hrefWith({ panel: "login" })} />;
    if (data.missing)
      return (
        <ErrorState
          error={error}
          retryHref="/generate"
          detail="These tweets don’t exist. Nothing was posted."
          refresh={refresh}
        />
      );
    // The task may have succeeded, and generating again would cost twice.
    if (end && !end.isOver)
      return <ErrorState error={error} retryHref={hrefWith({})} stillWriting={stillWriting} refresh={refresh} />;
    const wish = new URLSearchParams({ topic: data.title, ...(isThread && { parts: String(data.parts) }) });
    return <ErrorState error={error} retryHref={`/generate?${wish}`} refresh={refresh} />;
  }
  if (data.waitingFor !== null)
    return (
      <Waiting
        elapsed={data.elapsed}
        isThread={isThread}
        againHref={hrefWith({})}
        stillWriting={stillWriting}
        refresh={refresh}
      />
    );
  return <NoTweets test={data.test} inputHref="/generate" sampleHref={hrefWith({ sample: "1" })} refresh={refresh} />;
}

function useAnnouncement(isWaiting: boolean, isThread: boolean, error: string | null): void {
  useEffect(() => {
    if (isWaiting) announce(isThread ? "Your thread is being written" : "Your tweets are being written");
  }, [isWaiting, isThread]);
  useEffect(() => {
    if (error !== null) announce(error, { urgent: true });
  }, [error]);
}
