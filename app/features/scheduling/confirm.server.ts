// An agent's confirm: what its preview showed, to be sent back with the deed. Nothing of it is stored: it is an HMAC over the mark of
// the post, its price and its moment, for one tweet of one person, good for ten minutes.
import type { App } from "~/app.server";
import { isSigned, sign } from "~/ground/secrets/mac.server";
import { minutes } from "~/ground/time/duration";

/** So long after the preview it is good. */
export const keeps = minutes(10);
const purpose = "post as previewed";

/** When it is to go out: at once, or at a moment that somebody named or that was drawn. */
export type When = { at: "now" } | { at: number; isDrawn: boolean };

export interface Confirmed {
  userId: string;
  tweetId: number;
  /** Of the tweet's last change: also what was edited and is what it was again is another. */
  updatedAt: number;
  /** What the account is called. */
  username: string;
  /** `markOf`. */
  mark: string;
  priceUsd: number;
}

/** What a confirm says of itself. */
export interface ConfirmParts {
  until: number;
  /** The network's id of the account. */
  account: string;
  when: When;
  seal: string;
}

const textOf = (one: Confirmed, { until, account, when }: Omit<ConfirmParts, "seal">): string =>
  JSON.stringify([
    ...[one.userId, one.tweetId, one.updatedAt, account, one.username, one.mark],
    ...[Math.round(one.priceUsd * 1_000_000), whenText(when), until],
  ]);

const whenText = (when: When): string =>
  when.at === "now" ? "now" : `${when.isDrawn ? "r" : "t"}${when.at.toString(36)}`;

export function confirmOf(
  app: Pick<App, "config" | "clock">,
  one: Confirmed,
  to: { account: string; when: When },
): string {
  const parts = { until: app.clock.now() + keeps, ...to };
  const seal = sign(app.config.encryptionKeys, purpose, textOf(one, parts));
  return [parts.until.toString(36), to.account, whenText(to.when), seal].join(".");
}

/** Whether it is `confirmOf` of this very thing, and still good. */
export const isConfirmed = (app: Pick<App, "config" | "clock">, one: Confirmed, parts: ConfirmParts): boolean =>
  parts.until >= app.clock.now() &&
  parts.until <= app.clock.now() + keeps &&
  isSigned(app.config.encryptionKeys, purpose, textOf(one, parts), parts.seal);

/** Null: it is none. Whether it is a true one `isConfirmed` says. */
export function readConfirm(confirm: string): ConfirmParts | null {
  const shape = /^([0-9a-z]{1,10})\.(\d{1,20})\.(now|([rt])([0-9a-z]{1,10}))\.([\w-]{43})$/;
  const [, until, account, , kind, at, seal] = shape.exec(confirm) ?? [];
  if (until === undefined || account === undefined || seal === undefined) return null;
  const when: When = at === undefined ? { at: "now" } : { at: parseInt(at, 36), isDrawn: kind === "r" };
  return { until: parseInt(until, 36), account, when, seal };
}
