// The form of everything that refining can mean: its field `do` says which.
import type { ComponentProps } from "react";
import { IntentForm } from "~/ui/form/intent-form";

export const refineIntent = "refine-tweet";

export function RefineForm(props: Omit<ComponentProps<typeof IntentForm>, "intent">) {
  return <IntentForm intent={refineIntent} {...props} />;
}
