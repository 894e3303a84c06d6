// Moves a tweet to the trash or restores it, as a page form, so the page's message can offer Undo.
import { binIntent } from "./bin";
import { IntentForm, Submit } from "~/ui/form/intent-form";

const operations = {
  discard: { icon: "trash-2", words: "Move to Trash" },
  restore: { icon: "rotate-ccw", words: "Restore" },
} as const;

interface BinFormProps {
  tweetId: number;
  operation: keyof typeof operations;
  variant?: "ghost" | "plain";
  small?: boolean;
  describedBy?: string;
}

export function BinForm({ tweetId, operation, variant = "ghost", small, describedBy }: BinFormProps) {
  const { icon, words } = operations[operation];
  return (
    <IntentForm intent={binIntent} fields={{ do: operation, tweetId: String(tweetId) }} preventScrollReset>
      <Submit variant={variant} size={small ? "small" : undefined} icon={icon} aria-describedby={describedBy}>
        {words}
      </Submit>
    </IntentForm>
  );
}
