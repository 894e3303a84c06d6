// The sentences the demo writer knows, by language; each holds for any words of its kind, so none claims a fact.
import { ar } from "./frames/ar";
import { de } from "./frames/de";
import { en } from "./frames/en";
import { es } from "./frames/es";
import { fr } from "./frames/fr";
import { hi } from "./frames/hi";
import { it } from "./frames/it";
import { ja } from "./frames/ja";
import { ko } from "./frames/ko";
import { pt } from "./frames/pt";
import { ru } from "./frames/ru";
import { zh } from "./frames/zh";
import { zhHant } from "./frames/zh-hant";
import type { FrameSet, Grammar } from "./frames/frame-set";
import type { Language } from "./language";

export type { FrameSet, Grammar };

export const frameSets: Record<Language, FrameSet> = {
  en,
  zh,
  "zh-Hant": zhHant,
  ja,
  ko,
  de,
  fr,
  es,
  pt,
  it,
  ru,
  ar,
  hi,
};

/** Where a noun phrase stands. */
export const slot = "{topic}";
/** Where a passage stands, on a line of its own. */
export const lineSlot = "{line}";
