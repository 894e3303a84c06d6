// Renders the form that moves a tweet to another of the user's accounts.
import type { ElementType } from "react";
import { IntentForm, Submit } from "~/ui/form/intent-form";
import { Icon } from "~/ui/icons/icon";

export interface OtherAccount {
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
