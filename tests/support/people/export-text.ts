// A person's export as one text.
import { exportData } from "~/features/data-export/data-export.server";

export async function exportText(...args: Parameters<typeof exportData>): Promise<string> {
  let text = "";
  for await (const piece of (await exportData(...args)).pieces) text += piece;
  return text;
}
