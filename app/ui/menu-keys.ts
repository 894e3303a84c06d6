// Keys of an open menu: arrows, Home and End move, Escape and a click outside close it.

const guarded = new WeakSet<HTMLDetailsElement>();

export function guardMenu(menu: HTMLDetailsElement): void {
  if (guarded.has(menu)) return;
  guarded.add(menu);
  const items = () => [...menu.querySelectorAll<HTMLElement>("button:enabled, input:enabled:not([type=hidden])")];
  const close = (returnsFocus: boolean) => {
    menu.open = false;
    if (returnsFocus) menu.querySelector("summary")?.focus();
  };
  menu.addEventListener("keydown", (event) => {
    if (!menu.open) return;
    const all = items();
    const at = all.indexOf(document.activeElement as HTMLElement);
    const isTyping = document.activeElement instanceof HTMLInputElement;
    const to = { ArrowDown: at + 1, ArrowUp: at < 0 ? all.length - 1 : at - 1, Home: 0, End: all.length - 1 }[
      event.key
    ];
    if (event.key === "Escape") close(true);
    else if (to === undefined || (isTyping && /Home|End/.test(event.key))) return;
    else all.at(to % all.length)?.focus();
    event.preventDefault();
    event.stopPropagation();
  });
  document.addEventListener("pointerdown", ({ target }) => {
    if (menu.open && !menu.contains(target as Node)) close(false);
  });
}
