// Counts and deletes a user's drafts in this browser.
import type { DraftStore } from "./draft-store";

export async function countDrafts({ list }: DraftStore, userId: string): Promise<number> {
  return (await list()).filter(({ user }) => user === userId).length;
}

export async function forgetDrafts({ list, remove }: DraftStore, userId: string): Promise<void> {
  for (const { id, user } of await list()) if (user === userId) remove(id);
}
