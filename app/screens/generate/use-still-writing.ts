// Returns the line about a slow model once it is due.
import { useEffect, useState } from "react";
import type { StillWriting } from "./still-writing";
import type { GenerationFault } from "./use-generation";

/** Null before, and after a failure that isn't about time. */
export function useStillWriting(line: StillWriting | null, end: GenerationFault | null): string | null {
  const [isLate, setLate] = useState(false);
  const inMs = line?.inMs ?? null;
  useEffect(() => {
    if (inMs === null) return;
    const timer = setTimeout(() => setLate(true), inMs);
    return () => clearTimeout(timer);
  }, [inMs]);
  const isDue = end === null ? isLate || inMs === 0 : end.isStillWriting === true;
  return isDue ? (line?.words ?? null) : null;
}
