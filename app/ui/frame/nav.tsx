// Main navigation; a popover on phones.
import { type KeyboardEvent, useEffect, useRef } from "react";
import { useLocation } from "@remix-run/react";
import { Link } from "~/ui/link";
import { Bird } from "~/ui/icons/bird";
import { Icon, type IconName } from "~/ui/icons/icon";

export const navId = "nav";

interface Place {
  to: string;
  label: string;
  icon: IconName;
}

const places: Place[] = [
  { to: "/generate", label: "Generate", icon: "feather" },
  { to: "/bot", label: "Bot", icon: "bot" },
  { to: "/timeline", label: "Timeline", icon: "calendar-days" },
  { to: "/strategy", label: "Strategy", icon: "compass" },
  { to: "/product-analyse", label: "Analyse", icon: "gauge" },
];
const ideas: Place = { to: "/ideas", label: "Ideas", icon: "notebook-pen" };
const insights: Place = { to: "/worked", label: "Insights", icon: "chart-no-axes-column" };

/** Same breakpoint as in the style sheet. */
const wide = "(min-width: 576px)";

// React 18 doesn't know the attribute as a prop.
const popover = { popover: "auto" };

export interface NextTweet {
  when: string;
  words: string;
  href: string;
}

interface NavRailProps {
  nextTweet?: NextTweet | null;
  unsent?: string | null;
}

export function NavRail(props: NavRailProps) {
  return (
    <aside className="perch" aria-label="Linnet">
      <Link className="brand" to="/generate" aria-label="Linnet home">
        <Bird className="brand__mark" />
        <span className="brand__name" aria-hidden="true">
          Linnet
        </span>
      </Link>
      <Nav {...props} />
    </aside>
  );
}

function Nav({ nextTweet, unsent }: NavRailProps) {
  const ref = useRef<HTMLDivElement>(null);
  const current = useLocation().pathname.toLowerCase();

  // Closes when the navigation starts: when the page arrives, the user may have opened it again.
  useEffect(() => {
    const close = () => closePopover(ref.current);
    window.addEventListener("popstate", close);
    return () => window.removeEventListener("popstate", close);
  }, []);
  useEffect(() => {
    const media = window.matchMedia(wide);
    const close = () => closePopover(ref.current);
    media.addEventListener("change", close);
    return () => media.removeEventListener("change", close);
  }, []);

  const linkTo = ({ to, label, icon }: Place, count?: string | null) => (
    <Link
      className="nav__link"
      key={to}
      to={to}
      aria-current={current === to || current.startsWith(`${to}/`) ? "page" : undefined}
      onClick={() => closePopover(ref.current)}
    >
      <Icon of={icon} />
      <span>{label}</span>
      {count && (
        <span className="nav__count">
          {count}
          <span className="visually-hidden">{count === "1" ? " draft" : " drafts"}</span>
        </span>
      )}
    </Link>
  );
  return (
    <div className="nav" id={navId} ref={ref} onKeyDown={goRound} {...popover}>
      <span className="brand nav__brand">
        <Bird className="brand__mark" />
        Linnet
      </span>
      <nav className="nav__places" aria-label="Main">
        {places.map((place) => linkTo(place))}
      </nav>
      <nav className="nav__places nav__more" aria-label="Your tweets">
        {linkTo(ideas, unsent)}
        {linkTo(insights)}
      </nav>
      {nextTweet && (
        <Link className="nav__next" to={nextTweet.href} onClick={() => closePopover(ref.current)}>
          Next tweet <strong>{nextTweet.when}</strong> <span dir="auto">{nextTweet.words}</span>
        </Link>
      )}
    </div>
  );
}

/** Keeps the focus in the popover, because it covers the page. */
function goRound(event: KeyboardEvent<HTMLElement>): void {
  const nav = event.currentTarget;
  if (event.key !== "Tab" || !nav.matches(":popover-open")) return;
  const links = [...nav.querySelectorAll<HTMLElement>("a")];
  const [from, to] = event.shiftKey ? [links[0], links.at(-1)] : [links.at(-1), links[0]];
  if (document.activeElement !== from) return;
  event.preventDefault();
  to?.focus();
}

function closePopover(nav: HTMLElement | null): void {
  if (nav?.matches(":popover-open")) nav.hidePopover();
}
