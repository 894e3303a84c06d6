// Describes the age of the last backup and of its off-disk copy. Pure.
import { days, hours } from "~/ground/time/duration";
import type { Words } from "./finding";

export interface Backups {
  lastBackupAt: number | null;
  /** ms; null if never copied. */
  lastCopyAt: number | null;
  isCopied: boolean;
  isElsewhere: boolean;
}

const oldAfter = hours(30);

export function backupsWords({ lastBackupAt, lastCopyAt, isCopied }: Backups, now: number): Words {
  if (lastBackupAt === null)
    return {
      state: "off",
      message: "There is no backup yet. Linnet makes one each night.",
      todo: "npm run backup -- FILE makes one now.",
    };
  const made = `The last backup was made ${age(now - lastBackupAt)}`;
  if (now - lastBackupAt > oldAfter)
    return { state: "check", message: `${made}.`, todo: "Look at the log: it says why last night's failed." };
  if (!isCopied)
    return {
      state: "off",
      message: `${made}. It is on the disk of DATA_DIR: if that breaks, both are lost.`,
      todo: "Set BACKUP_COPY to a command that copies it elsewhere. docs/operating.md has three.",
    };
  if (lastCopyAt === null || now - lastCopyAt > oldAfter)
    return {
      state: "check",
      message: `${made}. ${lastCopyAt === null ? "None was copied elsewhere yet" : `One was last copied elsewhere ${age(now - lastCopyAt)}`}.`,
      todo: "Look at the log: it says how BACKUP_COPY ended. Linnet tries again each hour.",
    };
  return { state: "good", message: `${made}. One was copied elsewhere ${age(now - lastCopyAt)}.` };
}

function age(ms: number): string {
  const [count, what] = ms < days(2) ? [Math.floor(ms / hours(1)), "hour"] : [Math.floor(ms / days(1)), "day"];
  if (count < 1) return "within the last hour";
  return `${count} ${what}${count === 1 ? "" : "s"} ago`;
}
