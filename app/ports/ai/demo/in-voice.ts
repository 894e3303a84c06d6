// Applies the parts of a voice that the demo writer can: language, emoji, hashtags, avoided words.
import { avoidedIn, type Voice } from "../voice";
import { type Language, languageNamed } from "./language";

export const languageFor = (voice: Voice | undefined, language: Language | null): Language | null =>
  (voice?.language ? languageNamed(voice.language) : null) ?? language;

// Unicode's Emoji property alone also covers digits, # and *.
const emoji = /[\p{Extended_Pictographic}\p{Emoji_Presentation}\p{Regional_Indicator}\u20E3]/gu;
const hashtag = /(?<![\p{L}\p{N}_&])[#＃](?=[\p{L}\p{N}_]*\p{L})/gu;

const isWithin = (text: string, sign: RegExp, amount: Voice["emoji"]): boolean => {
  const count = text.match(sign)?.length ?? 0;
  return amount === "fits" || count <= (amount === "one" ? 1 : 0);
};

export const isInVoice = (text: string, voice: Voice | undefined): boolean =>
  !voice ||
  (avoidedIn(text, voice.avoid) === null &&
    isWithin(text, emoji, voice.emoji) &&
    isWithin(text, hashtag, voice.hashtags));
