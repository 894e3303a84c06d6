// Reports whether this page's data is loading.
import { useLocation, useNavigation, useRevalidator } from "@remix-run/react";

export function useReading(): boolean {
  const { pathname } = useLocation();
  const { state, location } = useNavigation();
  const revalidator = useRevalidator();
  return revalidator.state === "loading" || (state === "loading" && location.pathname === pathname);
}
