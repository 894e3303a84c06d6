// Keeps the scroll position during reloads; otherwise restores it like Remix.
import { ScrollRestoration, useLocation, useNavigation } from "@remix-run/react";
import { type MutableRefObject, useRef } from "react";
import { useBeforePaint } from "~/ui/use-before-paint";

interface Place {
  scrollY: number;
  key: string;
}

/** Remix restores the position from before a reload, even if the user has scrolled since. */
export function ScrollPlace({ nonce }: { nonce?: string | undefined }) {
  const { key } = useLocation();
  const place = useRef<Place>({ scrollY: 0, key });
  return (
    <>
      <Note place={place} />
      <ScrollRestoration nonce={nonce} />
      <GoBack place={place} />
    </>
  );
}

/** Its effect runs just before ScrollRestoration's. */
function Note({ place }: { place: MutableRefObject<Place> }): null {
  useNavigation();
  useBeforePaint(() => {
    place.current.scrollY = scrollY;
  });
  return null;
}

function GoBack({ place }: { place: MutableRefObject<Place> }): null {
  const { key } = useLocation();
  useNavigation();
  useBeforePaint(() => {
    const isSame = place.current.key === key;
    place.current.key = key;
    if (isSame && scrollY !== place.current.scrollY) scrollTo(scrollX, place.current.scrollY);
  });
  return null;
}
