// Handles clicks on plain links without a full page load.
import type { MouseEvent } from "react";
import { useNavigate } from "@remix-run/react";

export interface Following {
  preventScrollReset?: boolean;
  replace?: boolean;
}

/** The link whose page was asked for last. */
export const pressed: { link: HTMLAnchorElement | null } = { link: null };

/** For `onClick` of a link or of an element that contains links. Leaves new tabs and downloads to the browser. */
export function useFollow({ preventScrollReset, replace }: Following) {
  const navigate = useNavigate();
  return (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    const isPlain = event.button === 0 && !event.metaKey && !event.altKey && !event.ctrlKey && !event.shiftKey;
    if (!link || link.target || link.hasAttribute("download") || !isPlain || event.defaultPrevented) return;
    // A tweet may link to a path that starts with two slashes, which the router would take for another host.
    if (link.origin !== window.location.origin || link.pathname.startsWith("//")) return;
    event.preventDefault();
    pressed.link = link;
    const { href, pathname } = window.location;
    navigate(`${link.pathname}${link.search}${link.hash}`, {
      // Another page begins at its top.
      preventScrollReset: preventScrollReset && link.pathname === pathname,
      replace: replace ?? link.href === href,
    });
  };
}
