// Lists startup warnings about settings and the machine. Pure.
import type { Config } from "~/ground/config.server";
import { noLimitWords } from "~/features/spending/price";
import { pricesText } from "./prices";

/** SQLite may fail to allocate a page below this many bytes. */
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
  /** Free space on the disk of DATA_DIR; null if the database is elsewhere. */
  freeBytes: number | null;
  isClosed: boolean;
}

export function sayAtStart(config: Settings, { freeBytes, isClosed }: Seen): string[] {
  const { https, trustProxy, images, x, xPrices, isClosedByDefault } = config;
  return [
    ...(xPrices === null ? [] : [`X_PRICES is set: ${pricesText()}.`]),
    ...(isClosedByDefault && isClosed
      ? [
          "REGISTRATION is not set and others can reach this server, so no one else can register. Set it to open, or invite people",
        ]
      : []),
    ...noLimitWords(config, x === null),
    ...(freeBytes !== null && freeBytes < fullBelow
      ? ["the disk of DATA_DIR is full. Pages still work, but Linnet can’t save or post anything. Free up space"]
      : []),
    ...(https && trustProxy === 0
      ? [
          "APP_ORIGIN is https but TRUST_PROXY is 0. Behind a proxy, all users share one IP address. Set TRUST_PROXY to 1",
        ]
      : []),
    ...(images === "low_memory"
      ? ["images are off because they need 512 MB of memory. Add memory, or set IMAGES to on or off"]
      : []),
  ];
}
