// The title of a page whose form failed: it says so first, before anything of the page is read.
import { type ReactNode, useContext } from "react";
import { UNSAFE_DataRouterStateContext as RouterState } from "react-router-dom";

/** Around the page's own title, whose place it takes. */
export function FailedTitle({ children }: { children: ReactNode }) {
  const actionData = useContext(RouterState)?.actionData ?? {};
  const failed = Object.values(actionData as Record<string, { ok?: unknown; error?: unknown } | null>).find(
    (one) => one?.ok === false && typeof one.error === "string",
  );
  return failed ? <title>{`Error: ${String(failed.error)} · Linnet`}</title> : children;
}
