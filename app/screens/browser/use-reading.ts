// Whether what this page shows is being read: anew, or for another view of it.
import { useLocation, useNavigation, useRevalidator } from "@remix-run/react";

export function useReading(): boolean {
  const { pathname } = useLocation();
  const { state, location } = useNavigation();
  const revalidator = useRevalidator();
  return revalidator.state === "loading" || (state === "loading" && location.pathname === pathname);
}
