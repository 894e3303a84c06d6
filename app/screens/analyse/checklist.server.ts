// The checklist that the URL opens before a bot's first start, on each page that starts one.
import type { App } from "~/app.server";
import { listAccounts } from "~/features/accounts/accounts.server";
import { getAnalysis } from "~/features/analysis/analysis.server";
import type { ChecklistView } from "~/features/bots/checklist-modal";
import type { User } from "~/features/users/user";

/** Opened by a start that needs it first. */
export async function loadChecklist(app: App, user: User, raw: string | null): Promise<ChecklistView | null> {
  const [analysisId = "", username = ""] = raw?.split("@") ?? [];
  const accounts = await listAccounts(app, user.id);
  if (!accounts.some((account) => account.username === username)) return null;
  const analysis = /^\d{1,15}$/.test(analysisId)
    ? await getAnalysis(app, user.id, Number(analysisId)).catch(() => null)
    : null;
  return analysis && { analysisId, username };
}
