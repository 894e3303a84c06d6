// Card with a secret that is shown once; scrolls into view and takes the focus.
import { type ReactNode, useEffect, useId, useRef } from "react";

export function ShownOnce({ title, secret, children }: { title: string; secret: string; children: ReactNode }) {
  const id = useId();
  const card = useRef<HTMLElement>(null);
  useEffect(() => {
    card.current?.scrollIntoView({ block: "center" });
    card.current?.focus({ preventScroll: true });
  }, [secret]);
  return (
    // For pages without a script.
    <section className="card" aria-labelledby={id} tabIndex={-1} ref={card} autoFocus>
      <div className="card__head">
        <h2 id={id}>{title}</h2>
      </div>
      {children}
    </section>
  );
}
