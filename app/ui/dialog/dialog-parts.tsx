// Parts of a dialog: body and foot.
import type { ReactNode } from "react";

export function DialogBody({ children }: { children: ReactNode }) {
  return <div className="dialog__body">{children}</div>;
}

export function DialogFoot({ children }: { children: ReactNode }) {
  return <div className="dialog__foot">{children}</div>;
}
