// Links to the present view with some of its URL's names changed: the URL is the state.
import { useLocation } from "@remix-run/react";
import { type AddressChange, here } from "./here";

/** `here({ panel: "login" })` keeps the rest of the address; null takes a name away. */
export function useHere(): { here(change: AddressChange): string } {
  const location = useLocation();
  return { here: (change) => here(location, change) };
}
