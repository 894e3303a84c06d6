// A card with a secret that is shown this one time: wherever somebody pressed, it comes into view and has the focus.
import { type ReactNode, useEffect, useId, useRef } from "react";

/** `secret` tells one showing from the next. */
export function ShownOnce({ title, secret, children }: { title: string; secret: string; children: ReactNode }) {
  const id = useId();
  const card = useRef<HTMLElement>(null);
  useEffect(() => {
    card.current?.scrollIntoView({ block: "center" });
    card.current?.focus({ preventScroll: true });
  }, [secret]);
  return (
    // Without a script the browser does it.
    <section className="card" aria-labelledby={id} tabIndex={-1} ref={card} autoFocus>
      <div className="card__head">
        <h2 id={id}>{title}</h2>
      </div>
      {children}
    </section>
  );
}
