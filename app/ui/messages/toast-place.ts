// Where a toast stands so that it covers nothing that can be pressed.

/** As the browser tells it, in pixels of the window. */
export type Box = Readonly<Record<"top" | "right" | "bottom" | "left", number>>;

const gap = 8;

/**
 * The top of a toast that is as wide and high as this: at the edge of the window that it is nearer to, else at the other
 * one, else beside the control that is nearest to the first. Null where it would cover one everywhere.
 */
export function toastPlace(toast: Box, controls: readonly Box[], height: number): number | null {
  const size = toast.bottom - toast.top;
  const last = height - gap - size;
  const isLow = toast.top > height / 2;
  const near = controls.filter(({ left, right }) => left < toast.right && right > toast.left);
  const beside = near.map(({ top, bottom }) => (isLow ? top - gap - size : bottom + gap));
  const places = [...(isLow ? [last, gap] : [gap, last]), ...beside.sort((a, b) => (isLow ? b - a : a - b))];
  const isFree = (place: number) => near.every(({ top, bottom }) => bottom <= place || top >= place + size);
  return places.find((place) => place >= gap && place <= last && isFree(place)) ?? null;
}

/** Puts these toasts there, for what can be pressed now; where there is no such place they stand in the page's flow. */
export function placeToasts(toasts: HTMLElement): void {
  toasts.style.insetBlock = "";
  delete toasts.dataset["flow"];
  const dialog = toasts.closest("dialog");
  // What has been scrolled out of a dialog lies behind its edges.
  const { top: start, bottom: end } = (dialog ?? document.documentElement).getBoundingClientRect();
  const controls: Box[] = [];
  for (const one of (dialog ?? document).querySelectorAll(
    "a, button, input, select, textarea, summary, label, .reach__line",
  )) {
    const { top, right, bottom, left } = one.getBoundingClientRect();
    const box = { top: Math.max(top, start), right, bottom: Math.min(bottom, end), left };
    if (box.top < box.bottom && !toasts.contains(one)) controls.push(box);
  }
  const place = toastPlace(toasts.getBoundingClientRect(), controls, innerHeight);
  if (place === null) toasts.dataset["flow"] = "";
  else toasts.style.insetBlock = `${place}px auto`;
}
