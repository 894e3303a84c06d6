// A part of a screen whose script comes only to the pages that show it: a panel, a modal, the other view of an address.
import { type ComponentType, lazy, useState } from "react";
import { addressIn, importScript } from "./import-script";
import { isServerThere, untilReached, wentStale } from "./reach";

const scripts = new Map<string, () => Promise<unknown>>();

/** All of them for the server, which renders whatever the address opens: a page must be whole without a script. */
export async function loadParts(names?: readonly string[]): Promise<void> {
  const loaded = new Set<string>();
  const waiting = () => [...scripts].filter(([name]) => !loaded.has(name) && (names?.includes(name) ?? true));
  // A part may name parts of its own, which are known only once it is loaded.
  for (let next = waiting(); next.length > 0; next = waiting()) {
    for (const [name] of next) loaded.add(name);
    await Promise.all(next.map(([, load]) => load()));
  }
}

/** Those that the server rendered into this page. */
export const loadShownParts = (): Promise<void> =>
  loadParts([...document.querySelectorAll<HTMLElement>("[data-part]")].map((mark) => mark.dataset["part"] ?? ""));

export function lazyPart<Props extends object>(name: string, script: () => Promise<{ default: ComponentType<Props> }>) {
  let loaded: ComponentType<Props> | null = null;
  const address = addressIn(script);
  const load = async () => {
    const module = address ? await importScript<{ default: ComponentType<Props> }>(address) : await script();
    loaded = module.default;
    return module;
  };
  scripts.set(name, load);
  // There is no Suspense round it: on the way to a page React keeps the page before it until the script is there.
  const Later = lazy(() => insist(load)) as unknown as ComponentType<Props>;

  return function LazyPart(props: Props) {
    const [Part] = useState(() => loaded ?? Later);
    return (
      <>
        <template data-part={name} />
        <Part {...props} />
      </>
    );
  };
}

/** While the server can't be reached the page stays as it is, and the script is asked for again once the server is back. */
async function insist<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    if (await isServerThere()) throw error;
    wentStale("");
    await untilReached();
    return insist(load);
  }
}
