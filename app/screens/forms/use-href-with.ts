// Builds links to the current URL with some query parameters changed.
import { useLocation } from "@remix-run/react";
import { type AddressChange, hrefWith } from "./href-with";

export function useHrefWith(): { hrefWith(change: AddressChange): string } {
  const location = useLocation();
  return { hrefWith: (change) => hrefWith(location, change) };
}
