// Where the server can't be reached the page stays: Remix would put its error page in the place of whatever was typed.
import { importScript } from "~/ui/import-script";
import { isServerThere, reached, wentNowhere, wentStale } from "~/ui/reach";
import { isClosing, isUnreached, wordsOfWay } from "./unreached";

type Router = typeof window.__remixRouter;
type Route = Router["routes"][number];
type Loader = Exclude<Route["loader"], boolean | undefined>;

/** A navigation that was broken off is waited for by nobody. */
const never = <T>(): Promise<T> => new Promise(() => {});

const answered = (): void => {
  messageIfStale("");
  reached();
};

/** What is said beside the quiet line should the next reading of the page fail. */
let ifStale = "";
export const messageIfStale = (sentence: string): void => void (ifStale = sentence);

const kept = new WeakSet<Router>();

/**
 * Goes round the loaders of the router's own routes. A clientLoader in each route would do the same, but Remix asks for
 * the data of each of those by itself, and a page is one question now.
 */
export function keepPage(router: Router): void {
  if (kept.has(router)) return;
  kept.add(router);
  const seen = new WeakSet<object>();
  /** While the page goes back to where it stands nothing is read. */
  let isSettling = false;
  let place = placeInHistory();

  const settle = (): void => {
    if (isSettling) return;
    isSettling = true;
    const moved = placeInHistory() - place;
    // A step in the history to where we stand ends any other way, and leaves address, scrolling and focus alone.
    if (moved === 0) dispatchEvent(new PopStateEvent("popstate", { state: history.state as unknown }));
    else history.go(-moved);
  };

  const goNowhere = <T>(to: URL): Promise<T> => {
    wentNowhere(wordsOfWay(to));
    settle();
    return never();
  };

  /** The data that the page has, where it stays what it is; else the page stays where it is. */
  const unreached = (id: string, to: URL): unknown => {
    const { location, loaderData } = router.state;
    const isSameAddress = to.pathname === location.pathname && to.search === location.search;
    if (!(id in loaderData) || !(isSameAddress || isClosing(location, to))) return goNowhere(to);
    wentStale(ifStale);
    return loaderData[id];
  };

  const wrapLoader = (id: string, loader: Loader): Loader => {
    const asking = async (...[args, context]: Parameters<Loader>): Promise<unknown> => {
      try {
        const data: unknown = await loader(args, context);
        // Of the others some have nothing to ask the server for.
        if (id === "root") answered();
        return data;
      } catch (error) {
        if (args.request.signal.aborted || !isUnreached(error)) throw error;
        return unreached(id, new URL(args.request.url));
      }
    };
    return Object.assign(asking, loader) as Loader;
  };

  /** Remix loads the whole page anew where a route's script doesn't come, which leaves nothing if the server is away. */
  const wrapLazy =
    (id: string, lazy: NonNullable<Route["lazy"]>): Route["lazy"] =>
    async () => {
      const script = window.__remixManifest.routes[id]?.module;
      const modules = window.__remixRouteModules;
      // Whoever was asked besides may have ended the way by the time that the server is known to be away.
      const to = new URL(addressOf(router), location.origin);
      if (script && !(id in modules))
        try {
          modules[id] = await importScript<(typeof modules)[string]>(script);
        } catch {
          // An answer, whatever it is, means that another build runs there: Remix does the right thing then.
          if (!(await isServerThere())) return goNowhere(to);
        }
      return lazy();
    };

  const wrap = (route: Route): void => {
    if (typeof route.loader === "function" && !seen.has(route.loader)) {
      route.loader = wrapLoader(route.id, route.loader);
      seen.add(route.loader);
    }
    if (route.lazy && !seen.has(route.lazy)) {
      route.lazy = wrapLazy(route.id, route.lazy);
      if (route.lazy) seen.add(route.lazy);
    }
    if (!route.lazy && !(route.shouldRevalidate && seen.has(route.shouldRevalidate))) {
      const shouldRevalidate = route.shouldRevalidate;
      route.shouldRevalidate = (how) =>
        !isSettling && (shouldRevalidate ? shouldRevalidate(how) : how.defaultShouldRevalidate);
      seen.add(route.shouldRevalidate);
    }
    route.children?.forEach(wrap);
  };

  router.routes.forEach(wrap);
  router.subscribe(({ navigation }) => {
    // Routes are found as links to them are shown.
    router.routes.forEach(wrap);
    if (navigation.state !== "idle") return;
    isSettling = false;
    place = placeInHistory();
  });
}

/** The router counts the entries of the history in their state. */
const placeInHistory = (): number => (history.state as { idx?: number } | null)?.idx ?? 0;

function addressOf({ state }: Router): string {
  const { pathname, search } = state.navigation.location ?? state.location;
  return `${pathname}${search}`;
}
