// An effect that has run before the browser draws, so before anybody can press a key.
import { useEffect, useLayoutEffect } from "react";

/** On the server React warns of `useLayoutEffect`, and neither of them runs. */
export const useBeforePaint = typeof document === "undefined" ? useEffect : useLayoutEffect;
