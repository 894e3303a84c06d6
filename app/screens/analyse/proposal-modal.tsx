// Modal that edits the text of a bot's proposal; saving doesn't approve it.
import { postPriceOf } from "~/features/spending/price";
import { WordsForm } from "~/features/tweets/words-form";
import { Dialog } from "~/ui/dialog/dialog";
import type { ActionResult } from "~/screens/forms/form-action.server";
import type { EditedProposal } from "./proposal.server";
import { useScreen } from "~/screens/frame/screen";
import { useHrefWith } from "~/screens/forms/use-href-with";
import { failedIn } from "~/screens/forms/use-result";

export default function ProposalModal({ of, result }: { of: EditedProposal; result: ActionResult | undefined }) {
  const { hrefWith } = useHrefWith();
  const { sandbox } = useScreen();
  const failed = failedIn(result, "edit");
  const closeTo = hrefWith({ edit: null });
  return (
    <Dialog title="Edit suggestion" closeTo={closeTo} wide>
      <WordsForm
        tweetId={of.id}
        label="Tweet"
        words={failed?.values["content"] ?? of.text}
        saved={of.text}
        known={of.known}
        hint="You still approve it before it posts."
        error={failed?.error ?? null}
        priceOf={postPriceOf}
        of={of}
        sandbox={sandbox}
        closeTo={closeTo}
      />
    </Dialog>
  );
}
