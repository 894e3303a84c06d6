// Toasts: one line that says what just happened and leaves after six seconds, unless someone is reading it.
import { useEffect, useRef, useState } from "react";
import { seconds } from "~/duration";
import { IconButton } from "./button";
import { Icon } from "./icon";
import { Said } from "./said";
import { useHydrated } from "./use-hydrated";

export interface ToastItem {
  /** Tells one message from the next with the same words. */
  id: string;
  text: string;
}

const shownFor = seconds(6);

/** Always in the page, even when empty: a screen reader only hears what appears in a region that was there before. */
export function Toasts({ items }: { items: readonly ToastItem[] }) {
  const [gone, setGone] = useState<readonly string[]>([]);
  return (
    <div className="toasts" role="status">
      {items
        .filter((item) => !gone.includes(item.id))
        .map((item) => (
          <Toast key={item.id} text={item.text} onGone={() => setGone((ids) => [...ids, item.id])} />
        ))}
    </div>
  );
}

function Toast({ text, onGone }: { text: string; onGone: () => void }) {
  const hydrated = useHydrated();
  const [held, setHeld] = useState(false);
  const leave = useRef(onGone);
  leave.current = onGone;

  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => leave.current(), shownFor);
    return () => clearTimeout(timer);
  }, [held]);

  const hold = () => setHeld(true);
  const release = () => setHeld(false);
  return (
    <div className="toast" onMouseEnter={hold} onMouseLeave={release} onFocus={hold} onBlur={release}>
      <Icon of="circle-check" />
      <Said text={text} />
      {hydrated && <IconButton label="Close" icon="x" small onClick={onGone} />}
    </div>
  );
}
