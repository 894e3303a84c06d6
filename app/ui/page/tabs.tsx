// Tabs as links.
import { Link } from "~/ui/link";
import { Icon, type IconName } from "~/ui/icons/icon";

export interface Tab {
  to: string;
  label: string;
  icon?: IconName;
  current: boolean;
}

export function Tabs({ label, items }: { label: string; items: readonly Tab[] }) {
  return (
    <nav className="tabs" aria-label={label}>
      {items.map((item) => (
        <Link
          className="tab"
          key={item.label}
          to={item.to}
          aria-current={item.current ? "true" : undefined}
          preventScrollReset
        >
          {item.icon && <Icon of={item.icon} />}
          <span>{item.label}</span>
        </Link>
      ))}
    </nav>
  );
}
