// Fetches the checklist that the URL opens before a bot's first start.
import type { App } from "~/app.server";
import { getAnalysis } from "~/features/analysis/analysis.server";
import type { ChecklistView } from "~/features/bots/checklist-modal";
import type { Viewer } from "~/screens/frame/viewer.server";

export async function fetchChecklist(app: App, { user, accounts, query }: Viewer): Promise<ChecklistView | null> {
  const [analysisId = "", username = ""] = query.get("checklist")?.split("@") ?? [];
  if (!user || !accounts.some((account) => account.username === username)) return null;
  const analysis = /^\d{1,15}$/.test(analysisId)
    ? await getAnalysis(app, user.id, Number(analysisId)).catch(() => null)
    : null;
  return analysis && { analysisId, username };
}
