// Giving a tweet another of the person's accounts: an act of its own, so that no other button does it by the way.
import type { ElementType } from "react";
import { IntentForm, Submit } from "~/ui/form/intent-form";
import { Icon } from "~/ui/icons/icon";

/** An account that the tweet could go out as instead. */
export interface OtherAccount {
  /** The network's id. */
  ref: string;
  username: string;
}

interface PostAsProps {
  tweetId: number;
  others: readonly OtherAccount[];
  Form: ElementType;
  busy: string | null;
  error: string | null;
}

/** Nothing at all where the person has no other account that may post. */
export function PostAs({ tweetId, others, Form, busy, error }: PostAsProps) {
  if (others.length === 0) return null;
  return (
    <details className="fold" open={error !== null}>
      <summary>
        <Icon of="chevron-right" />
        <h3>Post as another account</h3>
      </summary>
      {error !== null && <p className="hint hint--error">{error}</p>}
      <div className="fold__acts">
        {others.map(({ ref, username }) => (
          <IntentForm intent="post-as" fields={{ tweetId, account: ref }} Form={Form} busy={busy} key={ref}>
            <Submit>Post as @{username} instead</Submit>
          </IntentForm>
        ))}
      </div>
    </details>
  );
}
