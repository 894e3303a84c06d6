// The tweets section of the results view: being written, gone wrong, none, or the cards.
import { useEffect } from "react";
import { SearchSuggestions } from "~/features/generation/suggestions";
import { NotSignedIn } from "~/features/generation/notices";
import { ErrorState, NoTweets, Waiting } from "~/features/generation/waiting";
import { batchCostText, type TweetView } from "~/features/tweets/tweet";
import { TweetCard } from "~/features/tweets/tweet-card";
import { Tweets } from "~/features/tweets/tweets";
import { announce } from "~/ui/messages/announce";
import { Section } from "~/ui/page/page";
import type { ActionResult } from "~/screens/forms/form-action.server";
import type { ResultsData } from "./to-view.server";
import { RefreshHistory } from "~/screens/timeline/refresh-history";
import { useScreen } from "~/screens/frame/screen";
import { useBatchStore } from "~/screens/browser/use-batch-store";
import { useGeneration } from "./use-generation";
import { intentOf } from "~/screens/forms/intents";
import { useHrefWith } from "~/screens/forms/use-href-with";
import { useTweetForm } from "~/screens/timeline/use-tweet-form";

export function GeneratedTweets({ data, result }: { data: ResultsData; result: ActionResult | undefined }) {
  const { sandbox, user } = useScreen();
  const { hrefWith } = useHrefWith();
  const error = useGeneration(data.waitingFor, user !== null) ?? data.error;
  useAnnouncement(data.waitingFor !== null && error === null, error);
  useBatchStore(data.batchId, data.tweets);
  if (error !== null) {
    if (!user) return <NotSignedIn error={error} signInHref={hrefWith({ panel: "login" })} />;
    if (data.missing)
      return (
        <ErrorState error={error} retryHref="/generate" detail="There is no such batch here; nothing was published." />
      );
    const topic = new URLSearchParams({ topic: data.title });
    return <ErrorState error={error} retryHref={`/generate?${topic}`} />;
  }
  if (data.waitingFor !== null) return <Waiting elapsed={data.elapsed} againHref={hrefWith({})} />;
  const refresh = <RefreshHistory icon="refresh-cw" size="small" />;
  if (data.tweets.length === 0) {
    const ways = { inputHref: "/generate", sampleHref: hrefWith({ sample: "1" }) };
    return <NoTweets test={data.test} {...ways} refresh={refresh} />;
  }
  // What costs nothing is said once: where the day is told, its line says it.
  const { day } = data.week;
  const cost = batchCostText(data.tweets, sandbox && day === null);
  const origin = data.test
    ? `${sampleHint} ${data.prepared ?? ""}`
    : data.prepared !== null
      ? data.prepared
      : data.isDemo
        ? `Written by the demo writer${data.webSearch ? ", which searches nothing" : ""}.`
        : data.webSearch
          ? "With web search."
          : null;
  return (
    <Section
      title="Generated Tweets"
      count={data.tweets.length}
      hint={[origin, cost, day].filter(Boolean).join(" ")}
      actions={refresh}
    >
      <Tweets>
        {data.tweets.map((tweet) => (
          <Card key={tweet.id} tweet={tweet} result={result} isSample={data.batchId === null} />
        ))}
      </Tweets>
      {data.suggestionsHref && <SearchSuggestions src={data.suggestionsHref} />}
    </Section>
  );
}

/** That it has begun, and what went wrong; that the tweets are there is told by the page they are on. */
function useAnnouncement(isWaiting: boolean, error: string | null): void {
  useEffect(() => {
    if (isWaiting) announce("Your tweets are being written");
  }, [isWaiting]);
  useEffect(() => {
    if (error !== null) announce(error, { urgent: true });
  }, [error]);
}

const sampleHint = "Sample data: nothing here is posted.";

interface CardProps {
  tweet: TweetView;
  result: ActionResult | undefined;
  /** It is in no database: there is nothing to open or to send. */
  isSample: boolean;
}

function Card({ tweet, result, isSample }: CardProps) {
  const { sandbox } = useScreen();
  const { hrefWith } = useHrefWith();
  const { Form, busy, hasTask, failed } = useTweetForm(tweet, result);
  const anchor = `tweet-${tweet.id}`;
  if (isSample) return <TweetCard tweet={tweet} sandbox={sandbox} busy="sample" />;
  return (
    <TweetCard
      id={anchor}
      tweet={shownOf(tweet, busy, failed)}
      sandbox={sandbox}
      href={hrefWith({ tweet: String(tweet.id) })}
      Form={Form}
      // Without a script the page comes back where it was left.
      action={`${hrefWith({})}#${anchor}`}
      busy={busy}
      hasTask={hasTask}
    />
  );
}

/** While it is being posted it says so; after that the server's own word says more than the answer to one press. */
function shownOf(tweet: TweetView, busy: string | null, failed: ActionResult | undefined): TweetView {
  if (intentOf(busy)?.sends === "immediate") return { ...tweet, status: "publishing", error: null };
  return failed && (failed.unreached || tweet.error === null) ? { ...tweet, error: failed.error } : tweet;
}
