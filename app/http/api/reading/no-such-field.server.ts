// Message for an unknown field, with a suggestion.

export function noSuchField(name: string, known: readonly string[]): string {
  const meant = known.find((text) => isNear(name.toLowerCase(), text));
  return `Unknown field ${shown(name)}${meant === undefined ? "" : `. Did you mean ${meant}?`}`;
}

const maxShown = 60;

export function shown(name: string): string {
  const short = name.length > maxShown ? `${name.slice(0, maxShown).replace(/\p{Cs}$/u, "")}…` : name;
  return /^[\w.-]+…?$/.test(short) ? short : JSON.stringify(short);
}

const farthest = 2;

function isNear(name: string, known: string): boolean {
  if (Math.abs(name.length - known.length) > farthest) return false;
  let row = Array.from({ length: known.length + 1 }, (_, index) => index);
  for (const [at, letter] of [...name].entries()) {
    const next = [at + 1];
    for (let to = 1; to <= known.length; to++) {
      const exchanged = (row[to - 1] ?? 0) + (known[to - 1] === letter ? 0 : 1);
      next.push(Math.min(exchanged, (row[to] ?? 0) + 1, (next[to - 1] ?? 0) + 1));
    }
    row = next;
  }
  return (row[known.length] ?? Infinity) <= farthest;
}
