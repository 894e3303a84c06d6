// Deleting what is out of a tweet or a thread: the way to the question, in its window.
import { ButtonLink } from "~/ui/form/button";

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

export const nameOf = (sandbox: boolean): string => (sandbox ? "the sandbox" : "X");

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
