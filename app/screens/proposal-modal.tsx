// The words of a bot's proposal to change, over the page where it waits; saving leads back to it, still unapproved.
import "./kit";
import { priceOf } from "~/features/publishing/price";
import { WordsForm } from "~/features/tweets/words-form";
import { Dialog } from "~/ui/dialog";
import type { ActResult } from "./act.server";
import type { EditedProposal } from "./proposal.server";
import { useScreen } from "./screen";
import { useHere } from "./use-here";

export default function ProposalModal({ of, result }: { of: EditedProposal; result: ActResult | undefined }) {
  const { here } = useHere();
  const { sandbox } = useScreen();
  const failed = result?.ok === false && result.intent === "edit-tweet" ? result : undefined;
  const closeTo = here({ edit: null });
  return (
    <Dialog title="Edit the proposal" closeTo={closeTo} wide>
      <WordsForm
        intent="edit-tweet"
        tweetId={of.id}
        label="Its words"
        words={failed?.values["content"] ?? of.text}
        saved={of.text}
        known={of.known}
        hint="It still waits for your approval after that."
        error={failed?.error ?? null}
        priceOf={priceOf}
        sandbox={sandbox}
        closeTo={closeTo}
      />
    </Dialog>
  );
}
