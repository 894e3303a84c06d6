// Takes the server's page over in the browser; everything works before this has run, and without it.
import "~/ui/kit";
import { RemixBrowser } from "@remix-run/react";
import { startTransition, StrictMode } from "react";
import { hydrateRoot } from "react-dom/client";
import { loadParts } from "./ui/part";

// An answer whose last bytes are still on their way when the next reading begins is broken off by Remix's router, and the
// promise of its end is nobody's: no fault that a console should tell.
addEventListener("unhandledrejection", (event) => {
  if (event.reason instanceof DOMException && event.reason.name === "AbortError") event.preventDefault();
});

// If the script of a part doesn't come, the page goes on without any.
void Promise.all([loadParts(window.linnetParts), dataDecoded()]).then(() =>
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
 * Remix decodes the page's data when it is first rendered, and throws the promise of it. Nothing above it waits for one,
 * so a press in that very moment would make React give up ("Root did not complete"): it is had out before.
 */
async function dataDecoded(): Promise<void> {
  try {
    RemixBrowser({});
  } catch (promise) {
    await promise;
  }
}
