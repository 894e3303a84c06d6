// Sets the page's title to the error when a form failed, so that it is read first.
import { type ReactNode, useContext } from "react";
import { UNSAFE_DataRouterStateContext as RouterState } from "react-router-dom";

export function FailedTitle({ children }: { children: ReactNode }) {
  const actionData = useContext(RouterState)?.actionData ?? {};
  const failed = Object.values(actionData as Record<string, { ok?: unknown; error?: unknown } | null>).find(
    (result) => result?.ok === false && typeof result.error === "string",
  );
  return failed ? <title>{`Error: ${String(failed.error)} · Linnet`}</title> : children;
}
