// What a bot would like to say: nothing of it goes out before the person has approved it, as it is or with other words.
import { Form } from "@remix-run/react";
import { Cost } from "~/features/tweets/tweet-card";
import { Weight } from "~/features/tweets/weight";
import { Button, ButtonLink } from "~/ui/button";
import { Icon } from "~/ui/icon";
import { useBusy } from "~/ui/use-busy";
import type { ProposalView } from "./bot-view";

interface ProposalProps {
  of: ProposalView;
  sandbox: boolean;
  /** Opens its words for changing. */
  editHref: string;
}

export function Proposal({ of: proposal, sandbox, editHref }: ProposalProps) {
  const { id, text, weightedLength } = proposal;
  const approving = useBusy("approve-tweet")?.get("tweetId") === String(id);
  const rejecting = useBusy("reject-tweet")?.get("tweetId") === String(id);
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
      <div className="row">
        <Button name="intent" value="approve-tweet" variant="primary" size="small" icon="check" busy={approving}>
          Approve
        </Button>
        <ButtonLink size="small" icon="pencil" to={editHref} preventScrollReset>
          Edit
        </ButtonLink>
        <Button name="intent" value="reject-tweet" size="small" icon="rotate-ccw" busy={rejecting}>
          Write another
        </Button>
      </div>
    </Form>
  );
}
