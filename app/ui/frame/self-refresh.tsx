// A page that waits for something loads itself again until a script has taken it over, and for ever where none runs.
import { useEffect } from "react";
import { useLocation } from "@remix-run/react";

declare global {
  interface Window {
    linnetRefresh?: ReturnType<typeof setTimeout>;
  }
}

/** So many looks later the script has had its time, even where it is still on its way. */
const patience = 4;

/**
 * For a browser that runs scripts, but whose own for this page hasn't come: it may be blocked, or gone since a new build.
 * One that has come gets a look more to take the page over, and one on its way `patience` of them. No quote and no angle
 * bracket: React would write them as entities.
 */
const untilTakenOver = (seconds: number): string => `
  (function look(left, came) {
    window.linnetRefresh = setTimeout(function () {
      if (came || left === 0) location.reload();
      else look(left - 1, document.readyState === \`complete\`);
    }, ${seconds * 1000});
  })(${patience - 1}, false);`;

export function SelfRefresh({ seconds, nonce }: { seconds: number; nonce?: string }) {
  const { search } = useLocation();
  useEffect(() => clearTimeout(window.linnetRefresh), []);
  return (
    <>
      <noscript>
        {/* Without an address, one that ends in #tweet-1 would only scroll there. */}
        <meta httpEquiv="refresh" content={`${seconds};url=${search || "?"}`} />
      </noscript>
      <script nonce={nonce} suppressHydrationWarning>
        {untilTakenOver(seconds)}
      </script>
    </>
  );
}
