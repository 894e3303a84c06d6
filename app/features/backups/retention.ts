// Which backups are kept, by their names: the last seven nightly ones, and of each other kind the last three. Pure.

/** `nightly-2026-11-21.db`, `before-006-restores-….db` (an upgrade), `replaced-….db` (a restore). */
export type Kind = "nightly" | "before" | "replaced";

const kept: Record<Kind, number> = { nightly: 7, before: 3, replaced: 3 };

/** 2026-11-21T07-56-28Z: sorts by time, and is a file's name on every system. */
const stamp = (at: number): string => new Date(at).toISOString().replace(/\.\d+/, "").replaceAll(":", "-");

export const nightlyName = (at: number): string => `nightly-${new Date(at).toISOString().slice(0, 10)}.db`;
export const upgradeName = (at: number, step: string): string => `before-${stamp(at)}-${step}.db`;
export const replacedName = (at: number): string => `replaced-${stamp(at)}.db`;

/** The names to delete; whatever isn't named as ours is left alone. */
export function outdated(names: readonly string[]): string[] {
  return (Object.keys(kept) as Kind[]).flatMap((kind) => {
    const own = names.filter((name) => name.startsWith(`${kind}-`) && name.endsWith(".db")).sort();
    return own.slice(0, Math.max(own.length - kept[kind], 0));
  });
}
