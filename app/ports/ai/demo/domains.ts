// Finds a topic’s domain by English, German and Japanese words, and has sentences for each domain.
import type { Frame } from "./frames";
import { lifeStock } from "./stock-life";
import { wideStock } from "./stock-wide";
import { workStock } from "./stock-work";

/** Ten sentences each, two of a form, or five for a wide domain. */
const stock: Readonly<Record<string, readonly string[]>> = { ...lifeStock, ...workStock, ...wideStock };
const forms = ["scene", "list", "contrast", "opinion", "advice"];

/** Each begins with the domain. The first that fits wins, so narrow ones come first. A Latin word counts from its beginning; `.` ends it. */
const words: readonly string[] = [
  "family grandm grandf grandpa grandparents my-mum. my-mom. my-mother. my-dad. my-father. oma. opa. großmutter großvater 祖母 祖父 おばあ",
  "bees bee. bees. beekeep beehive hives honeybee imker biene пчел пчёл 蜜蜂 養蜂 🐝",
  "bread sourdough sauerteig サワードウ 🍞",
  "housing housing real-estate mortgage house-prices immobilie wohnungsmarkt wohnungssuche mietpreis 不動産 住宅",
  "podcast podcast ポッドキャスト 🎙",
  "newsletter newsletter substack mailing-list ニュースレター メルマガ",
  "juniors juniors junior-dev junior-eng mentoring nachwuchs 若手",
  "side side-project side-hustle nebenprojekt feierabend 副業 個人開発",
  "public buildinpublic build-in-public building-in-public indiehacker",
  "founder founder first-startup gründer existenzgründ 起業",
  "burnout burnout burned-out burnt-out overwork überlastung erschöpf 燃え尽き 過労",
  "remote remote-work remote-team work-from-home working-from-home telework home-office homeoffice telearbeit リモートワーク テレワーク 在宅勤務 在家工作",
  "hiring hiring recruiting job-interview bewerbungsgespräch personalsuche 採用 面接",
  "ai ai. chatgpt llm. llms. ki. künstliche-intelligenz 人工知能 生成ai",
  "pricing pricing price. prices. undercharg preise. preiserhöh preisgestalt stundensatz 値上げ 値付け 価格",
  "design designer. designers. ux. web-design design. landing-page webdesign デザイン",
  "software software refactoring legacy-code shipping-code code. softwareentwickl ソフトウェア",
  "customers customer customers client. clients. kunden kundschaft 顧客 お客",
  "writing writing novel. novels. writer. writers. writingcommunity copywriting schreiben. 執筆 文章",
  "change digital-records moved-from digitiz digitis digitali migrating migration switching-to rollout new-system four-day-week umstellung went-back-to switched-to replaced-our 移行",
  "care nurse nurses nursing. hospital patient. patients. clinic. clinics. dental dentist doctor. doctors. paramedic midwife midwives care-home pharmacy pharmacist krankenhaus pflege nachtschicht hearing-aid therapist physiotherap surgery ambulance dementia caregiver 看護 病院",
  "energy heat-pump solar-panel solar-power electric-car electric-bike e-bike ev. battery thermostat wärmepumpe photovoltaik solar-lights 太陽光",
  "shifts staffing shift. shifts. roster warehouse logistics hotel factory. forklift schichtarbeit lager. call-center call-centre fast-food night-porter 夜勤",
  "transit bus. buses commute commuting tram. traffic timetable train-driver night-train cycle-lane bike-lane without-a-car car-free parking. rush-hour 通勤 バス",
  "outdoors hiking hike. camping scuba diving. climbing skiing surfing kayak winter-swimming open-water lake. lakes. mountain wandern 登山",
  "language translat interpreter. subtitl dictionar grammar übersetz 翻訳",
  "science science scientist research clinical-trial laborator physics astronom telescope phd. wissenschaft forschung archaeolog biolog chemist microscop statistic 研究 科学",
  "craft restoring restoration repair mending sewing knitting moped motorcycle vintage-car carpent woodwork workshop welding tuning. furniture plumbing plumber electrician handwerk werkstatt 修理",
  "kids daughter son. sons. child. children kids. toddler kindergarten babies parenting newborn homework kinder. 子育て 子供",
  "sport marathon jogging swim swimming swimmer football soccer basketball tennis cycling bouldering rowing yoga gym. workout triathlon 5k. 10k. fitness laufen. sportverein judo karate boxing hockey volleyball golf. half-marathon parkrun referee handball マラソン 筋トレ",
  "teaching teaching teacher. teachers. students. pupil classroom grading lecture essays teenagers apprentice unterricht lehrer undergraduate university professor exam. exams. seminar thesis tutoring peer-review 授業 教師",
  "events wedding birthday-party conference festival hochzeit 結婚式",
  "money bill. bills. budget expenses tax. taxes. debt. saving-money inflation invoice. invoices. pension steuer. schulden 節約 家計",
  "home old-house renovating renovation insulation open-plan attic. wallpaper moving-house decorating umzug wohnung. altbau 引っ越し",
  "animals greyhound hedgehog rabbit. rabbits hamster parrot dog. dogs. cat. cats. puppy kitten horse. horses. hen. hens. chickens birds. pet. pets. goats hund. hunde katze",
  "shop shop. shops. bookshop bookstore store. flea-market market-stall farmers-market food-truck hairdresser barber small-business laden. flohmarkt cinema bakery pub. kiosk お店",
  "art music musician band. choir organ. album. song. songs. theater theatre painting. painter drawing. photograph film. pottery ceramics musik darkroom calligraph lettering open-mic comedian dancing dancer drums. drummer trumpet vinyl. record-collection sculpt poetry poem. poems. comics. film-festival 音楽 写真",
  "town village town. towns. council mayor. volunteer fire-brigade committee election. elections. vote. voting verein vorstand gemeinde passport-office apartment-block neighborhood neighbourhood playground recycling 町内会 商店街",
  "garden garden gardening allotment tomato tomatoes chilli chillies seedling compost houseplant kleingarten garten. 園芸 庭",
  "travel travel train. trains. trip. backpack airport flight. flights. vacation road-trip reise. tourist. tourists. hostel luggage 旅 散歩",
  "habits habit quit-smoking smoking alcohol sugar. insomnia sleep. sleeping screen-time nails. procrastinat gewohnheit 習慣 睡眠",
  "food cooking cook. kitchen restaurant recipe gluten vegan baking baker. pie. pies. pizza soup. cheese. barista café cafe. dinner. barbecue chef. kochen. rezept 料理",
  "team meeting. meetings. manager. managers. leadership one-on-one teamwork feedback besprechung führungskr 会議",
  "career salary raise. career freelanc resign. resigning promotion. gehalt karriere 転職 給料",
  "learning learning learn. learned. lernen. 学習 勉強",
];

