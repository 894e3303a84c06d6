// A part of the screens whose script comes only to the pages that show it.
import {
  type ComponentType,
  createContext,
  type FunctionComponent,
  type ReactNode,
  useContext,
  useEffect,
  useState,
} from "react";
import { useNavigation } from "@remix-run/react";
import { isServerThere, useReach, wentStale } from "./reach";
import { useHydrated } from "./use-hydrated";

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

/** Whether this is a browser whose first page is there: routes that come from now on are about to be shown. */
let isTakenOver = false;

/** Loads these parts, or all there are. One after the other: the script of one may bring the next to be known. */
export async function loadParts(names: Iterable<string> = loaders.keys()): Promise<void> {
  for (const name of names) await loaders.get(name)?.();
  isTakenOver = typeof document !== "undefined";
}

/** Whether a modal lies over the view: then it is inert, and stays as the server sent it until somebody does something. */
export const Covered = createContext(false);

/** What tells that somebody is there. */
const signsOfLife = ["pointermove", "pointerdown", "keydown"];

/**
 * React's `lazy` does the same with a Suspense boundary, which React takes over after the rest of the page, and an update
 * that is quicker than that makes it render the part anew or give up (its errors 421 and 345). Here a page is taken over
 * in one piece, once the scripts of its parts are there.
 */
export function part<Props extends object>(name: string, script: Script<Props>): Part<Props> {
  const { load, useContent } = scriptOf(name, script);

  function Shown(props: Props) {
    useContext(ShownParts)?.add(name);
    const Content = useContent();
    return Content && <Content {...props} />;
  }
  return Object.assign(Shown, { load });
}

/** A part that is all of a page but its frame, and is not needed while it is covered. */
export function view<Props extends object>(name: string, script: Script<Props>): Part<Props> {
  // What stands in it was left out too, while nobody knew how to load it.
  const { load, useContent } = scriptOf(name, async () => {
    const module = await script();
    const named = typeof window === "undefined" ? [] : (window.linnetParts ?? []);
    await loadParts(named.filter((one) => one !== name));
    return module;
  });

  function Shown(props: Props) {
    const isCovered = useContext(Covered);
    const shown = useContext(ShownParts);
    if (!isCovered) shown?.add(name);
    const isFromServer = useState(!useHydrated())[0];
    const isAlone = useAlone(isCovered && isFromServer);
    const Content = useContent(isAlone ? "later" : isCovered ? "soon" : "now", isFromServer);
    if (Content)
      return (
        <div className="view">
          <Content {...props} />
        </div>
      );
    return isFromServer && <AsSent isCovered={isCovered} />;
  }
  return Object.assign(Shown, { load });
}

/**
 * React leaves alone what it has no children for, and the empty text is compared with nothing. Once it is uncovered it
 * is about to be drawn anew, so nothing may be typed into it.
 */
function AsSent({ isCovered }: { isCovered: boolean }): ReactNode {
  const inert = isCovered ? {} : { inert: "" };
  // eslint-disable-next-line no-restricted-syntax -- no markup at all
  return <div className="view" {...inert} dangerouslySetInnerHTML={{ __html: "" }} suppressHydrationWarning />;
}

/** True while what is covered can be left alone: until it no longer is, or somebody moves. */
function useAlone(isCovered: boolean): boolean {
  const [isAlone, setAlone] = useState(isCovered);
  useEffect(() => {
    const wake = () => setAlone(false);
    if (!isCovered) return wake();
    for (const sign of signsOfLife) addEventListener(sign, wake, { capture: true, passive: true });
    return () => {
      for (const sign of signsOfLife) removeEventListener(sign, wake, { capture: true });
    };
  }, [isCovered]);
  return isAlone;
}

/**
 * For the top of a route: one that comes with a navigation is there when its views are, so that no page is drawn without.
 * A view that doesn't come is asked for again when it is shown.
 */
export async function arrival(...views: { load: () => Promise<void> }[]): Promise<void> {
  if (isTakenOver) await Promise.allSettled(views.map(({ load }) => load()));
}

function scriptOf<Props extends object>(name: string, script: Script<Props>) {
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

  /** The component, or null as long as it has not come. With `anew` the server is asked for the page, should it not come. */
  function useContent(wanted: "now" | "soon" | "later" = "now", anew = false): ComponentType<Props> | null {
    // What was shown stays the same component, whatever is loaded meanwhile: its fields hold what was typed.
    const [Content, setContent] = useState(() => loaded);
    const isAway = useReach().stale !== null;
    useEffect(() => {
      if (Content || wanted === "later" || isAway) return;
      const fail = async (error: unknown): Promise<void> => {
        if (wanted === "soon") return;
        // The page stays as it is, and this is asked for again once the server is back.
        if (!(await isServerThere())) return wentStale("");
        // Another build may be running there by now, in which this script has another name.
        if (anew) return location.reload();
        setContent(() => {
          throw error;
        });
      };
      load().then(() => setContent(() => loaded), fail);
    }, [Content, wanted, anew, isAway]);
    return Content;
  }
  return { load, useContent };
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
