// Window of a tweet's pictures, on every screen that shows tweets.
import { useNavigate } from "@remix-run/react";
import { PictureModal } from "~/features/media/picture-modal";
import type { Picturing } from "~/features/media/picture-view";
import { reload } from "~/screens/browser/use-reload";
import { useHrefWith } from "~/screens/forms/use-href-with";
import { useScreen } from "~/screens/frame/screen";

export default function PicturesWindow({ of }: { of: Picturing }) {
  const { hrefWith } = useHrefWith();
  const { flash } = useScreen();
  const navigate = useNavigate();
  const closeTo = hrefWith({ pictures: null });
  return (
    <PictureModal
      of={of}
      closeTo={closeTo}
      back={hrefWith({})}
      refused={flash?.refused}
      onSaved={() => void navigate(closeTo, { preventScrollReset: true })}
      onChanged={reload}
    />
  );
}
