// Form for a tweet's text, new or edited, with a live count and price.
import { type KeyboardEvent, useEffect, useRef, useState, type ReactNode } from "react";
import { ButtonLink } from "~/ui/form/button";
import { DialogBody, DialogFoot } from "~/ui/dialog/dialog-parts";
import { isSendKey, sendFormOf } from "~/ui/form/submit-by-key";
import { TextArea } from "~/ui/form/text-area";
import { IntentForm, Submit } from "~/ui/form/intent-form";
import type { Count, Weighed } from "./count";
import { asTyped, tweetLimit, type TweetView } from "./tweet";
import { Cost } from "./tweet-card";
import { useCount } from "./use-count";
import { Weight } from "./weight";

interface WordsProps {
  label: string;
  words: string;
  /** The stored text; a difference warns of unsaved changes. */
  saved: string;
  known?: [string, Weighed][];
  hint?: string;
  error: string | null;
  priceOf(tweet: { hasLink: boolean }): number;
  of?: Pick<TweetView, "pictures" | "picturesUsd"> | null;
  sandbox: boolean;
}

interface WordsFormProps extends WordsProps {
  tweetId?: number;
  /** The state when the form was opened; the server refuses to overwrite a later change. */
  state?: string;
  account?: string;
  closeTo: string;
  action?: string;
  slot?: ReactNode;
  more?: ReactNode;
}

export const wordsIntent = (isNew: boolean) => (isNew ? "write-tweet" : "edit-tweet");

export function WordsForm({ tweetId, state, account, closeTo, action, slot, more, ...words }: WordsFormProps) {
  const { field, canSave } = useWords(words);
  const isNew = tweetId === undefined;
  const fields = isNew || state === undefined ? { tweetId } : { tweetId, before: words.saved, state };
  return (
    <IntentForm intent={wordsIntent(isNew)} fields={{ ...fields, account }} action={action} preventScrollReset>
      <DialogBody>
        {slot}
        {field}
      </DialogBody>
      <DialogFoot>
        <ButtonLink variant="ghost" to={closeTo} preventScrollReset>
          Cancel
        </ButtonLink>
        <Submit variant="primary" icon="check" disabled={!canSave}>
          {slot ? "Schedule" : "Save"}
        </Submit>
        {more}
      </DialogFoot>
    </IntentForm>
  );
}

interface Typing {
  onKey?: (event: KeyboardEvent<HTMLTextAreaElement>) => void;
  onTyped?: (text: string) => void;
  autoFocus?: boolean;
}

export function useWords({ words, saved, known, onKey, onTyped, priceOf, of, sandbox, ...frame }: WordsProps & Typing) {
  const area = useRef<HTMLTextAreaElement>(null);
  const [typed, setTyped] = useState<string | null>(null);
  const count = useCount(asTyped(typed ?? words), known);
  const hear = useRef(onTyped);
  hear.current = onTyped;
  const follow = () => {
    const text = area.current?.value ?? "";
    setTyped(text);
    hear.current?.(text);
  };
  // Also counts text typed before the script loaded. Until then the button stays as the server rendered it.
  useEffect(follow, []);
  const isUnsaved = typed !== null && asTyped(typed) !== asTyped(saved);
  const field = (
    <TextArea
      ref={area}
      {...frame}
      name="content"
      value={words}
      rows={6}
      dir="auto"
      onInput={follow}
      onKeyDown={(event) => (isSendKey(event) ? sendFormOf(event) : onKey?.(event))}
      data-unsaved={isUnsaved || undefined}
      foot={<Counted count={count} priceOf={priceOf} of={of} sandbox={sandbox} />}
    />
  );
  return { field, area, isUnsaved, canSave: typed === null || isGood(typed, count) };
}

const tooMany = ({ weight, unsure }: Count): number => (unsure.length > 0 ? 0 : Math.max(weight - tweetLimit, 0));

const isGood = (input: string, count: Count): boolean => input.trim() !== "" && tooMany(count) === 0;

type CountedProps = { count: Count } & Pick<WordsProps, "priceOf" | "of" | "sandbox">;

function Counted({ count, priceOf, of, sandbox }: CountedProps): ReactNode {
  const { hasLink } = count;
  const lose = tooMany(count);
  return (
    <div className="counted">
      <Weight length={count.weight} about={count.unsure.length > 0} />
      <Cost
        tweet={{ costUsd: priceOf({ hasLink }) + (of?.picturesUsd ?? 0), hasLink, pictures: of?.pictures }}
        sandbox={sandbox}
      />
      <p className="counted__lose" role="status">
        {lose > 0 && `${lose} over the limit.`}
      </p>
    </div>
  );
}
