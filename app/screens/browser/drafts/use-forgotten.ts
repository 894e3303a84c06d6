// Deletes a user's drafts in this browser after the user has deleted the account here.
import { useEffect } from "react";
import { deleteMyAccount } from "~/features/users/user";
import { forgetDrafts } from "./forget-drafts";
import { onSaved } from "./saved-forms";

export function useForgotten(userId: string | undefined): void {
  useEffect(() => {
    if (userId === undefined) return;
    return onSaved(async (form) => {
      if (form.get("intent") !== deleteMyAccount) return;
      const { drafts } = await import("./browser-drafts.client");
      await forgetDrafts(drafts, userId);
    });
  }, [userId]);
}
