// Guesses a topic's language from its script, common words and spelling.

const languages = ["en", "zh", "zh-Hant", "ja", "ko", "de", "fr", "es", "pt", "it", "ru", "ar", "hi"] as const;
export type Language = (typeof languages)[number];

type Latin = "en" | "de" | "fr" | "es" | "pt" | "it" | "other";

export function languageNamed(tag: string): Language | null {
  const { language, script, region } = new Intl.Locale(tag).maximize();
  if (language === "zh") return script === "Hant" || region === "HK" ? "zh-Hant" : "zh";
  return languages.find((candidate) => candidate === language) ?? null;
}

export function languageOf(topic: string): Language | null {
  const letters = (script: RegExp): number => topic.match(script)?.length ?? 0;
  const latin = letters(/\p{Script=Latin}/gu);
  // Other scripts win from a third of the Latin letters: a Latin brand name doesn't make a text English.
  const leads = (count: number): boolean => count > 0 && count * 3 >= latin;
  const han = letters(/\p{Script=Han}/gu);
  const kana = letters(/[\p{Script=Hiragana}\p{Script=Katakana}]/gu);
  if (kana > 0 && leads(kana + han)) return "ja";
  if (leads(letters(/\p{Script=Hangul}/gu))) return "ko";
  if (leads(han)) return chineseOrJapanese(topic);
  if (leads(letters(/\p{Script=Cyrillic}/gu))) return /[іїєґўјљњћђџѓќѕәғқңөұүһ]/i.test(topic) ? null : "ru";
  if (leads(letters(/\p{Script=Arabic}/gu))) return /[پچژگکیٹڈڑںےەڵۆێ]/.test(topic) ? null : "ar";
  if (leads(letters(/\p{Script=Devanagari}/gu))) return "hi";
  const all = letters(/\p{L}/gu);
  return latin === 0 ? (all === 0 ? "en" : null) : latin * 3 < all ? null : latinLanguage(topic.toLowerCase());
}

const onlySimplified =
  /[吗么没们这个为说对时会没发经现应电国学关于让过还从与东车书习业开问间实务员张网页见观视变样难题简设计议论语读谁请认识记词话该详误谈调课银铁错长门闻险阳阴队际陆难风飞饭饮馆马验鱼鸟龙热爱战单卖买场块坏处备复头夹奋妇妈师归录总战态惯战户护报拟择损换据极构标树欢气汇汤济浅测湾灭灵点烟热猫画疗离种积称稳穷笔类级纪线组细终结给绝统继续维综绿缓编缘罗职联脑艺节苏药虑补装远办当儿几环货币资产财贷贸质购运劳营养达选适迟传优亿伟仅侧胜励协]/u;
const onlyTraditional =
  /[嗎麼沒們這個為說對時會沒發經現應電國學關於讓過還從與東車書習業開問間實務員張網頁見觀視變樣難題簡設計議論語讀誰請認識記詞話該詳誤談調課銀鐵錯長門聞險陽陰隊際陸風飛飯飲館馬驗魚鳥龍熱愛戰單賣買場塊壞處備復頭婦媽師歸錄總態慣戶護報擬擇損換據極構標樹歡氣匯湯濟淺測灣滅靈點煙貓畫療離種積稱穩窮筆類級紀線組細終結給絕統繼續維綜綠緩編緣羅職聯腦藝節蘇藥慮補裝機習遠辦當兒幾環貨幣資產財貸貿質購運勞營養達選適遲傳優億偉僅側勝勵區協]/u;
const onlyJapanese =
  /[気黒駅働込辻畑沢円発楽広図検験経済続労読売対戦圏歳巻戻仏児両応択権歩毎涙渋焼県穂聴臓芸荘薬虫覚訳豊転辺遅郷鉄銭鋭関険雑霊顔髪]/u;
/** Shared by Japanese and simplified Chinese. With a traditional character beside it, only Japanese. */
const simplifiedInJapan = /[国学会点画来当数号万与写区医双声寿尽属岛将弥旧昼条样参台湿炉虽蚕装试随麦党]/u;

function chineseOrJapanese(topic: string): Language {
  if (onlyJapanese.test(topic)) return "ja";
  const traditional = onlyTraditional.test(topic);
  if (traditional && simplifiedInJapan.test(topic)) return "ja";
  return traditional && !onlySimplified.test(topic) ? "zh-Hant" : "zh";
}

