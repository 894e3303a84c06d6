// Refresh Timeline History: the same page again; with a script only its data, disabled while that loads.
import { useLocation, useNavigation, useRevalidator } from "@remix-run/react";
import { Button, ButtonLink } from "~/ui/button";
import type { IconName } from "~/ui/icon";
import { useHydrated } from "~/ui/use-hydrated";
import { reload } from "./use-reload";

const words = "Refresh Timeline History";

export function RefreshHistory({ icon, size }: { icon: IconName; size?: "small" }) {
  const { pathname, search } = useLocation();
  const { state } = useRevalidator();
  const navigation = useNavigation();
  const loading = state !== "idle" || navigation.state === "loading";
  const hydrated = useHydrated();
  if (!hydrated)
    return (
      <ButtonLink icon={icon} size={size} to={`${pathname}${search}`} reloadDocument>
        {words}
      </ButtonLink>
    );
  return (
    <Button type="button" icon={icon} size={size} disabled={loading} onClick={reload}>
      {words}
    </Button>
  );
}
