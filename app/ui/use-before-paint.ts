// An effect that runs before the browser paints, so before a key can be pressed.
import { useEffect, useLayoutEffect } from "react";

/** useLayoutEffect warns on the server, where effects don't run anyway. */
export const useBeforePaint = typeof document === "undefined" ? useEffect : useLayoutEffect;
