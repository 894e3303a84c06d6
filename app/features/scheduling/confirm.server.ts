// Signs an agent's preview as a stateless confirm token (HMAC), valid for 10 minutes.
import type { App } from "~/app.server";
import { isSigned, sign } from "~/ground/secrets/mac.server";
import { minutes } from "~/ground/time/duration";

export const keeps = minutes(10);
const purpose = "post as previewed";

export type When = { at: "now" } | { at: number; isDrawn: boolean };

export interface Confirmed {
  userId: string;
  tweetId: number;
  /** Changes with every edit, even one that restores the old text. */
  updatedAt: number;
  username: string;
  mark: string;
  priceUsd: number;
}

export interface ConfirmParts {
  until: number;
  account: string;
  when: When;
  seal: string;
}

const textOf = (tweet: Confirmed, { until, account, when }: Omit<ConfirmParts, "seal">): string =>
  JSON.stringify([
    ...[tweet.userId, tweet.tweetId, tweet.updatedAt, account, tweet.username, tweet.mark],
    ...[Math.round(tweet.priceUsd * 1_000_000), whenText(when), until],
  ]);

const whenText = (moment: When): string =>
  moment.at === "now" ? "now" : `${moment.isDrawn ? "r" : "t"}${moment.at.toString(36)}`;

export function confirmOf(
  app: Pick<App, "config" | "clock">,
  tweet: Confirmed,
  to: { account: string; when: When },
): string {
  const parts = { until: app.clock.now() + keeps, ...to };
  const seal = sign(app.config.encryptionKeys, purpose, textOf(tweet, parts));
  return [parts.until.toString(36), to.account, whenText(to.when), seal].join(".");
}

export const isConfirmed = (app: Pick<App, "config" | "clock">, tweet: Confirmed, parts: ConfirmParts): boolean =>
  parts.until >= app.clock.now() &&
  parts.until <= app.clock.now() + keeps &&
  isSigned(app.config.encryptionKeys, purpose, textOf(tweet, parts), parts.seal);

/** Null: malformed. `isConfirmed` checks the signature. */
export function readConfirm(confirm: string): ConfirmParts | null {
  const shape = /^([0-9a-z]{1,10})\.(\d{1,20})\.(now|([rt])([0-9a-z]{1,10}))\.([\w-]{43})$/;
  const [, until, account, , kind, at, seal] = shape.exec(confirm) ?? [];
  if (until === undefined || account === undefined || seal === undefined) return null;
  const when: When = at === undefined ? { at: "now" } : { at: parseInt(at, 36), isDrawn: kind === "r" };
  return { until: parseInt(until, 36), account, when, seal };
}
