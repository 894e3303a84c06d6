// Frame of /settings with its navigation: at the side, or on top on narrow screens.
import { type ReactNode, useRef } from "react";
import { Icon } from "~/ui/icons/icon";
import { Link } from "~/ui/link";
import { PageHead } from "~/ui/page/page";
import { useBeforePaint } from "~/ui/use-before-paint";

const places = [
  { to: "/settings/security", icon: "shield-check", words: "Security" },
  { to: "/settings/alerts", icon: "bell", words: "Notifications" },
  { to: "/settings/programs", icon: "key-round", words: "API keys and webhooks" },
  { to: "/settings/voice", icon: "mic-vocal", words: "Voice" },
  { to: "/settings/hours", icon: "calendar-clock", words: "Posting hours" },
] as const;

export type SettingsPlace = (typeof places)[number]["to"];

interface SettingsFrameProps {
  at: SettingsPlace;
  isOperator: boolean;
  children: ReactNode;
}

export function SettingsFrame({ at, isOperator, children }: SettingsFrameProps) {
  const nav = useRef<HTMLElement>(null);
  useBeforePaint(() => centreCurrent(nav.current), [at]);
  return (
    <>
      <PageHead title="Settings" />
      <div className="settings">
        <nav className="settings__places" aria-label="Settings" ref={nav}>
          {places.map(({ to, icon, words }) => (
            <Link to={to} aria-current={to === at ? "page" : undefined} key={to}>
              <Icon of={icon} />
              {words}
            </Link>
          ))}
          {isOperator && (
            <Link to="/admin">
              <Icon of="users" />
              Admin
            </Link>
          )}
        </nav>
        <div className="settings__body">{children}</div>
      </div>
    </>
  );
}

/** On narrow screens the places scroll sideways. scrollIntoView would move a restored page, too. */
function centreCurrent(nav: HTMLElement | null): void {
  const link = nav?.querySelector<HTMLElement>("[aria-current]");
  if (!nav || !link) return;
  const [outer, inner] = [nav.getBoundingClientRect(), link.getBoundingClientRect()];
  nav.scrollLeft += inner.left + inner.width / 2 - outer.left - outer.width / 2;
}
