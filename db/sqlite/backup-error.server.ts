// Defines BackupError, for backups, restores and upgrades that can't be done.

export class BackupError extends Error {
  override readonly name = "BackupError";
}
