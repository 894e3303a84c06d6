// Breadcrumbs: links to the pages above, and the current page as text.
import { Link } from "~/ui/link";

export interface Crumb {
  label: string;
  to?: string;
}

export function Breadcrumbs({ crumbs }: { crumbs: readonly Crumb[] }) {
  const last = crumbs.length - 1;
  return (
    <nav className="crumbs" aria-label="Breadcrumb">
      <ol>
        {crumbs.map(({ label, to }, index) => (
          <li key={label}>
            {to && index < last ? (
              <Link to={to}>{label}</Link>
            ) : (
              <span aria-current={index === last ? "page" : undefined}>{label}</span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
