// Builds the view of /doctor. Pure.
import type { Finding } from "~/features/doctor/finding";

export interface DoctorData {
  findings: Finding[];
  summary: string;
  release: string;
}

export function toView({ findings, release }: { findings: Finding[]; release: string }): DoctorData {
  const open = findings.filter(({ state }) => state === "bad" || state === "check").length;
  const some = open === 1 ? "1 thing needs attention." : `${open} things need attention.`;
  return { findings, release, summary: open === 0 ? "No problems found." : some };
}
