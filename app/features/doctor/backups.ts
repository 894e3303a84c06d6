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
      message: "No backup yet. Linnet makes one every night.",
      todo: "To make one now, run npm run backup -- FILE.",
    };
  const made = `The last backup was made ${age(now - lastBackupAt)}`;
  if (now - lastBackupAt > oldAfter)
    return { state: "check", message: `${made}.`, todo: "See the log for why last night’s backup failed." };
  if (!isCopied)
    return {
      state: "off",
      message: `${made}. It’s on the same disk as DATA_DIR. If that disk fails, you lose both.`,
      todo: "Set BACKUP_COPY to a command that copies it elsewhere. docs/operating.md has 3 examples.",
    };
  if (lastCopyAt === null || now - lastCopyAt > oldAfter)
    return {
      state: "check",
      message: `${made}. ${lastCopyAt === null ? "No backup was copied elsewhere yet" : `A backup was last copied elsewhere ${age(now - lastCopyAt)}`}.`,
      todo: "See the log for the result of BACKUP_COPY. Linnet tries again every hour.",
    };
  return { state: "good", message: `${made}. A backup was last copied elsewhere ${age(now - lastCopyAt)}.` };
}

function age(ms: number): string {
  if (ms < hours(1)) return "within the last hour";
  if (ms < hours(2)) return "1 hour ago";
  return ms < days(2) ? `${Math.floor(ms / hours(1))} hours ago` : `${Math.floor(ms / days(1))} days ago`;
}
