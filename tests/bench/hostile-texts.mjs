// A thousand texts that are made to take long: dots, combining marks, changes of direction, links, up to 5,000 code units.

const maxUnits = 5_000;
const howMany = 1_000;

const pieces = [
  ..."a日яéא.-_@#$/:?()%",
  "日.",
  "a.",
  "a-",
  "日-",
  "日日日.",
  "а.b-",
  "com.日",
  "日.日日日日日日日日日日日日",
  "a.co ",
  "a.co",
  ".com",
  "x.com/",
  "http://",
  "https://日.",
  "http://a.co/",
  "www.",
  "@a ",
  "$a ",
  "#日",
  "\u0301",
  "e\u0301",
  "\uFB2C.",
  "\u202E",
  "\u202E.a",
  "\u200F\u200E",
  "\u200D",
  "\uFE0F\u20E3",
  "🇩",
  "👩‍👩‍👧‍👦",
  "👍🏽",
  "\u{E0067}",
  " ",
  "\n",
  "\u3000",
  "\uFEFF",
];
const ends = ["", ".com", " a.com", "/a.com", ".日", " https://x.com/"];

/** Park and Miller's minimal generator: the same texts in every run. */
export function* hostileTexts() {
  let seed = 20_261_123;
  const below = (max) => (seed = (seed * 48_271) % 2_147_483_647) % max;
  const any = (list) => list[below(list.length)];
  for (let n = 0; n < howMany; n += 1) {
    const end = any(ends);
    // The first ones are of one piece alone, which is the worst; the others of up to four.
    const unit =
      n < pieces.length * 3
        ? pieces[n % pieces.length]
        : Array.from({ length: 1 + below(4) }, () => any(pieces)).join("");
    yield unit.repeat(Math.floor((maxUnits - end.length) / unit.length)) + end;
  }
}
