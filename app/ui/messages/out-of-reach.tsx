// One quiet line while the server can't be reached: the page stays as it was, and says so.
import { useEffect } from "react";
import { announce } from "./announce";
import { Icon } from "~/ui/icons/icon";
import { useReach } from "~/ui/reach";
import { Message } from "~/ui/message";

const staleText = "Not up to date: the server can't be reached";

/**
 * Stands in the page and in whatever is open over it, since a modal makes the page inert. The region of the page is always
 * there, so that a screen reader hears what appears in it.
 */
export function OutOfReach({ inModal = false }: { inModal?: boolean }) {
  const { pressed, stale } = useReach();
  const isStale = stale !== null;
  useEffect(() => {
    // The one in a modal comes with its words, and so would not be heard.
    if (inModal && isStale) announce(staleText);
  }, [inModal, isStale]);
  if (inModal && pressed === null && stale === null) return null;
  return (
    <div className="reach">
      {pressed !== null && <Line role="alert" text={pressed} />}
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
