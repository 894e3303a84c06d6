// Finds a product's categories: things that its description names.

const maxTags = 5;
const maxWords = 3;
const maxLength = 32;

const empty =
  "a an about above after again all almost also am among an and any are as at away back be because been before being below best better between both but by can cannot could day days did do does doing done down during each easy else end enough even ever every everything fast few find finds first for found free from full gave get gets give gives go goes good got great had has have having he help helps her here his how i if in into is it its just keep keeps know knows last let lets like live look looks lot made make makes making many may me mean means more most move moves much must my need needs never new next no nobody not nothing now of off on once one only or other our out over own pay pays people per put puts rather really right run runs same save saves say says see sell sells send sends set show shows simple since so some soon stop still such take takes tell tells than that the their them then there these they thing things this those through time to today too try turn turns two under unlike until up us use used users uses using very want wants was way we week well were what when where whether which while who whom whose why will with within without work works would year years yet you your start starts join book books download sign anybody somebody " +
  "der die das den dem des ein eine einen einem einer und oder aber für mit ohne von vom zu zum zur im in am an auf aus bei bis durch gegen nach über unter um vor ist sind war wird werden hat haben kann können muss nicht auch als wie wenn weil dass sich sie er es wir ihr ihre ihren sein seine mehr so nur noch schon alle jeder jede jedes man was wer wo dann dort hier " +
  "le la les un une des du de et ou mais pour avec sans dans sur par en au aux est sont était ont a il elle ils elles on nous vous leur leurs son sa ses ce cet cette ces qui que quoi dont où ne pas plus très tout tous toute toutes se si " +
  "el los las una unos unas y o pero para con sin sobre por como más muy es son era hay ha han su sus lo al del se no todo todos cada que quien donde cuando " +
  "o os as um uma e ou mas para com sem sobre por como mais muito é são há seu sua seus suas ao da do das dos na no nas nos se não todo cada que quem " +
  "il lo gli i uno e o ma per con senza su come più molto è sono ha hanno suo sua suoi sue al alla del della dei delle nel nella si non ogni che chi di da " +
  "и в во на с со для от до по из за о об при без не ни но а или как что это все всё его её их он она они мы вы я к ко у же бы то так уже ещё " +
  "的 了 和 与 與 在 是 把 被 给 給 让 讓 用 它 他 她 我们 你们 这 這 那 一个 一個 好的 时候 時候 已经 已經 立即 の に を は が と で も から まで です ます する した して いる ある この その それ";
const isEmptyWord = new Set(empty.split(" "));
/** Most frequent first, then earliest: descriptions say early what a product is. */
export function tagsOf(text: string): string[] {
  const counts = new Map<string, { words: string; count: number; size: number; at: number }>();
  for (const [at, words] of namesIn(text.slice(0, 5_000).replace(domain, ", ")).entries()) {
    const known = counts.get(words.toLowerCase());
    if (known) known.count += 1;
    else counts.set(words.toLowerCase(), { words, count: 1, size: words.split(" ").length, at });
  }
  const several = (size: number): number => Math.min(size, 2);
  return [...counts.values()]
    .sort((a, b) => b.count - a.count || several(b.size) - several(a.size) || a.at - b.at)
    .slice(0, maxTags)
    .map(({ words }) => words.charAt(0).toUpperCase() + words.slice(1));
}

const domain = /(?<![^\s.])[^\s.]+\.\p{L}{2,}\S*/gu;

function namesIn(text: string): string[] {
  const names: string[] = [];
  let run: string[] = [];
  const close = () => {
    const name = (run.length > maxWords ? run.slice(0, 2) : run).join(" ");
    if (name !== "" && name.length <= maxLength) names.push(name);
    run = [];
  };
  let end = 0;
  for (const { 0: word, index } of text.matchAll(/[\p{L}\p{M}\p{N}]+(?:[-'’][\p{L}\p{M}\p{N}]+)*/gu)) {
    if (text.slice(end, index) !== " ") close();
    end = index + word.length;
    if (unspaced.test(word)) {
      close();
      names.push(...unspacedWords(word));
    } else if (isEmpty(word)) close();
    else run.push(word);
  }
  close();
  return names;
}

const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
const segmenter = new Intl.Segmenter(undefined, { granularity: "word" });

const unspacedWords = (text: string): string[] =>
  [...segmenter.segment(text)].filter((part) => part.isWordLike && !isEmpty(part.segment)).map((part) => part.segment);

function isEmpty(word: string): boolean {
  const short = [...word].length < (/^[\p{Script=Latin}\p{Script=Cyrillic}]/u.test(word) ? 3 : 2);
  return short || /^\p{N}/u.test(word) || isEmptyWord.has(word.toLowerCase());
}
