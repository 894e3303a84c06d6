// Drives the week's scrollbar: syncs the thumb, handles keys and pointers, starts at today.
import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent, type RefObject } from "react";
import { thumbOf, scrollTo } from "./scrollbar";

const daysAcross = 7;

export function useScrollbar(scroller: RefObject<HTMLElement>, bar: RefObject<HTMLElement>) {
  const [overflows, setOverflows] = useState(false);
  const dragging = useRef(false);

  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    showToday(element);
    const follow = () => {
      const { thumb, at, percent } = thumbOf(element);
      setOverflows(element.scrollWidth > element.clientWidth + 1);
      bar.current?.style.setProperty("--thumb", String(thumb));
      bar.current?.style.setProperty("--thumb-at", String(at));
      bar.current?.setAttribute("aria-valuenow", String(percent));
    };
    const sizes = new ResizeObserver(follow);
    sizes.observe(element);
    element.addEventListener("scroll", follow, { passive: true });
    return () => {
      sizes.disconnect();
      element.removeEventListener("scroll", follow);
    };
  }, [scroller, bar]);

  const drag = (event: PointerEvent<HTMLElement>) => {
    const element = scroller.current;
    const track = bar.current?.firstElementChild?.getBoundingClientRect();
    if (element && track) element.scrollLeft = scrollTo(event.clientX - track.left, track.width, element);
  };

  return {
    overflows,
    onKeyDown: (event: KeyboardEvent) => scroller.current && scrollByKey(event, scroller.current),
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      event.currentTarget.setPointerCapture(event.pointerId);
      dragging.current = true;
      // Scroll snapping would fight the drag.
      scroller.current?.classList.add("scroller--dragged");
      drag(event);
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => dragging.current && drag(event),
    onPointerUp: () => {
      dragging.current = false;
      scroller.current?.classList.remove("scroller--dragged");
    },
  };
}

function scrollByKey(event: KeyboardEvent, element: HTMLElement): void {
  const end = element.scrollWidth - element.clientWidth;
  const day = element.scrollWidth / daysAcross;
  const to: Record<string, number> = {
    ArrowLeft: element.scrollLeft - day,
    ArrowRight: element.scrollLeft + day,
    PageUp: element.scrollLeft - element.clientWidth,
    PageDown: element.scrollLeft + element.clientWidth,
    Home: 0,
    End: end,
  };
  const left = to[event.key];
  if (left === undefined) return;
  event.preventDefault();
  element.scrollLeft = left;
}

function showToday(element: HTMLElement): void {
  const today = element.querySelector<HTMLElement>("th[aria-current=date]");
  const corner = element.querySelector<HTMLElement>("thead th");
  if (today) element.scrollLeft = today.offsetLeft - (corner?.offsetWidth ?? 0);
}
