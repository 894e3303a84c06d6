// Window that writes a new tweet, for later or for a slot.
import { useId } from "react";
import { chooseAccount } from "~/features/accounts/account";
import { postPriceOf } from "~/features/spending/price";
import { isQuestion, SlotFields } from "~/features/timeline/slot-fields";
import { WordsForm } from "~/features/tweets/words-form";
import { ConnectLink } from "~/features/users/account-state";
import { Dialog } from "~/ui/dialog/dialog";
import { FieldLabel } from "~/ui/form/field";
import { Notice } from "~/ui/messages/notice";
import type { ActionResult } from "~/screens/forms/form-action.server";
import { useScreen } from "~/screens/frame/screen";
import { useHrefWith } from "~/screens/forms/use-href-with";
import { failedIn } from "~/screens/forms/use-result";
import type { Opening } from "../week.server";

interface WriteModalProps extends Pick<Opening, "writeSlot" | "writeAs"> {
  result: ActionResult | undefined;
}

export default function WriteModal({ writeSlot, writeAs, result }: WriteModalProps) {
  const { hrefWith } = useHrefWith();
  const { accounts, sandbox } = useScreen();
  const id = useId();
  const serving = chooseAccount(accounts);
  const account = writeAs ?? (serving && { ref: serving.networkUserId, username: serving.username });
  const failed = failedIn(result, "write");
  const closeTo = hrefWith({ write: null });
  const refusal = failed?.error ?? (writeSlot?.passed ? "This time slot is in the past." : null);
  return (
    <Dialog title="Write a tweet" closeTo={closeTo} wide>
      <WordsForm
        label="Tweet"
        words={failed?.values["content"] ?? ""}
        saved=""
        account={account?.ref}
        hint={`${account ? `As @${account.username}. ` : ""}${writeSlot ? "Posts at a random minute in this slot." : "Saves a draft. You pick the time next."}`}
        error={writeSlot ? null : (failed?.error ?? null)}
        slot={
          writeSlot && (
            <>
              {refusal && <Notice tone="error" title={refusal} action={<ConnectLink after={refusal} />} />}
              <div className="field">
                <FieldLabel htmlFor={id} label="Day and time slot" />
                <div className="field__row">
                  <SlotFields id={id} {...writeSlot} typed={failed?.values} />
                </div>
              </div>
            </>
          )
        }
        more={
          writeSlot ? (
            <>
              <button className="button button--plain" name="keep" value="1">
                Save as draft
              </button>
              {isQuestion(failed?.error) && (
                <button className="button button--plain" name="anyway" value="1">
                  Schedule anyway
                </button>
              )}
            </>
          ) : (
            <button className="button button--plain" name="thread" value="1">
              Split into a thread
            </button>
          )
        }
        priceOf={postPriceOf}
        sandbox={sandbox}
        closeTo={closeTo}
      />
    </Dialog>
  );
}
