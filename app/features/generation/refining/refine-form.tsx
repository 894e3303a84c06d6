// Form of all rewrite actions; its field `do` names the action.
import type { ComponentProps } from "react";
import { IntentForm } from "~/ui/form/intent-form";

export const refineIntent = "refine-tweet";

export function RefineForm(props: Omit<ComponentProps<typeof IntentForm>, "intent">) {
  return <IntentForm intent={refineIntent} {...props} />;
}
