// Moves a tweet to the trash or restores it, as a page form, so the page's message can offer Undo.
import { trashIntent } from "./trash";
import { IntentForm, Submit } from "~/ui/form/intent-form";

const operations = {
  discard: { icon: "trash-2", words: "Move to Trash" },
  restore: { icon: "rotate-ccw", words: "Restore" },
} as const;

interface TrashFormProps {
  tweetId: number;
  operation: keyof typeof operations;
  variant?: "ghost" | "plain";
  small?: boolean;
  describedBy?: string;
}

export function TrashForm({ tweetId, operation, variant = "ghost", small, describedBy }: TrashFormProps) {
  const { icon, words } = operations[operation];
  return (
    <IntentForm intent={trashIntent} fields={{ do: operation, tweetId: String(tweetId) }} preventScrollReset>
      <Submit variant={variant} size={small ? "small" : undefined} icon={icon} aria-describedby={describedBy}>
        {words}
      </Submit>
    </IntentForm>
  );
}
