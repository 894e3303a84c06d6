// What the start says of the settings and the machine, to whoever keeps the server: a line each. Pure.
import type { Config } from "~/ground/config.server";
import { noLimitWords } from "~/features/spending/price";
import { pricesText } from "./prices";

/** With less than this SQLite may be refused any page. */
const fullBelow = 1_000_000;

type Settings = Pick<
  Config,
  | "https"
  | "trustProxy"
  | "images"
  | "x"
  | "xPrices"
  | "isClosedByDefault"
  | "dailyPostLimit"
  | "dailySpendLimit"
  | "botDailyPosts"
>;

interface Seen {
  /** Of the disk of DATA_DIR; null where the database has its own. */
  freeBytes: number | null;
  /** Somebody is here, and nobody else may register. */
  isClosed: boolean;
}

/** The lines, in the order of their weight. */
export function sayAtStart(config: Settings, { freeBytes, isClosed }: Seen): string[] {
  const { https, trustProxy, images, x, xPrices, isClosedByDefault } = config;
  return [
    ...(xPrices === null ? [] : [`X_PRICES is set: ${pricesText()}.`]),
    ...(isClosedByDefault && isClosed
      ? [
          "REGISTRATION is not set, and others can reach this server: nobody else may register; set it to open, or invite people",
        ]
      : []),
    ...noLimitWords(config, x === null),
    ...(freeBytes !== null && freeBytes < fullBelow
      ? ["the disk of DATA_DIR is full: pages can be read, and nothing can be stored or posted; free some space"]
      : []),
    ...(https && trustProxy === 0
      ? ["APP_ORIGIN is https and TRUST_PROXY is 0: behind a proxy everybody counts as one address; set it to 1"]
      : []),
    ...(images === "low_memory"
      ? ["pictures are off: they need 512 MB of memory; give it that, or set IMAGES to on or off"]
      : []),
  ];
}
