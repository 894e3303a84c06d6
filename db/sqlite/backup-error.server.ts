// What is thrown where a backup, a restore or an upgrade can't be made as asked.

/** What can't be done with a backup, in a sentence for the person who keeps the server. */
export class BackupError extends Error {
  override readonly name = "BackupError";
}
