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
  return { findings, release, summary: open === 0 ? idle(waiting(findings)) : some };
}

const idle = (n: number): string =>
  n === 0 ? "No problems found." : `Nothing is wrong. ${n === 1 ? "1 check needs" : `${n} checks need`} keys.`;

/** How many checks are off only because a key isn't set. */
function waiting(findings: readonly Finding[]): number {
  const isOff = (id: string) => findings.some((finding) => finding.id === id && finding.state === "off");
  const forX = isOff("x-keys") ? ["x-keys", "x-callback", "x-permission"].filter(isOff) : [];
  return forX.length + (isOff("gemini-key") ? 1 : 0);
}
