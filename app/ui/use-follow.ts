// Plain links that are followed without loading the page: for a grid of sixty, where each Link has its price.
import type { MouseEvent } from "react";
import { useNavigate } from "@remix-run/react";

/** For `onClick` of what the links stand in. What the browser does by itself (another tab, a download) it goes on doing. */
export function useFollow() {
  const navigate = useNavigate();
  return (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    const isPlain = event.button === 0 && !event.metaKey && !event.altKey && !event.ctrlKey && !event.shiftKey;
    if (!link || link.target || link.download || !isPlain || event.defaultPrevented) return;
    event.preventDefault();
    navigate(`${link.pathname}${link.search}`, { preventScrollReset: true });
  };
}
