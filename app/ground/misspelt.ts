// Finds environment variables that look like misspelled settings. Pure.

export interface Misspelt {
  name: string;
  meant: string;
}

export const misspeltText = ({ name, meant }: Misspelt): string => `${name} isn’t a setting. Did you mean ${meant}?`;

export function findMisspelt(names: readonly string[], settings: readonly string[]): Misspelt[] {
  return names
    .filter((name) => !settings.includes(name))
    .flatMap((name) => {
      const meant = findMeant(name.toUpperCase().replaceAll("-", "_"), settings);
      return meant === null ? [] : [{ name, meant }];
    });
}

function findMeant(name: string, settings: readonly string[]): string | null {
  const near = settings
    .map((setting) => ({ setting, distance: distanceOf(name, setting) }))
    .filter(({ setting, distance }) => distance <= maxDistance(setting))
    .sort((a, b) => a.distance - b.distance);
  const [nearest] = near;
  if (nearest && nearest.distance < 2) return nearest.setting;
  return settings.find((setting) => isShorter(name, setting)) ?? nearest?.setting ?? null;
}

/** Short names must match exactly: HOME is not HOST. */
const maxDistance = ({ length }: string): number => (length < 5 ? 0 : length < 8 ? 1 : 2);

/** One word is missing, such as GEMINI_KEY for GEMINI_API_KEY. The first word must match. */
function isShorter(name: string, setting: string): boolean {
  const [words, all] = [name.split("_"), setting.split("_")];
  return (
    words.length > 1 &&
    words.length === all.length - 1 &&
    words[0] === all[0] &&
    words.every((word) => all.includes(word))
  );
}

/** Damerau-Levenshtein distance, ignoring "_". */
function distanceOf(name: string, setting: string): number {
  const [one, other] = [name.replaceAll("_", ""), setting.replaceAll("_", "")];
  const rows: number[][] = [Array.from({ length: other.length + 1 }, (_, n) => n)];
  const at = (i: number, n: number): number => rows[i]?.[n] ?? Infinity;
  for (let i = 1; i <= one.length; i++) {
    const row = (rows[i] = [i]);
    for (let n = 1; n <= other.length; n++) {
      const change = one[i - 1] === other[n - 1] ? 0 : 1;
      const isSwapped = i > 1 && n > 1 && one[i - 1] === other[n - 2] && one[i - 2] === other[n - 1];
      row[n] = Math.min(
        at(i - 1, n) + 1,
        (row[n - 1] ?? Infinity) + 1,
        at(i - 1, n - 1) + change,
        isSwapped ? at(i - 2, n - 2) + 1 : Infinity,
      );
    }
  }
  return at(one.length, other.length);
}
