// The document around every page: theme, styles, scripts and the error page.
import { type ReactNode, useEffect } from "react";
import type { LinksFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import {
  isRouteErrorResponse,
  Links,
  LiveReload,
  Meta,
  Outlet,
  Scripts,
  useLoaderData,
  useMatches,
  useRouteError,
  useRouteLoaderData,
} from "@remix-run/react";
import { useNonce } from "~/http/door/nonce";
import { setPrices } from "~/ports/network/call-prices";
import { keepPage } from "~/screens/browser/keep-page";
import { loadRoot } from "~/screens/frame/screen.server";
import type { ScreenData } from "~/screens/frame/to-view.server";
import { isOfBrowser, isNetworkError } from "~/screens/browser/network-error";
import { BrokenPage } from "~/ui/frame/broken-page";
import { ScrollPlace } from "~/ui/page/scroll-place";
import { FailedTitle } from "~/ui/messages/failed-title";
import { SelfRefresh } from "~/ui/frame/self-refresh";
import { withoutScript } from "~/ui/frame/without-script";
import styles from "./styles/index.css";

export const links: LinksFunction = () => [
  { rel: "stylesheet", href: styles },
  { rel: "icon", href: "/favicon.svg", type: "image/svg+xml" },
];

export const meta: MetaFunction = () => [{ title: "Linnet" }];

export const loader = (args: LoaderFunctionArgs) => loadRoot(args);

const pageEnd = "page-end";

const checkFirst = "Your last action may have gone through. Check before you repeat it.";

export function Layout({ children }: { children: ReactNode }) {
  const nonce = useNonce();
  const matches = useMatches();
  const refreshAfter = refreshAfterOf(matches);
  const hasScript = matches.every(({ handle }) => handle !== withoutScript);
  const theme = useRouteLoaderData<ScreenData>("root")?.theme ?? "system";
  return (
    <html lang="en" data-theme={theme === "system" ? undefined : theme}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <FailedTitle>
          {/* Each page's meta has only a title. */}
          <Meta />
        </FailedTitle>
        <Links />
        {/* Delays the first paint until all HTML is there. Otherwise the page would shift as the rest arrives. */}
        <link rel="expect" href={`#${pageEnd}`} blocking="render" />
        {refreshAfter !== undefined && <SelfRefresh seconds={refreshAfter} nonce={nonce} />}
      </head>
      <body>
        {children}
        <div id={pageEnd} hidden />
        {hasScript && (
          <>
            <ScrollPlace nonce={nonce} />
            <Scripts nonce={nonce} />
            <LiveReload nonce={nonce} />
          </>
        )}
      </body>
    </html>
  );
}

const refreshAfterOf = (matches: ReturnType<typeof useMatches>): number | undefined =>
  matches
    .map((match) => (match.data as { refreshAfter?: unknown } | null)?.refreshAfter)
    .find((seconds) => typeof seconds === "number");

export default function Root() {
  // Must run before forms render, since they show prices while typing.
  setPrices(useLoaderData<typeof loader>().prices ?? null);
  useEffect(() => keepPage(window.__remixRouter), []);
  return <Outlet />;
}

export function ErrorBoundary() {
  const error = useRouteError();
  const status = isRouteErrorResponse(error) ? error.status : 500;
  if (isOfBrowser(error))
    return (
      <BrokenPage title="Your browser couldn’t show this page" canLoadAgain>
        A translation or an extension may have changed it. {checkFirst}
      </BrokenPage>
    );
  if (isNetworkError(error))
    return (
      <BrokenPage title="Can’t reach the server" canLoadAgain>
        {checkFirst}
      </BrokenPage>
    );
  if (status === 404)
    return <BrokenPage title="Page not found">Check the address. The page may have moved or been deleted.</BrokenPage>;
  if (status === 405)
    return (
      <BrokenPage title="This form can’t be sent here">Nothing was changed. Reload the page and try again.</BrokenPage>
    );
  return (
    <BrokenPage title="Something went wrong" canLoadAgain>
      {checkFirst} Details are in the server log.
    </BrokenPage>
  );
}
