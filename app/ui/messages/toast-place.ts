// Places toasts where they cover no control.

export type Box = Readonly<Record<"top" | "right" | "bottom" | "left", number>>;

const gap = 8;

/** Returns the toast's top: at the nearer edge, the other edge, or beside a control. Null if no place is free. */
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

/** Without a free place, the toasts become part of the page's flow. */
export function placeToasts(toasts: HTMLElement): void {
  toasts.style.insetBlock = "";
  delete toasts.dataset["flow"];
  const dialog = toasts.closest("dialog");
  // Controls that are scrolled out of the dialog aren't visible.
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
