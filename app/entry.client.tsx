// Takes the server's page over in the browser; everything works before this has run, and without it.
import { RemixBrowser } from "@remix-run/react";
import { startTransition, StrictMode } from "react";
import { hydrateRoot } from "react-dom/client";
import { loadParts } from "./ui/part";

// If the script of a part doesn't come, the page goes on without any.
void loadParts(window.linnetParts).then(() =>
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <RemixBrowser />
      </StrictMode>,
    );
  }),
);
