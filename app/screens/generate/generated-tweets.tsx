// Tweets section of the results: the tweets' cards, or what is shown instead of them.
import { useEffect, useRef } from "react";
import { RefineForm } from "~/features/generation/refining/refine-form";
import { RefineTools, RefiningLine } from "~/features/generation/refining/refine-tools";
import type { RefiningView } from "~/features/generation/refining/view";
import { trashIntent } from "~/features/ideas/trash";
import type { WriterLimits } from "~/ports/ai/refine";
import { ShownPosts } from "~/features/generation/shown-posts";
import { SearchSuggestions } from "~/features/generation/suggestions";
import type { TweetView } from "~/features/tweets/tweet";
import { tweetButtons, TweetForm, wordsId } from "~/features/tweets/tweet-actions";
import { TweetCard } from "~/features/tweets/tweet-card";
import { ButtonLink } from "~/ui/form/button";
import { IntentForm, Submit } from "~/ui/form/intent-form";
import { lazyPart } from "~/ui/lazy-part";
import { announce } from "~/ui/messages/announce";
import { Section } from "~/ui/page/page";
import type { ActionResult } from "~/screens/forms/form-action.server";
import type { ResultsData } from "./to-view.server";
import { RefreshHistory } from "~/screens/timeline/refresh-history";
import { useGoLiveHref, useScreen } from "~/screens/frame/screen";
import { reload } from "~/screens/browser/use-reload";
import { useBatchStore } from "~/screens/browser/use-batch-store";
import { intentOf } from "~/screens/forms/intents";
import { useEditing } from "~/screens/editing/use-editing";
import { useHrefWith } from "~/screens/forms/use-href-with";
import { useTweetForm } from "~/screens/timeline/use-tweet-form";

const NoCards = lazyPart("no-cards", () => import("./no-cards"));
const ThreadCard = lazyPart("thread-card", () => import("./thread-card"));

export function GeneratedTweets({ data, result }: { data: ResultsData; result: ActionResult | undefined }) {
  const { hrefWith } = useHrefWith();
  useBatchStore(data.batchId, data.tweets);
  useRefining(data.refining);
  const editing = useEditing(data.tweets, data.editing, result);
  const hasCards = data.tweets.length > 0 || editing.gone.length > 0;
  if (data.error !== null || data.waitingFor !== null || !hasCards) return <NoCards data={data} />;
  return (
    <Section
      title={data.parts === null ? "Generated Tweets" : "Generated Thread"}
      count={data.parts === null ? data.tweets.length : undefined}
      hint={data.hint}
      actions={
        <div className="row">
          <RefreshHistory icon="refresh-cw" size="small" />
          {data.scheduleAll && (
            <ButtonLink
              variant="primary"
              size="small"
              icon="calendar-clock"
              to={hrefWith({ schedule: "7" })}
              preventScrollReset
            >
              {data.scheduleAll}
            </ButtonLink>
          )}
        </div>
      }
    >
      {data.shown && <ShownPosts of={data.shown} />}
      <ul className="tweets">
        {editing.gone.map((editor, index) => (
          <li className="tweet tweet--edit" key={index}>
            {editor}
          </li>
        ))}
        {data.tweets.map((tweet) => {
          const thread = data.threads[tweet.id];
          if (thread)
            return (
              <ThreadCard
                key={tweet.id}
                tweet={tweet}
                thread={thread}
                pictures={data.pictures}
                result={result}
                shownOf={shownOf}
              />
            );
          return (
            <Card
              key={tweet.id}
              tweet={tweet}
              refining={data.refining[tweet.id] ?? null}
              result={result}
              editing={editing}
              isSample={data.batchId === null}
              limits={data.limits}
            />
          );
        })}
      </ul>
      {data.batchId !== null && data.canWriteAgain && (
        <RefineForm fields={{ do: "again", batchId: data.batchId }}>
          <Submit variant="ghost" size="small" icon="rotate-ccw">
            Regenerate drafts
          </Submit>
        </RefineForm>
      )}
      {data.suggestionsHref && <SearchSuggestions src={data.suggestionsHref} />}
      {data.work !== null && <p className="hint">{data.work}</p>}
    </Section>
  );
}

