// Which backups are kept, by their names: the last seven nightly ones, those of the last three upgrades and of the last three
// restores. Pure.

/** `nightly-2026-11-21.db`, `before-006-restores-….db` (an upgrade), `replaced-….db` (a restore). */
export type Kind = "nightly" | "before" | "replaced";

const kept: Record<Kind, number> = { nightly: 7, before: 3, replaced: 3 };

/** 2026-11-21T07-56-28Z: sorts by time, and is a file's name on every system. */
const stamp = (at: number): string => new Date(at).toISOString().replace(/\.\d+/, "").replaceAll(":", "-");

export const nightlyName = (at: number): string => `nightly-${new Date(at).toISOString().slice(0, 10)}.db`;
/** `step` is the upgrade's first. */
export const upgradeName = (at: number, step: string): string => `before-${stamp(at)}-${step}.db`;
export const replacedName = (at: number): string => `replaced-${stamp(at)}.db`;

/** What was made of itself: not the copy that a restore put aside. */
export const isBackup = (name: string): boolean => /^(?:nightly|before)-.+\.db$/.test(name);

/** What a backup that was killed leaves beside its name. */
const leftover = /^(?:nightly|before|replaced)-.+\.db\.(?:raw|part)(?:-journal)?$/;

/** The folder with the pictures of a backup. */
const pictures = /^((?:nightly|before|replaced)-.+\.db)\.media$/;

/** The names to delete, while no backup is being made; whatever isn't named as ours is left alone. */
export function outdated(names: readonly string[]): string[] {
  const own = (Object.keys(kept) as Kind[]).flatMap((kind) => {
    const all = names.filter((name) => name.startsWith(`${kind}-`) && name.endsWith(".db")).sort();
    const tried = kind === "before" ? all.filter((name, at) => isTriedAgain(name, all.slice(at + 1))) : [];
    const rest = all.filter((name) => !tried.includes(name));
    return [...tried, ...rest.slice(0, Math.max(rest.length - kept[kind], 0))];
  });
  const left = names.filter((name) => leftover.test(name));
  // Pictures are there first: those of a backup that was killed belong to none.
  const alone = names.filter((name) => {
    const [, backup] = pictures.exec(name) ?? [];
    return backup !== undefined && (own.includes(backup) || !names.includes(backup));
  });
  return [...own, ...left, ...alone];
}

/** An upgrade that fails is tried at each start: its later backup holds the same and more, and three would fill the disk. */
const isTriedAgain = (name: string, later: readonly string[]): boolean =>
  later.some((other) => stepOf(other) === stepOf(name));

const stepOf = (name: string): string => name.replace(/^before-[\dTZ-]+Z-/, "");
