// Changing a tweet's words where they stand. What is refused stays at the field with what was typed, whatever became of the tweet.
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
  /** As it stands now; null: it has left the list. */
  tweet: TweetView | null;
  /** What was typed, and what was refused of it. */
  draft: Draft;
  /** What the page's own form came to, which is how it is told without a script. */
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
  // What can't be changed any more can still be said: as a tweet of its own.
  const isScheduled = tweet ? tweet.status === "scheduled" : failed?.error === meanwhile.scheduled;
  const isAnother = !isScheduled && tweet?.status !== "pending";
  const { field, area, isUnsaved, canSave } = useWords({
    label: "Its words",
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
            It says now: “<bdi>{saved}</bdi>”
          </p>
        )}
        {tweet?.status === "scheduled" && tweet.when && (
          <p className="hint">It stays scheduled for {inSentence(tweet.when)}.</p>
        )}
        {isAnother && (
          <p className="hint">{`${tweet ? "" : "It is not here any more. "}What you wrote can become a new tweet.`}</p>
        )}
        {hydrated && (
          <p className="hint">
            <kbd>Ctrl Enter</kbd> saves, <kbd>Esc</kbd> leaves it as it was.
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

/** What it said when the person began; once a refusal has told of other words, what it said then. */
function useBefore(saved: string, failed: ActionResult | undefined): string {
  const [first] = useState(saved);
  return failed?.values["before"] ?? first;
}

/** Once it is saved the editor goes; what was refused may be so since the tweet has changed, which is read. */
function useAnswer({ data, state }: { data: ActionResult | undefined; state: string }, done: () => void): void {
  useAnnounced(data);
  /** The answer before the press; one that leads elsewhere leaves it in its place. */
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

/** The cursor begins behind the words; once they are left, the focus is on the link that opened them. */
function usePlace(id: number, area: { current: HTMLTextAreaElement | null }): void {
  // With the focus, not an instant later: a key may come between.
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
