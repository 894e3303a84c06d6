// The title of a page whose form came to nothing: it says so first, before anything of the page is read.
import { useContext } from "react";
import { UNSAFE_DataRouterStateContext as RouterState } from "react-router-dom";

/** Stands before the page's own title, whose place it takes: a browser shows the first. */
export function FailedTitle() {
  const acted = useContext(RouterState)?.actionData ?? {};
  const failed = Object.values(acted as Record<string, { ok?: unknown; error?: unknown } | null>).find(
    (one) => one?.ok === false && typeof one.error === "string",
  );
  return failed ? <title>{`Error: ${String(failed.error)} · Linnet`}</title> : null;
}