const lettersOf = (word: string): string => word.replaceAll("-", "[- ]?").replace(/\.$/, "(?!\\p{L})");
/** A Latin word begins where no letter is before it. Japanese has no such place. */
function patternOf(list: readonly string[]): RegExp {
  const isFree = (word: string) => /[^\p{L}.-]|[\u3040-\u9fff]/u.test(word);
  const bound = list.filter((word) => !isFree(word)).map(lettersOf);
  return new RegExp([`(?<!\\p{L})(?:${bound.join("|")})`, ...list.filter(isFree).map(lettersOf)].join("|"), "giu");
}
const both = (...parts: string[]): RegExp =>
  new RegExp("^" + parts.map((part) => `(?=.*(?<!\\p{L})(?:${part}))`).join(""), "isu");

/** These need two words. */
const pairs: readonly (readonly [domain: string, pattern: RegExp])[] = [
  ["lonely", both("remote|home|work|homeoffice|.*(?:リモート|テレワーク|在宅)", "lonel|isolat|einsam|.*孤独")],
  ["outdoor", both("sail|surf|kayak|boat|segel", "school|segelschule|lesson|customers|guests|bookings?")],
  [
    "learncode",
    both(
      "learn|lern|.*(?:学|勉強)",
      "rust|python|javascript|typescript|programming|cod(?:e|ing)(?!\\p{L})|.*プログラミング",
    ),
  ],
];
const singles = words.map((line) => {
  const [domain = "", ...list] = line.split(" ");
  return [domain, patternOf(list)] as const;
});

/** A brief mentions much in passing, so what it says most often wins there. */
const isBrief = (topic: string): boolean => [...topic].length > 120;

export function domainOf(topic: string): string | null {
  const text = topic.normalize("NFC").replace(/\bprices? of\b/gi, " ");
  const pair = pairs.find(([, pattern]) => pattern.test(text));
  if (pair) return pair[0];
  if (!isBrief(topic)) return singles.find(([, pattern]) => text.search(pattern) >= 0)?.[0] ?? null;
  const found = singles
    .map(([domain, pattern]) => ({ domain, times: text.match(pattern)?.length ?? 0 }))
    .filter(({ times }) => times > 0);
  return found.sort((a, b) => b.times - a.times)[0]?.domain ?? null;
}

export const isWide = (domain: string | null): boolean => domain !== null && domain in wideStock;
export const domains: readonly string[] = Object.keys(stock);
export const stockOf = (domain: string | null): Frame[] =>
  (stock[domain ?? ""] ?? []).map((text, at, all) => ({ form: forms[Math.floor((at * 5) / all.length)] ?? "", text }));
