// Reads the page's data once more, but never in the middle of going somewhere: that would be broken off and begun again.
import { useCallback, useEffect, useState } from "react";
import { useNavigation, useRevalidator } from "@remix-run/react";

export function useReload(): () => void {
  const [asked, setAsked] = useState(false);
  const { revalidate } = useRevalidator();
  const { state } = useNavigation();
  useEffect(() => {
    if (!asked || state !== "idle") return;
    setAsked(false);
    revalidate();
  }, [asked, state, revalidate]);
  return useCallback(() => setAsked(true), []);
}
