// Shows a bar while the next page takes longer than 300 ms, and marks the pressed link as busy.
import { useEffect, useState } from "react";
import { useNavigation } from "@remix-run/react";
import { seconds } from "~/ground/time/duration";
import { announce } from "~/ui/messages/announce";
import { pressed } from "~/ui/use-follow";

const patience = seconds(0.3);

// In the top layer, over any dialog. React 18 doesn't know the attribute as a prop.
const popover = { popover: "manual" };
const show = (bar: HTMLElement | null) => bar?.showPopover();

export function SlowLine() {
  const { state, formMethod, location } = useNavigation();
  // A form's own button shows its progress.
  const next = state === "loading" && formMethod !== "POST" ? location : null;
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    if (!next) return;
    const { link } = pressed;
    const isNext = link?.pathname === next.pathname && link.search === next.search;
    const timer = setTimeout(() => {
      setSlow(true);
      if (isNext) link.setAttribute("aria-busy", "true");
      announce("Loading…");
    }, patience);
    return () => {
      clearTimeout(timer);
      setSlow(false);
      if (isNext) link.removeAttribute("aria-busy");
    };
  }, [next]);
  return isSlow ? <div className="slow" ref={show} {...popover} /> : null;
}
