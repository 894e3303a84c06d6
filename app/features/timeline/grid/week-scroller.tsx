// Scrolls the week sideways: the native scrollbar without JavaScript, our own with it.
import { useId, useRef, type ReactNode } from "react";
import { classNames } from "~/ui/class-names";
import { useScrollbar } from "./use-scrollbar";

export function WeekScroller({ label, children }: { label: string; children: ReactNode }) {
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const bar = useRef<HTMLDivElement>(null);
  const { overflows, onKeyDown, onPointerDown, onPointerMove, onPointerUp } = useScrollbar(scroller, bar);
  return (
    <>
      <div
        className={classNames("scroller", overflows && "scroller--own")}
        id={id}
        ref={scroller}
        role="region"
        aria-label={label}
        tabIndex={0}
      >
        {children}
      </div>
      <div
        className={classNames("scrollbar", !overflows && "scrollbar--off")}
        ref={bar}
        role="scrollbar"
        aria-controls={id}
        aria-orientation="horizontal"
        aria-label="Scroll the week"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={0}
        tabIndex={0}
        onKeyDown={onKeyDown}
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={onPointerUp}
        onPointerCancel={onPointerUp}
      >
        <div className="scrollbar__track">
          <div className="scrollbar__thumb" />
        </div>
      </div>
    </>
  );
}
