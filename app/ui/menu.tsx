// Menu as a details element; with a script it also has keys.
import type { ReactNode, SyntheticEvent } from "react";
import { Icon } from "./icons/icon";
import { addressIn, importScript } from "./import-script";

interface MenuProps {
  /** Only one menu of a name is open. */
  name: string;
  label: string;
  describedBy?: string;
  children: ReactNode;
}

const keys = () => import("./menu-keys");

export function Menu({ name, label, describedBy, children }: MenuProps) {
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

function close({ currentTarget: menu }: SyntheticEvent<HTMLDetailsElement>): void {
  setTimeout(() => {
    menu.open = false;
    menu.querySelector("summary")?.focus();
  });
}

function follow({ currentTarget }: SyntheticEvent<HTMLDetailsElement>): void {
  if (!currentTarget.open) return;
  const address = addressIn(keys);
  const script = address ? importScript<Awaited<ReturnType<typeof keys>>>(address) : keys();
  script.then(({ guardMenu }) => guardMenu(currentTarget)).catch(() => {});
}
