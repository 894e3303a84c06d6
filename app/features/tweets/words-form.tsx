// The words of a tweet in a form: one's own new ones, or others for one that has not gone out; counted as they are typed.
import { useEffect, useRef, useState, type ReactNode } from "react";
import { ButtonLink } from "~/ui/form/button";
import { DialogBody, DialogFoot } from "~/ui/dialog/dialog";
import { isSendKey, sendFormOf } from "~/ui/form/submit-by-key";
import { TextArea } from "~/ui/form/text-area";
import { IntentForm, Submit } from "~/ui/form/intent-form";
import type { Count, Weighed } from "./count";
import { asTyped, tweetLimit } from "./tweet";
import { Cost } from "./tweet-card";
import { useCount } from "./use-count";
import { Weight } from "./weight";

interface WordsFormProps {
  /** The tweet whose words are changed; left out for a new one. */
  tweetId?: number;
  /** The network's id of the account that new words are for. */
  account?: string;
  label: string;
  /** What is there to begin with. */
  words: string;
  /** What is kept of it already: what differs from that would be lost. */
  saved: string;
  /** What the server has weighed of it. */
  known?: [string, Weighed][];
  hint?: string;
  error: string | null;
  priceOf(tweet: { hasLink: boolean }): number;
  sandbox: boolean;
  closeTo: string;
  action?: string;
}

/** Body and foot of a Dialog. */
export function WordsForm({
  tweetId,
  account,
  label,
  words,
  saved,
  known,
  hint,
  error,
  closeTo,
  action,
  ...cost
}: WordsFormProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  const [typed, setTyped] = useState<string | null>(null);
  const count = useCount(typed ?? words, known);
  const intent = tweetId === undefined ? "write-tweet" : "edit-tweet";
  const follow = () => setTyped(area.current?.value ?? "");
  // What was typed before the script arrived counts too; until it is read the button stays as the server made it.
  useEffect(follow, []);

  return (
    <IntentForm intent={intent} fields={{ tweetId, account }} action={action} preventScrollReset>
      <DialogBody>
        <TextArea
          ref={area}
          label={label}
          name="content"
          value={words}
          rows={6}
          dir="auto"
          hint={hint}
          error={error}
          onInput={follow}
          onKeyDown={(event) => isSendKey(event) && sendFormOf(event)}
          data-unsaved={(typed !== null && typed !== asTyped(saved)) || undefined}
          foot={<Counted count={count} {...cost} />}
        />
      </DialogBody>
      <DialogFoot>
        <ButtonLink variant="ghost" to={closeTo} preventScrollReset>
          Cancel
        </ButtonLink>
        <Submit variant="primary" icon="check" disabled={typed !== null && !canSave(typed, count)}>
          Save
        </Submit>
      </DialogFoot>
    </IntentForm>
  );
}

const tooMany = ({ weight, unsure }: Count): number => (unsure.length > 0 ? 0 : Math.max(weight - tweetLimit, 0));

/** Where it isn't sure, the server decides. */
const canSave = (typed: string, count: Count): boolean => typed.trim() !== "" && tooMany(count) === 0;

function Counted({
  count,
  priceOf,
  sandbox,
}: { count: Count } & Pick<WordsFormProps, "priceOf" | "sandbox">): ReactNode {
  const { hasLink } = count;
  const lose = tooMany(count);
  return (
    <div className="counted">
      <Weight length={count.weight} about={count.unsure.length > 0} />
      <Cost tweet={{ costUsd: priceOf({ hasLink }), hasLink }} sandbox={sandbox} />
      <p className="counted__lose" role="status">
        {lose > 0 && `Too long for X. Lose ${lose} to post it.`}
      </p>
    </div>
  );
}
