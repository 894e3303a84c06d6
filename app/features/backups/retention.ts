// Decides which backups to delete: keeps 7 nightly, 3 upgrade and 3 restore backups. Pure.

/** `nightly-2026-11-21.db`, `before-006-restores-….db` (an upgrade), `replaced-….db` (a restore). */
export type Kind = "nightly" | "before" | "replaced";

const kept: Record<Kind, number> = { nightly: 7, before: 3, replaced: 3 };

/** 2026-11-21T07-56-28Z sorts by time and is a valid file name on every system. */
const stamp = (at: number): string => new Date(at).toISOString().replace(/\.\d+/, "").replaceAll(":", "-");

export const nightlyName = (at: number): string => `nightly-${new Date(at).toISOString().slice(0, 10)}.db`;
export const upgradeName = (at: number, step: string): string => `before-${stamp(at)}-${step}.db`;
export const replacedName = (at: number): string => `replaced-${stamp(at)}.db`;

/** Excludes databases that a restore set aside. */
export const isBackup = (name: string): boolean => /^(?:nightly|before)-.+\.db$/.test(name);

const leftover = /^(?:nightly|before|replaced)-.+\.db\.(?:raw|part)(?:-journal)?$/;

const pictures = /^((?:nightly|before|replaced)-.+\.db)\.media$/;

/** Leaves other files alone. Call while no backup is being made. */
export function outdated(names: readonly string[]): string[] {
  const own = (Object.keys(kept) as Kind[]).flatMap((kind) => {
    const all = names.filter((name) => name.startsWith(`${kind}-`) && name.endsWith(".db")).sort();
    const tried = kind === "before" ? all.filter((name, at) => isTriedAgain(name, all.slice(at + 1))) : [];
    const rest = all.filter((name) => !tried.includes(name));
    return [...tried, ...rest.slice(0, Math.max(rest.length - kept[kind], 0))];
  });
  const left = names.filter((name) => leftover.test(name));
  // Pictures are copied first, so an interrupted backup leaves pictures without a database.
  const alone = names.filter((name) => {
    const [, backup] = pictures.exec(name) ?? [];
    return backup !== undefined && (own.includes(backup) || !names.includes(backup));
  });
  return [...own, ...left, ...alone];
}

/** A failing upgrade backs up at every start; only the latest is kept, to save disk space. */
const isTriedAgain = (name: string, later: readonly string[]): boolean =>
  later.some((other) => stepOf(other) === stepOf(name));

const stepOf = (name: string): string => name.replace(/^before-[\dTZ-]+Z-/, "");
