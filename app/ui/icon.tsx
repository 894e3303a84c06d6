// One lucide icon at the size of the words beside it; it never speaks for itself.
import type { LucideIcon } from "lucide-react";

export type { LucideIcon };

export function Icon({ of: Shape }: { of: LucideIcon }) {
  return <Shape className="icon" aria-hidden="true" />;
}
