// Button that reloads the timeline's data, or without a script the whole page.
import { useEffect, useRef } from "react";
import { useLocation, useNavigation, useRevalidator } from "@remix-run/react";
import { announce } from "~/ui/messages/announce";
import { Button, ButtonLink } from "~/ui/form/button";
import type { IconName } from "~/ui/icons/icon";
import { useConnectivity } from "~/ui/connectivity";
import { useHydrated } from "~/ui/use-hydrated";
import { useScreen } from "~/screens/frame/screen";
import { reload } from "~/screens/browser/use-reload";

const words = "Refresh Timeline History";

export function RefreshHistory({ icon, size }: { icon: IconName; size?: "small" }) {
  const { pathname, search } = useLocation();
  const { state } = useRevalidator();
  const navigation = useNavigation();
  const loading = state !== "idle" || navigation.state === "loading";
  const hydrated = useHydrated();
  const pressed = useRef(false);
  const { stale } = useConnectivity();
  const { accountsFault } = useScreen();
  const isRead = stale === null && accountsFault === null;
  useEffect(() => {
    if (loading || !pressed.current) return;
    pressed.current = false;
    if (isRead) announce("The timeline is up to date");
    else announce("Couldn’t refresh the timeline", { urgent: true });
  }, [loading, isRead]);
  const press = () => {
    pressed.current = true;
    reload();
  };
  if (!hydrated)
    return (
      <ButtonLink icon={icon} size={size} to={`${pathname}${search}`} reloadDocument>
        {words}
      </ButtonLink>
    );
  return (
    <Button type="button" icon={icon} size={size} disabled={loading} onClick={press}>
      {words}
    </Button>
  );
}
