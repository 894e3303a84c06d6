// Takes the server's page over in the browser; everything works before this has run, and without it.
import { RemixBrowser } from "@remix-run/react";
import { startTransition, StrictMode } from "react";
import { hydrateRoot } from "react-dom/client";
import { loadShownParts } from "./ui/lazy-part";

// An answer whose last bytes are still on their way when the next reading begins is broken off by Remix's router, and the
// promise of its end is nobody's: no fault that a console should tell.
addEventListener("unhandledrejection", (event) => {
  if (event.reason instanceof DOMException && event.reason.name === "AbortError") event.preventDefault();
});

// A panel or modal that the address opens is part of the page: its script comes first. React can take over a part later
// (lazy, Suspense), but whatever is read anew before that makes it draw the part again, without what was typed (error 421).
// If the script doesn't come, the page goes on without any.
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

/**
 * RemixBrowser throws the promise of the page's data on its first render, and nothing above it waits for one. A press in
 * that moment made React give up (error 345): the page looked well and was never taken over.
 */
async function dataDecoded(): Promise<void> {
  try {
    RemixBrowser({});
  } catch (promise) {
    await promise;
  }
}
