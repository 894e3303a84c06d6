// What stands on /doctor, made of the findings. Pure.
import type { Finding } from "~/features/doctor/finding";

export interface DoctorData {
  findings: Finding[];
  /** How many of them need the operator, as a sentence. */
  summary: string;
  /** Which Linnet runs. */
  release: string;
}

export function toView({ findings, release }: { findings: Finding[]; release: string }): DoctorData {
  const open = findings.filter(({ state }) => state === "bad" || state === "check").length;
  const some = open === 1 ? "One thing needs you." : `${open} things need you.`;
  return { findings, release, summary: open === 0 ? "Nothing is wrong." : some };
}
