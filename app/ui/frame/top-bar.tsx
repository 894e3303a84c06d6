// Top bar: menu button on phones, breadcrumbs, and the button of the side panel.
import { Link } from "~/ui/link";
import { Avatar } from "~/ui/page/avatar";
import { Breadcrumbs, type Crumb } from "./breadcrumbs";
import { Icon } from "~/ui/icons/icon";
import { navId } from "./nav";

export interface TopBarProps {
  crumbs: readonly Crumb[];
  person: { email: string } | null;
  panelHref: string;
}

const opensNav = { popovertarget: navId };

export function TopBar({ crumbs, person, panelHref }: TopBarProps) {
  return (
    <header className="top">
      <button className="icon-button burger" type="button" aria-label="Menu" {...opensNav}>
        <Icon of="menu" />
      </button>
      <div className="top__crumbs">
        <Breadcrumbs crumbs={crumbs} />
      </div>
      <Link
        className="icon-button icon-button--round"
        to={panelHref}
        aria-label={person ? "Your account" : "Log in"}
        preventScrollReset
      >
        {person ? <Avatar of={person.email} /> : <Icon of="user-round" />}
      </Link>
    </header>
  );
}
