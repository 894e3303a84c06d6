// Turns a verb into its -ing form: "grew" into "growing".

const irregular = `got get|quit quit|grew grow|built build|made make|wrote write|sold sell|lost lose|found find|left leave|began begin|won win|ran run|read read|gave give|took take|went go|came come|taught teach|bought buy|brought bring|kept keep|cut cut|put put|set set|let let|hit hit|met meet|paid pay|said say|told tell|saw see|sent send|slept sleep|fell fall|felt feel|broke break|chose choose|drove drive|flew fly|ate eat|drank drink|held hold|hid hide|led lead|rode ride|shut shut|spoke speak|stood stand|swam swim|threw throw|wore wear|woke wake|learnt learn|became become|fought fight|caught catch`;
const bases = new Map(irregular.split("|").map((pair) => pair.split(" ") as [string, string]));

const regular = `add ask avoid bake balance book call change charge choose clean climb cook count create cure deal delete design do download draw drink drop earn eat end explain feed fight fix follow garden grow handle hate hire fire help ignore improve invest join keep knit launch lay learn lead listen live love make manage measure move need negotiate open organize organise paint pay plan plant play post practice practise price promote publish raise read reach reply run save say scale see sell send share ship shop sign sleep speak spend start stay stop study survive swim switch take talk teach test train translate travel treat trust try tweet understand use visit walk want waste watch win work write`;
const known = new Set([...regular.split(" "), ...bases.values(), ...bases.keys()]);

/** Past forms end in -ed or are irregular; present forms must be known. */
export const isVerb = (word: string): boolean =>
  known.has(word.replace(/e?s$/, "")) || known.has(word) || /^[a-z]{2,}ed$/.test(word);

export const isBase = (word: string): boolean => known.has(word) && (bases.get(word) ?? word) === word;

export function gerundOf(word: string): string {
  const isKnown = known.has(word);
  const base = bases.get(word) ?? (isKnown ? word : word.replace(/([^s])s$/, "$1"));
  if (word.endsWith("ing") && word.length > 4 && !isKnown) return word;
  if (/[^e]ed$/.test(word) && !isKnown) return word.replace(/(?:(i)ed|ed)$/, (_, i?: string) => (i ? "ying" : "ing"));
  if (/[^eoy]e$/.test(base)) return base.replace(/i?e$/, (end) => (end === "ie" ? "ying" : "ing"));
  return (/^(?:qu|[^aeiou])*[aeiou][bdgmnpt]$|^begin$/.test(base) ? base + base.at(-1) : base) + "ing";
}
