// Links to the present view with some of its URL's names changed: the URL is the state.
import { useLocation } from "@remix-run/react";
import { type AddressChange, hrefWith } from "./href-with";

/** `here({ panel: "login" })` keeps the rest of the address; null takes a name away. */
export function useHrefWith(): { hrefWith(change: AddressChange): string } {
  const location = useLocation();
  return { hrefWith: (change) => hrefWith(location, change) };
}
