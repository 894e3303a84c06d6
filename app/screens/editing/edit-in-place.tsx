// Edits a tweet in place. A refused change keeps the typed text beside its error.
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useFetcher } from "@remix-run/react";
import { meanwhile } from "~/features/publishing/rules/meanwhile";
import { postPriceOf } from "~/features/spending/price";
import type { Weighed } from "~/features/tweets/count";
import { asTyped, inSentence, type TweetView } from "~/features/tweets/tweet";
import { useWords, wordsIntent } from "~/features/tweets/words-form";
import { LeaveQuestion } from "~/ui/dialog/leave-question";
import { ButtonLink } from "~/ui/form/button";
import { IntentForm, Submit } from "~/ui/form/intent-form";
import { useAnnounced } from "~/ui/messages/announce";
import { useBeforePaint } from "~/ui/use-before-paint";
import { useHydrated } from "~/ui/use-hydrated";
import { reload } from "~/screens/browser/use-reload";
import { useScreen } from "~/screens/frame/screen";
import type { ActionResult } from "~/screens/forms/form-action.server";
import type { Draft } from "./draft";
import { useHrefWith } from "~/screens/forms/use-href-with";

interface EditInPlaceProps {
  id: number;
  tweet: TweetView | null;
  draft: Draft;
  refused?: ActionResult;
  known?: [string, Weighed][];
  close: (id: number) => void;
}

export default function EditInPlace({ id, tweet, draft, refused, known, close }: EditInPlaceProps) {
  const { sandbox } = useScreen();
  const { hrefWith } = useHrefWith();
  const hydrated = useHydrated();
  const [isAsking, ask] = useState(false);
  const fetcher = useFetcher<ActionResult>();
  const busy = fetcher.formData ? String(fetcher.formData.get("intent")) : null;
  if (fetcher.data?.ok === false) draft.failed = fetcher.data;
  const failed = busy === null ? (draft.failed ?? refused) : undefined;
  const leave = () => close(id);

  const saved = tweet?.content ?? "";
  const before = useBefore(saved, failed);
  const isScheduled = tweet ? tweet.status === "scheduled" : failed?.error === meanwhile.scheduled;
  const isAnother = !isScheduled && tweet?.status !== "pending";
  const { field, area, isUnsaved, canSave } = useWords({
    label: "Tweet",
    words: draft.text ?? failed?.values["content"] ?? saved,
    saved,
    known,
    error: failed?.error ?? null,
    priceOf: postPriceOf,
    of: tweet,
    sandbox,
    autoFocus: true,
    onTyped: (text) => (draft.text = text),
    onKey(event: KeyboardEvent) {
      if (event.key !== "Escape" || event.nativeEvent.isComposing) return;
      event.preventDefault();
      if (isUnsaved) ask(true);
      else leave();
    },
  });
  useAnswer(fetcher, leave);
  usePlace(id, area);

  return (
    <>
      <IntentForm
        className="edit"
        intent={wordsIntent(isAnother)}
        fields={{
          tweetId: id,
          before: tweet ? saved : before,
          state: isScheduled ? "scheduled" : tweet?.status,
          account: tweet?.account?.ref,
        }}
        action={hrefWith({})}
        Form={fetcher.Form}
        busy={busy}
      >
        {field}
        {tweet && asTyped(saved) !== asTyped(before) && (
          <p className="hint">
            Current text: “<bdi>{saved}</bdi>”
          </p>
        )}
        {tweet?.status === "scheduled" && tweet.when && (
          <p className="hint">It stays scheduled for {inSentence(tweet.when)}.</p>
        )}
        {isAnother && (
          <p className="hint">{`${tweet ? "" : "This tweet is gone. "}You can save your text as a new tweet.`}</p>
        )}
        {hydrated && (
          <p className="hint">
            <kbd>Ctrl+Enter</kbd> to save, <kbd>Esc</kbd> to cancel.
          </p>
        )}
        <div className="tweet__acts">
          <ButtonLink
            variant="ghost"
            to={hrefWith({ edit: null })}
            preventScrollReset
            onClick={(event) => {
              event.preventDefault();
              leave();
            }}
          >
            Cancel
          </ButtonLink>
          <Submit variant="soft" icon="check" disabled={!canSave}>
            {isAnother ? "Save as a new tweet" : "Save"}
          </Submit>
        </div>
      </IntentForm>
      {isAsking && (
        <LeaveQuestion
          onStay={() => {
            ask(false);
            setTimeout(() => area.current?.focus());
          }}
          onLeave={leave}
        />
      )}
    </>
  );
}

function useBefore(saved: string, failed: ActionResult | undefined): string {
  const [first] = useState(saved);
  return failed?.values["before"] ?? first;
}

/** A refusal may mean that the tweet has changed, so the page reloads. */
function useAnswer({ data, state }: { data: ActionResult | undefined; state: string }, done: () => void): void {
  useAnnounced(data);
  const sent = useRef<{ after: ActionResult | undefined } | null>(null);
  const finish = useRef(done);
  finish.current = done;
  useEffect(() => {
    if (state === "submitting") sent.current ??= { after: data };
    if (state !== "idle" || !sent.current) return;
    const isRefused = data !== sent.current.after && data?.ok === false;
    sent.current = null;
    if (isRefused) reload();
    else finish.current();
  }, [state, data]);
}

function usePlace(id: number, area: { current: HTMLTextAreaElement | null }): void {
  // Together with the focus: a key could be pressed in between.
  useBeforePaint(() => {
    const field = area.current;
    if (field && document.activeElement === field) field.setSelectionRange(field.value.length, field.value.length);
  }, [area]);
  useEffect(
    () => () => {
      if (document.querySelector("dialog[open]")) return;
      document.querySelector<HTMLElement>(`#tweet-${id} [data-edit]`)?.focus({ preventScroll: true });
    },
    [id],
  );
}
