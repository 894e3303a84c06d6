// Empty state: the bird, a title, a sentence and a link.
import type { ReactNode } from "react";
import { BirdOnWire } from "~/ui/icons/bird";

export function Empty({ title, action, children }: { title: string; action?: ReactNode; children?: ReactNode }) {
  return (
    <div className="empty">
      <BirdOnWire />
      <strong>{title}</strong>
      {children && <p>{children}</p>}
      {action}
    </div>
  );
}
