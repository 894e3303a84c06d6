// The words of a tweet in a form: one's own new ones, or others for one that has not gone out; counted as they are typed.
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
  /** What is there to begin with. */
  words: string;
  /** What is kept of it already: what differs from that would be lost. */
  saved: string;
  /** What the server has weighed of it. */
  known?: [string, Weighed][];
  hint?: string;
  error: string | null;
  /** Of the post alone. */
  priceOf(tweet: { hasLink: boolean }): number;
  /** The tweet whose words these are: its pictures cost beside them. */
  of?: Pick<TweetView, "pictures" | "picturesUsd"> | null;
  sandbox: boolean;
}

interface WordsFormProps extends WordsProps {
  /** The tweet whose words are changed; left out for a new one. */
  tweetId?: number;
  /** How it stands: what was changed meanwhile is not overwritten. */
  state?: string;
  /** The network's id of the account that new words are for. */
  account?: string;
  closeTo: string;
  action?: string;
  /** The slot that new words are for: they are scheduled then, or kept as an idea. */
  slot?: ReactNode;
  /** Other ways to send it. */
  more?: ReactNode;
}

/** What such a form means: a tweet of its own, or other words for one. */
export const wordsIntent = (isNew: boolean) => (isNew ? "write-tweet" : "edit-tweet");

/** Body and foot of a Dialog. */
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
  /** A key that does not send. */
  onKey?: (event: KeyboardEvent<HTMLTextAreaElement>) => void;
  onTyped?: (text: string) => void;
  autoFocus?: boolean;
}

/** The field, and whether what stands in it could be saved. */
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
  // What was typed before the script arrived counts too; until it is read the button stays as the server made it.
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

/** Where it isn't sure, the server decides. */
const isGood = (typed: string, count: Count): boolean => typed.trim() !== "" && tooMany(count) === 0;

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
        {lose > 0 && `Too long for X. Lose ${lose} to post it.`}
      </p>
    </div>
  );
}
