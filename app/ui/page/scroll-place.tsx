// Where a page is scrolled to: left alone while its data is read anew, else as Remix keeps it in the history.
import { ScrollRestoration, useLocation, useNavigation } from "@remix-run/react";
import { type MutableRefObject, useRef } from "react";
import { useBeforePaint } from "~/ui/use-before-paint";

interface Place {
  scrollY: number;
  /** Of the entry in the history. */
  key: string;
}

/**
 * Remix notes where the page stands as a reading begins, and goes back there at its end. Whoever scrolled meanwhile was
 * thrown back, and a press just then was none: the link was no longer under the pointer as the button came up.
 */
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

/** Its effect runs just before that of what stands behind it. */
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
