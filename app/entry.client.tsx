// Hydrates the server-rendered page; every page also works without this script.
import { RemixBrowser } from "@remix-run/react";
import { startTransition, StrictMode } from "react";
import { hydrateRoot } from "react-dom/client";
import { loadShownParts } from "./ui/lazy-part";

// Remix's router aborts a response when the next load begins, and leaves its promise unhandled.
addEventListener("unhandledrejection", (event) => {
  if (event.reason instanceof DOMException && event.reason.name === "AbortError") event.preventDefault();
});

// Load scripts of open panels first: a lazily hydrated part loses typed text on revalidation (error 421).
void Promise.all([loadShownParts(), dataDecoded()]).then(() =>
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <RemixBrowser />
      </StrictMode>,
    );
  }),
);

/** RemixBrowser throws the data promise on its first render with no Suspense above it. */
async function dataDecoded(): Promise<void> {
  try {
    RemixBrowser({});
  } catch (promise) {
    await promise;
  }
}
