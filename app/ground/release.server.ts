// Which Linnet runs: its version, and the commit that it was built from.
import { readFileSync } from "node:fs";
import { version } from "../../package.json";

export interface Release {
  version: string;
  /** Short, with a "+" behind it where files were changed and not committed; null where nobody knows. */
  commit: string | null;
}

/** Written by scripts/commit.mjs, and read as seen from where the server is started, as its pages' files are. */
function readCommit(): string | null {
  try {
    return readFileSync("build/commit.txt", "utf8").trim() || null;
  } catch {
    return null;
  }
}

export const release: Release = { version, commit: readCommit() };

/** "0.1.0 (36fa796ce986)". */
export const releaseName = ({ version, commit }: Release): string =>
  commit === null ? version : `${version} (${commit})`;