const words: Record<Latin, string> = {
  en: "the and of to in for is are how why what when with your my our from on at you we i do does can should a an best tips about it this that home learning work travel coffee books music food health life",
  de: "der die das und ist für mit ein eine einen im in von zu zum zur den dem des wie warum was nicht auf über beim mein meine unser ich wir ihr sie es als auch aus bei nach neue neuen kaffee arbeit leben reisen bücher musik gesundheit geld schule kinder garten wetter hund katze kochen lernen deutsche deutschen künstliche",
  fr: "le la les des du de et est pour avec une un dans sur comment pourquoi au aux mon ma mes nos vos ce cette qui que quoi en l d qu je nous vous il elle ne pas plus travail vie voyage voyages livres musique cuisine argent école jardin chien chat apprendre intelligence nouvelle",
  es: "el la los las y es para con una un en del de cómo como por qué que mi mis su tu al lo se nos yo más trabajo vida viajes viajar libros música comida dinero salud escuela jardín perro gato aprender inteligencia nueva nuevo remoto hay está están muy sin siempre nunca",
  pt: "o a os as e é para com uma um em do da dos das de no na nos nas como por que meu minha seu sua ao mais não eu trabalho vida viagens viajar livros música comida dinheiro saúde escola jardim cachorro gato aprender inteligência nova novo remoto há está estão muito sem sempre nunca",
  it: "il lo la gli i le di e è per con una un in del della dei delle come perché che mio mia al alla nel nella sul non più io da remoto lavoro vita viaggi viaggiare libri musica cibo cucina soldi salute scuola giardino cane gatto imparare intelligenza nuova nuovo sono molto senza sempre mai",
  other:
    "het een van voor niet hoe ik wij zijn naar w na jest dla się jak nie och att det är för på som ikke og af ve bir için ile nasıl của và cho là dan yang untuk dengan cara și cum pentru sau ja ei että kuin miten és hogy egy az nem kako je sa za jak proč pro",
};

const setOf = (list: string): ReadonlySet<string> => new Set(list.split(" "));
const vocabulary: Record<Latin, ReadonlySet<string>> = {
  en: setOf(words.en),
  de: setOf(words.de),
  fr: setOf(words.fr),
  es: setOf(words.es),
  pt: setOf(words.pt),
  it: setOf(words.it),
  other: setOf(words.other),
};

const signs: Record<Latin, RegExp> = {
  en: /\b\w+ing\b|\b\w+(?:ness|ship|ful)\b/g,
  de: /[ßäöü]|(?:ung|ungen|heit|keit|schaft|isch|ische|ischen|lich|liche|schutz|zeit)(?!\p{L})/gu,
  fr: /[œçêëîïûùâ]|è(?=\p{L})|(?<!caf)é|(?:eur|eux|euse|elle|elles|aire|ique|iques|ité)(?!\p{L})/gu,
  es: /[ñ¿¡]|(?:ción|ciones|dad|ía|ías|ando|iendo|aje)(?!\p{L})/gu,
  pt: /[ãõ]|(?:ção|ções|dade|agem|inho|inha)(?!\p{L})|lh|nh/gu,
  it: /è(?!\p{L})|(?:zione|zioni|ità|aggio|aggi|ezza|ello|ella|azzi|etto)(?!\p{L})/gu,
  other: /[åøæğışőűąęłńśźżčďěňřšťůžđơưțșăāēīūļķ]|[\u1ea0-\u1ef9]/gu,
};

function latinLanguage(topic: string): Language | null {
  // The "com" of example.com isn't Portuguese.
  const tokens = topic
    .replace(/(?<![^\s.])[^\s.]+\.\p{L}{2,}\S*/gu, " ")
    .split(/[^\p{L}]+/u)
    .filter(Boolean);
  const score = (language: Latin): number =>
    tokens.reduce((sum, token) => sum + weightOf(token, language), 0) +
    (topic.match(signs[language])?.length ?? 0) * (language === "other" ? 4 : 2);
  let best: Latin = "en";
  for (const language of ["de", "fr", "es", "pt", "it", "other"] as const)
    if (score(language) > score(best)) best = language;
  return best === "other" ? null : best;
}

function weightOf(token: string, language: Latin): number {
  if (!vocabulary[language].has(token)) return 0;
  return Object.values(vocabulary).filter((known) => known.has(token)).length === 1 ? 3 : 1;
}
