// Shows a line while the server can't be reached.
import { useEffect } from "react";
import { announce } from "./announce";
import { Icon } from "~/ui/icons/icon";
import { useConnectivity } from "~/ui/connectivity";
import { Message } from "~/ui/message";

const staleText = "Can’t reach the server. This page may be out of date.";

/** A modal needs its own, because it makes the page inert. */
export function OfflineNotice({ inModal = false }: { inModal?: boolean }) {
  const { navigationError, stale } = useConnectivity();
  const isStale = stale !== null;
  useEffect(() => {
    // The modal's region appears together with its text, which screen readers don't announce.
    if (inModal && isStale) announce(staleText);
  }, [inModal, isStale]);
  if (inModal && navigationError === null && stale === null) return null;
  return (
    <div className="reach">
      {navigationError !== null && <Line role="alert" text={navigationError} />}
      <div role={inModal ? undefined : "status"}>
        {stale !== null && (
          <>
            {stale && <Line text={stale} />}
            <Line text={staleText} />
          </>
        )}
      </div>
    </div>
  );
}

function Line({ text, role }: { text: string; role?: "alert" }) {
  return (
    <p className="reach__line" role={role}>
      <Icon of="triangle-alert" />
      <Message text={text} />
    </p>
  );
}
