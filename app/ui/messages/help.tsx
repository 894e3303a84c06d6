// Help behind a question mark; a script also closes it by Escape or a click outside.
import { useEffect, useRef, type ReactNode } from "react";
import { Icon } from "~/ui/icons/icon";

export function Help({ children }: { children: ReactNode }) {
  const ref = useRef<HTMLDetailsElement>(null);

  useEffect(() => {
    const details = ref.current;
    const close = (event: Event) => {
      if (!details?.open) return;
      if (event instanceof KeyboardEvent && event.key !== "Escape") return;
      if (event.type === "pointerdown" && event.target instanceof Node && details.contains(event.target)) return;
      details.open = false;
    };
    document.addEventListener("keydown", close);
    document.addEventListener("pointerdown", close);
    return () => {
      document.removeEventListener("keydown", close);
      document.removeEventListener("pointerdown", close);
    };
  }, []);

  return (
    <details className="help" ref={ref}>
      <summary aria-label="Help">
        <Icon of="circle-question-mark" />
      </summary>
      <div className="tip" role="note">
        {children}
      </div>
    </details>
  );
}
