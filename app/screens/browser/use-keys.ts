// Single-key shortcuts: `/` focuses the search, `?` opens the list. Can be turned off (WCAG 2.1.4).
import { useEffect } from "react";
import { useNavigate } from "@remix-run/react";

export function useKeys(isOn: boolean, listHref: string): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (!isOn) return;
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.defaultPrevented) return;
      if ((event.target as Element).closest("input,textarea,select,[contenteditable]")) return;
      if (document.querySelector("dialog[open]")) return;
      const search = event.key === "/" && document.querySelector<HTMLElement>("[type=search]");
      if (search) search.focus();
      else if (event.key === "?") navigate(listHref, { preventScrollReset: true });
      else return;
      event.preventDefault();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [isOn, listHref, navigate]);
}
