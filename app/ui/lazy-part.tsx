// Component whose script loads only on pages that show it; the server always renders it.
import { type ComponentType, lazy, useState } from "react";
import { addressIn, importScript } from "./import-script";
import { isServerReachable, untilOnline, wentStale } from "./connectivity";

const scripts = new Map<string, () => Promise<unknown>>();

export async function loadParts(names?: readonly string[]): Promise<void> {
  const loaded = new Set<string>();
  const waiting = () => [...scripts].filter(([name]) => !loaded.has(name) && (names?.includes(name) ?? true));
  // A part may register parts of its own when it loads.
  for (let next = waiting(); next.length > 0; next = waiting()) {
    for (const [name] of next) loaded.add(name);
    await Promise.all(next.map(([, load]) => load()));
  }
}

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
  // Without Suspense, React keeps the previous page until the script is there.
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

async function insist<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    if (await isServerReachable()) throw error;
    wentStale("");
    await untilOnline();
    return insist(load);
  }
}
