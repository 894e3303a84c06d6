// Asks what to do with tweets that a restored backup holds back; works without a script.
import { IntentForm, Submit } from "~/ui/form/intent-form";
import { Notice } from "~/ui/messages/notice";

const decide = "decide-backlog";

export function BacklogNotice({ account, text }: { account: string; text: string }) {
  return (
    <Notice
      tone="attention"
      title={text}
      action={
        <>
          <IntentForm intent={decide} fields={{ account, do: "schedule" }} preventScrollReset>
            <Submit size="small">Post at new times</Submit>
          </IntentForm>
          <IntentForm intent={decide} fields={{ account, do: "keep" }} preventScrollReset>
            <Submit variant="ghost" size="small">
              Keep as drafts
            </Submit>
          </IntentForm>
        </>
      }
    >
      They may have been posted and deleted on X since the backup, so nothing is posted until you decide.
    </Notice>
  );
}
