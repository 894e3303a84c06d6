// Deleting what is out of a tweet or a thread: the way to the question in its window, and the question.
import { dollars } from "~/ground/dollars";
import { Dialog, DialogBody, DialogFoot } from "~/ui/dialog/dialog";
import { ButtonLink } from "~/ui/form/button";
import { IntentForm, Submit } from "~/ui/form/intent-form";
import { Notice } from "~/ui/messages/notice";

export interface DeletionView {
  /** How many posts are out. */
  posts: number;
  /** Of a thread. */
  ofThread: boolean;
  costUsd: number;
  /** It is ordered, and not done yet. */
  isOrdered: boolean;
  /** Why it could not be deleted, as a sentence; null: nobody tried. */
  trouble: string | null;
  /** The page asks whether it is meant. */
  asking: boolean;
}

const nameOf = (sandbox: boolean): string => (sandbox ? "the sandbox" : "X");

/** `askHref` leads to the question. */
export function DeletionWay({
  deletion,
  sandbox,
  askHref,
}: {
  deletion: DeletionView;
  sandbox: boolean;
  askHref: string;
}) {
  if (deletion.isOrdered) return <p className="hint">It is being deleted from {nameOf(sandbox)}.</p>;
  return (
    <ButtonLink variant="ghost" icon="trash-2" to={askHref} preventScrollReset>
      {deletion.ofThread ? "Delete what is out" : `Delete from ${nameOf(sandbox)}`}
    </ButtonLink>
  );
}

interface DeletionModalProps {
  tweetId: number;
  deletion: DeletionView;
  sandbox: boolean;
  error: string | null;
  closeTo: string;
}

export function DeletionModal({ tweetId, deletion: { posts, costUsd }, sandbox, error, closeTo }: DeletionModalProps) {
  const what = posts === 1 ? "this post" : `${posts} posts`;
  return (
    <Dialog title={`Delete ${what} from ${nameOf(sandbox)}?`} closeTo={closeTo}>
      <IntentForm intent="delete-post" fields={{ tweetId, posts }} preventScrollReset>
        <DialogBody>
          {error && <Notice tone="error" title={error} />}
          <p>
            This can’t be undone
            {sandbox ? "." : ` and costs up to ${dollars(costUsd)}.`}
          </p>
        </DialogBody>
        <DialogFoot>
          <ButtonLink to={closeTo} preventScrollReset>
            Keep
          </ButtonLink>
          <Submit variant="danger" icon="trash-2">
            Delete
          </Submit>
        </DialogFoot>
      </IntentForm>
    </Dialog>
  );
}
