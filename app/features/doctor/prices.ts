// Describes X's prices and warns when the list is old. Pure.
import { dollars } from "~/ground/dollars";
import { days } from "~/ground/time/duration";
import { priceList } from "~/ports/network/call-prices";
import { finding, type Finding } from "./finding";

const goodFor = days(90);

/** "as of 2026-11: post $0.015, post with link $0.20, …" */
export const pricesText = (): string => {
  const { asOf, post, postWithLink, postRead, upload, description, deletion } = priceList;
  const told = { post, "post with link": postWithLink, "post read": postRead, upload, description, deletion };
  const all = Object.entries(told).map(([name, price]) => `${name} ${dollars(price)}`);
  return `as of ${asOf}: ${all.join(", ")}`;
};

export function aboutPrices({ isFree, now }: { isFree: boolean; now: number }): Finding[] {
  if (isFree) return [];
  const message = `Prices ${pricesText()}.`;
  if (now - Date.parse(priceList.asOf) <= goodFor) return [finding("prices", "X: prices", { state: "good", message })];
  const asOf = new Date(now).toISOString().slice(0, 10);
  return [
    finding("prices", "X: prices", {
      state: "check",
      message: `${message} They are more than 90 days old, and screens, confirmations and limits use them.`,
      todo: "Compare them with X’s price list. Upgrade Linnet, or set X_PRICES to today’s prices and restart Linnet:",
      copy: `X_PRICES=${JSON.stringify({ ...priceList, asOf })}`,
    }),
  ];
}
