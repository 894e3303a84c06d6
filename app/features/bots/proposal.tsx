// Renders a bot's proposed tweet, to approve, edit or reject.
import type { ComponentProps } from "react";
import { Form } from "@remix-run/react";
import { Cost } from "~/features/tweets/tweet-card";
import { Weight } from "~/features/tweets/weight";
import { Button, ButtonLink } from "~/ui/form/button";
import { Icon } from "~/ui/icons/icon";
import { type Intent, useBusy } from "~/ui/form/use-busy";
import type { ProposalView } from "./bot-view";

interface ProposalProps {
  of: ProposalView;
  sandbox: boolean;
  editHref: string;
}

export function Proposal({ of: proposal, sandbox, editHref }: ProposalProps) {
  const { id, text, weightedLength } = proposal;
  return (
    <Form
      className="proposal"
      id={`proposal-${id}`}
      method="post"
      preventScrollReset
      aria-label="Waiting for your approval"
    >
      <h3>
        <Icon of="hourglass" />
        Waiting for your approval
      </h3>
      <blockquote dir="auto">{text}</blockquote>
      <p className="proposal__facts">
        <Weight length={weightedLength} />
        <Cost tweet={proposal} sandbox={sandbox} />
      </p>
      <input type="hidden" name="tweetId" value={id} />
      {/* The approved text must be the one shown here. */}
      <input type="hidden" name="before" value={text} />
      <div className="row">
        <Press intent="approve-tweet" tweetId={id} variant="primary" icon="check">
          Approve
        </Press>
        <ButtonLink size="small" icon="pencil" to={editHref} preventScrollReset>
          Edit
        </ButtonLink>
        <Press intent="reject-tweet" tweetId={id} icon="rotate-ccw">
          Suggest another
        </Press>
      </div>
    </Form>
  );
}

function Press({ intent, tweetId, ...rest }: ComponentProps<typeof Button> & { intent: Intent; tweetId: number }) {
  return <Button name="intent" value={intent} size="small" busy={useBusy(intent, { tweetId }) !== null} {...rest} />;
}
