// The perch: the brand, the five places, below them the person's own, and when the next tweet leaves. On phones a popover.
import { type KeyboardEvent, useEffect, useRef } from "react";
import { useLocation } from "@remix-run/react";
import { Link } from "~/ui/link";
import { Bird } from "~/ui/icons/bird";
import { Icon, type IconName } from "~/ui/icons/icon";

/** Ties the burger to the popover. */
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
const worked: Place = { to: "/worked", label: "What worked", icon: "chart-no-axes-column" };

/** From here on the places are a rail; the style sheet says the same. */
const wide = "(min-width: 576px)";

// React 18 knows the attribute only as one it passes on.
const popover = { popover: "auto" };

export interface NextTweet {
  /** "today, 20:42" */
  when: string;
  /** Its first words. */
  words: string;
  /** Opens it. */
  href: string;
}

interface PerchProps {
  nextTweet?: NextTweet | null;
  /** How many ideas wait. */
  unsent?: string | null;
}

export function Perch(props: PerchProps) {
  return (
    <aside className="perch" aria-label="Linnet">
      <Link className="brand" to="/generate" aria-label="Linnet, to the start">
        <Bird className="brand__mark" />
        <span className="brand__name" aria-hidden="true">
          Linnet
        </span>
      </Link>
      <Nav {...props} />
    </aside>
  );
}

/** The popover holds the places, and under them, apart from these, the next tweet. */
function Nav({ nextTweet, unsent }: PerchProps) {
  const ref = useRef<HTMLDivElement>(null);
  // The routes don't mind the case either.
  const current = useLocation().pathname.toLowerCase();

  // A link of it closes it by itself. Not when the other page is there: by then it may have been opened anew, and a way
  // back that is faster than the page would leave it open.
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
          <span className="visually-hidden"> unsent</span>
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
        {linkTo(worked)}
      </nav>
      {nextTweet && (
        <Link className="nav__next" to={nextTweet.href} onClick={() => closePopover(ref.current)}>
          Next tweet <strong>{nextTweet.when}</strong> <span dir="auto">{nextTweet.words}</span>
        </Link>
      )}
    </div>
  );
}

/** While it lies over the page the focus goes round in it; behind it nothing can be seen. Escape leads out. */
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
