// Computes the week's scrollbar. Pure.

/** Percent of the track (spec section 9). */
export const smallestThumb = 8;

export interface ScrollState {
  scrollLeft: number;
  scrollWidth: number;
  clientWidth: number;
}

/** Thumb width, thumb position and scroll progress, in percent. */
export function thumbOf({ scrollLeft, scrollWidth, clientWidth }: ScrollState) {
  const range = Math.max(scrollWidth - clientWidth, 0);
  const progress = range === 0 ? 0 : Math.min(Math.max(scrollLeft / range, 0), 1);
  const thumb = scrollWidth === 0 ? 100 : Math.max((clientWidth / scrollWidth) * 100, smallestThumb);
  return { thumb, at: progress * (100 - thumb), percent: Math.round(progress * 100) };
}

export function scrollTo(x: number, width: number, state: ScrollState): number {
  const { thumb } = thumbOf(state);
  const free = width * (1 - thumb / 100);
  const start = x - (width * thumb) / 200;
  return free <= 0 ? 0 : Math.min(Math.max(start / free, 0), 1) * (state.scrollWidth - state.clientWidth);
}
