// Asks before permanently deleting one tweet or everything in the trash.
import { trashIntent } from "~/features/ideas/trash";
import { ButtonLink } from "~/ui/form/button";
import { IntentForm, Submit } from "~/ui/form/intent-form";
import { Dialog, DialogBody, DialogFoot } from "~/ui/dialog/dialog";

/** `tweetId` null: all `count` tweets. */
export default function TrashQuestion({
  tweetId,
  count,
  closeTo,
}: {
  tweetId: string | null;
  count: string;
  closeTo: string;
}) {
  const fields = tweetId === null ? { do: "empty" } : { do: "delete", tweetId };
  return (
    <Dialog title={tweetId === null ? "Empty Trash?" : "Delete this tweet permanently?"} closeTo={closeTo}>
      <IntentForm intent={trashIntent} fields={fields} preventScrollReset>
        <DialogBody>
          <p className="quiet">
            {tweetId === null
              ? `${count === "1" ? "1 tweet" : `All ${count} tweets`} will be permanently deleted. This can’t be undone.`
              : "This can’t be undone."}
          </p>
        </DialogBody>
        <DialogFoot>
          <ButtonLink variant="ghost" to={closeTo} preventScrollReset>
            Cancel
          </ButtonLink>
          <Submit variant="danger">{tweetId === null ? "Empty Trash" : "Delete permanently"}</Submit>
        </DialogFoot>
      </IntentForm>
    </Dialog>
  );
}
