// A menu: opens without a script, one at a time; with one by arrows, Home and End too, and Escape or a press elsewhere closes it.
import type { ReactNode, SyntheticEvent } from "react";
import { Icon } from "./icons/icon";
import { addressIn, importScript } from "./import-script";

interface MenuProps {
  /** Those of one name: only one of them is open. */
  name: string;
  label: string;
  describedBy?: string;
  /** Its items: buttons in forms. */
  children: ReactNode;
}

const keys = () => import("./menu-keys");

export function Menu({ name, label, describedBy, children }: MenuProps) {
  // The types of this React don't know the attribute yet.
  const exclusive = { name };
  return (
    <details className="menu" {...exclusive} onToggle={follow} onSubmit={close}>
      <summary className="button button--ghost button--small" aria-describedby={describedBy}>
        {label}
        <Icon of="chevron-right" />
      </summary>
      <div className="menu__list">{children}</div>
    </details>
  );
}

/** Once something was chosen; the focus stays there. */
function close({ currentTarget: menu }: SyntheticEvent<HTMLDetailsElement>): void {
  setTimeout(() => {
    menu.open = false;
    menu.querySelector("summary")?.focus();
  });
}

/** What its keys do comes with the first menu that is opened; until then it is a `details` like any other. */
function follow({ currentTarget }: SyntheticEvent<HTMLDetailsElement>): void {
  if (!currentTarget.open) return;
  const address = addressIn(keys);
  const script = address ? importScript<Awaited<ReturnType<typeof keys>>>(address) : keys();
  script.then(({ guardMenu }) => guardMenu(currentTarget)).catch(() => {});
}