/** Milliseconds. */
const pollEvery = 2_000;

function useRefining(refining: ResultsData["refining"]): void {
  const isWriting = Object.values(refining).some(({ state }) => state === "writing");
  const before = useRef(refining);
  useEffect(() => {
    if (!isWriting) return;
    const timer = setInterval(reload, pollEvery);
    return () => clearInterval(timer);
  }, [isWriting]);
  useEffect(() => {
    const fresh = Object.entries(refining).find(
      ([id, { state, words }]) => state !== "writing" && words !== before.current[Number(id)]?.words,
    );
    before.current = refining;
    if (fresh) announce(fresh[1].words, { urgent: fresh[1].state === "failed" });
  }, [refining]);
}

interface CardProps {
  tweet: TweetView;
  refining: RefiningView | null;
  result: ActionResult | undefined;
  editing: ReturnType<typeof useEditing>;
  isSample: boolean;
  limits: WriterLimits | null;
}

function Card({ tweet, refining, result, editing, isSample, limits }: CardProps) {
  const { sandbox } = useScreen();
  const { hrefWith } = useHrefWith();
  const goLiveHref = useGoLiveHref();
  const { Form, busy, hasTask, failed } = useTweetForm(tweet, result);
  const anchor = `tweet-${tweet.id}`;
  if (isSample) return <TweetCard tweet={tweet} sandbox={sandbox} busy="sample" />;
  const shown = shownOf(tweet, busy, failed);
  const isWriting = refining?.state === "writing";
  const means = {
    tweetId: tweet.id,
    Form,
    action: `${hrefWith({})}#${anchor}`,
    busy,
    limits,
  };
  const isPending = shown.status === "pending" && !isWriting;
  return (
    <TweetCard
      id={anchor}
      tweet={shown}
      line={shown.error === null && refining && <RefiningLine refining={refining} {...means} />}
      tools={
        isPending ? (
          <RefineTools
            edit={editing.linkOf(tweet.id)}
            typed={failed?.values["words"]}
            goLiveHref={goLiveHref}
            {...means}
          >
            <TrashButton tweetId={tweet.id} wide />
          </RefineTools>
        ) : (
          shown.status === "failed" && (
            <div className="tweet__tools">
              <TweetForm
                tweet={tweet}
                {...tweetButtons.dismiss}
                {...small}
                Form={Form}
                action={means.action}
                busy={busy}
                describedBy={wordsId(tweet.id)}
              />
              <TrashButton tweetId={tweet.id} size="small" />
            </div>
          )
        )
      }
      editor={editing.editorOf(tweet.id)}
      sandbox={sandbox}
      href={hrefWith({ tweet: String(tweet.id) })}
      Form={Form}
      action={means.action}
      busy={busy}
      hasTask={hasTask || isWriting}
    />
  );
}

const small = { size: "small", variant: "ghost" } as const;

const TrashButton = ({ tweetId, ...shape }: { tweetId: number; wide?: true; size?: "small" }) => (
  <IntentForm intent={trashIntent} fields={{ do: "discard", tweetId }} preventScrollReset>
    <Submit variant="ghost" {...shape} aria-describedby={wordsId(tweetId)}>
      Move to Trash
    </Submit>
  </IntentForm>
);

function shownOf(tweet: TweetView, busy: string | null, failed: ActionResult | undefined): TweetView {
  if (intentOf(busy)?.sends === "immediate") return { ...tweet, status: "publishing", error: null };
  return failed && (failed.requestFailed || tweet.error === null) ? { ...tweet, error: failed.error } : tweet;
}
