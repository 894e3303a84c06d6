// Builds links to the composer. It returns to the page that they are on.
import { useLocation } from "@remix-run/react";
import { hrefWith } from "~/screens/forms/href-with";

interface Wish {
  tweet?: number;
  /** "2026-11-30T15" */
  slot?: string;
  /** The network's id. */
  account?: string | undefined;
  back: string;
}

export function writeHref({ tweet, slot, account, back }: Wish): string {
  const query = new URLSearchParams();
  if (tweet !== undefined) query.set("tweet", String(tweet));
  if (slot !== undefined) query.set("slot", slot);
  if (account !== undefined) query.set("account", account);
  query.set("back", back);
  return `/write?${query.toString()}`;
}

/** Windows over the page. */
const closed = { panel: null, tweet: null, edit: null, move: null, slot: null, write: null };

export function useWriteHref(): (wish?: Omit<Wish, "back">) => string {
  const location = useLocation();
  return (wish = {}) => writeHref({ ...wish, back: hrefWith(location, closed) });
}
