// Renders the link to the dialog that confirms deleting posts.
import { ButtonLink } from "~/ui/form/button";

export interface DeletionView {
  posts: number;
  ofThread: boolean;
  costUsd: number;
  isOrdered: boolean;
  /** Why the deletion failed; null if it wasn't tried. */
  trouble: string | null;
  asking: boolean;
}

export const nameOf = (sandbox: boolean): string => (sandbox ? "the sandbox" : "X");

export function DeletionWay({
  deletion,
  sandbox,
  askHref,
}: {
  deletion: DeletionView;
  sandbox: boolean;
  askHref: string;
}) {
  if (deletion.isOrdered) return <p className="hint">Deleting from {nameOf(sandbox)}.</p>;
  return (
    <ButtonLink variant="ghost" icon="trash-2" to={askHref} preventScrollReset>
      {deletion.ofThread ? "Delete posted parts" : `Delete from ${nameOf(sandbox)}`}
    </ButtonLink>
  );
}
