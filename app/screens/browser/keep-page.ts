// Keeps the page when the server is unreachable, so that Remix's error page doesn't replace it.
import { importScript } from "~/ui/import-script";
import { isServerReachable, wentOnline, wentOffline, wentStale } from "~/ui/connectivity";
import { isClosing, isNetworkError, wordsOfWay } from "./network-error";

type Router = typeof window.__remixRouter;
type Route = Router["routes"][number];
type Loader = Exclude<Route["loader"], boolean | undefined>;

const never = <T>(): Promise<T> => new Promise(() => {});

const answered = (): void => {
  messageIfStale("");
  wentOnline();
};

let ifStale = "";
export const messageIfStale = (sentence: string): void => void (ifStale = sentence);

const kept = new WeakSet<Router>();

/** Wraps the router's own loaders. With a clientLoader per route, Remix would send one request per route. */
export function keepPage(router: Router): void {
  if (kept.has(router)) return;
  kept.add(router);
  const seen = new WeakSet<object>();
  let isSettling = false;
  let place = placeInHistory();

  const settle = (): void => {
    if (isSettling) return;
    isSettling = true;
    const moved = placeInHistory() - place;
    // A popstate to the current entry ends any other navigation and leaves the URL, scroll position and focus alone.
    if (moved === 0) dispatchEvent(new PopStateEvent("popstate", { state: history.state as unknown }));
    else history.go(-moved);
  };

  const cancelNavigation = <T>(to: URL): Promise<T> => {
    wentOffline(wordsOfWay(to));
    settle();
    return never();
  };

  const offlineData = (id: string, to: URL): unknown => {
    const { location, loaderData } = router.state;
    const isSameAddress = to.pathname === location.pathname && to.search === location.search;
    if (!(id in loaderData) || !(isSameAddress || isClosing(location, to))) return cancelNavigation(to);
    wentStale(ifStale);
    return loaderData[id];
  };

  const wrapLoader = (id: string, loader: Loader): Loader => {
    const asking = async (...[args, context]: Parameters<Loader>): Promise<unknown> => {
      try {
        const data: unknown = await loader(args, context);
        if (id === "root") answered();
        return data;
      } catch (error) {
        if (args.request.signal.aborted || !isNetworkError(error)) throw error;
        return offlineData(id, new URL(args.request.url));
      }
    };
    return Object.assign(asking, loader) as Loader;
  };

  /** When a route's script fails to load, Remix reloads the whole page, which shows nothing if the server is down. */
  const wrapLazy =
    (id: string, lazy: NonNullable<Route["lazy"]>): Route["lazy"] =>
    async () => {
      const script = window.__remixManifest.routes[id]?.module;
      const modules = window.__remixRouteModules;
      const to = new URL(addressOf(router), location.origin);
      if (script && !(id in modules))
        try {
          modules[id] = await importScript<(typeof modules)[string]>(script);
        } catch {
          // Any response means that another build is running, and Remix's own reload is right.
          if (!(await isServerReachable())) return cancelNavigation(to);
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
      route.shouldRevalidate = (args) =>
        !isSettling && (shouldRevalidate ? shouldRevalidate(args) : args.defaultShouldRevalidate);
      seen.add(route.shouldRevalidate);
    }
    route.children?.forEach(wrap);
  };

  router.routes.forEach(wrap);
  router.subscribe(({ navigation }) => {
    router.routes.forEach(wrap);
    if (navigation.state !== "idle") return;
    isSettling = false;
    place = placeInHistory();
  });
}

const placeInHistory = (): number => (history.state as { idx?: number } | null)?.idx ?? 0;

function addressOf({ state }: Router): string {
  const { pathname, search } = state.navigation.location ?? state.location;
  return `${pathname}${search}`;
}
