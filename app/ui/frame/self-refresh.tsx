// Reloads a waiting page until a script takes over, or forever without one.
import { useEffect } from "react";
import { useLocation } from "@remix-run/react";

declare global {
  interface Window {
    linnetRefresh?: ReturnType<typeof setTimeout>;
  }
}

/** The number of checks after which the script is assumed not to come. */
const patience = 4;

/** For a page whose script doesn't load, for example after a new build. React would escape quotes in this code. */
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
        {/* Without a URL, a page at #tweet-1 would only scroll. */}
        <meta httpEquiv="refresh" content={`${seconds};url=${search || "?"}`} />
      </noscript>
      <script nonce={nonce} suppressHydrationWarning>
        {untilTakenOver(seconds)}
      </script>
    </>
  );
}
