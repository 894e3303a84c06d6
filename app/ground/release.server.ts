// Exports the running version and its commit.
import { readFileSync } from "node:fs";
import { version } from "../../package.json";

export interface Release {
  version: string;
  /** Short hash, with "+" for uncommitted changes; null if unknown. */
  commit: string | null;
}

function readCommit(): string | null {
  try {
    return readFileSync("build/commit.txt", "utf8").trim() || null;
  } catch {
    return null;
  }
}

export const release: Release = { version, commit: readCommit() };

export const releaseName = ({ version, commit }: Release): string =>
  commit === null ? version : `${version} (${commit})`;
