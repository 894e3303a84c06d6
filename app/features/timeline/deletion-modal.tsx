// Renders the dialog that confirms deleting a tweet's or thread's posts.
import { dollars } from "~/ground/dollars";
import { Dialog, DialogBody, DialogFoot } from "~/ui/dialog/dialog";
import { ButtonLink } from "~/ui/form/button";
import { IntentForm, Submit } from "~/ui/form/intent-form";
import { Notice } from "~/ui/messages/notice";
import { type DeletionView, nameOf } from "./deletion";

interface DeletionModalProps {
  tweetId: number;
  deletion: DeletionView;
  sandbox: boolean;
  error: string | null;
  closeTo: string;
}

export default function DeletionModal({
  tweetId,
  deletion: { posts, costUsd },
  sandbox,
  error,
  closeTo,
}: DeletionModalProps) {
  const what = posts === 1 ? "this post" : `${posts} posts`;
  return (
    <Dialog title={`Delete ${what} from ${nameOf(sandbox)}?`} closeTo={closeTo}>
      <IntentForm intent="delete-post" fields={{ tweetId, posts }} preventScrollReset>
        <DialogBody>
          {error && <Notice tone="error" title={error} />}
          <p>{`This can’t be undone${sandbox ? "." : ` and costs up to ${dollars(costUsd)}.`}`}</p>
        </DialogBody>
        <DialogFoot>
          <ButtonLink to={closeTo} preventScrollReset>
            Cancel
          </ButtonLink>
          <Submit variant="danger" icon="trash-2">
            {posts === 1 ? "Delete post" : "Delete posts"}
          </Submit>
        </DialogFoot>
      </IntentForm>
    </Dialog>
  );
}
