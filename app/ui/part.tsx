// A part of the screens whose script comes only to the pages that show it.
import { type ComponentType, createContext, type FunctionComponent, useContext, useEffect, useState } from "react";
import { useNavigation } from "@remix-run/react";

type Script<Props> = () => Promise<{ default: ComponentType<Props> }>;

type Part<Props> = FunctionComponent<Props> & {
  /** Fetches the script, once; a failed try is no try. */
  load: () => Promise<void>;
};

declare global {
  interface Window {
    /** What the server found in ShownParts. */
    linnetParts?: string[];
  }
}

const loaders = new Map<string, () => Promise<void>>();

/** Which parts a page that is being rendered on the server shows: its browser needs their scripts before it takes over. */
export const ShownParts = createContext<Set<string> | null>(null);

/** Loads these parts, or all there are. One after the other: the script of one may bring the next to be known. */
export async function loadParts(names: Iterable<string> = loaders.keys()): Promise<void> {
  for (const name of names) await loaders.get(name)?.();
}

/**
 * React's `lazy` does the same with a Suspense boundary, which React takes over after the rest of the page, and an update
 * that is quicker than that makes it render the part anew or give up (its errors 421 and 345). Here a page is taken over
 * in one piece, once the scripts of its parts are there.
 */
export function part<Props extends object>(name: string, script: Script<Props>): Part<Props> {
  let loaded: ComponentType<Props> | null = null;
  let loading: Promise<void> | null = null;

  const load = (): Promise<void> => {
    loading ??= script().then(
      (module) => void (loaded = module.default),
      (error: unknown) => {
        loading = null;
        throw error;
      },
    );
    return loading;
  };
  loaders.set(name, load);

  function Shown(props: Props) {
    useContext(ShownParts)?.add(name);
    // What was shown stays the same component, whatever is loaded meanwhile: its fields hold what was typed.
    const [Content, setContent] = useState(() => loaded);
    useEffect(() => {
      if (Content) return;
      load().then(
        () => setContent(() => loaded),
        // Thrown while rendering, so that the page says that the server can't be reached.
        (error: unknown) =>
          setContent(() => {
            throw error;
          }),
      );
    }, [Content]);
    return Content && <Content {...props} />;
  }
  return Object.assign(Shown, { load });
}

/** Fetches these as soon as a navigation begins that may lead to them, beside its data. */
export function useSoon(...parts: { load: () => Promise<void> }[]): void {
  const { state } = useNavigation();
  useEffect(() => {
    if (state === "idle") return;
    // One that doesn't come is asked for again, and told of, when it is shown.
    for (const { load } of parts) load().catch(() => undefined);
  });
}
