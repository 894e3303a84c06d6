// Keeps what a composer contains in this browser, and gives it back when the composer is opened again.
import { useEffect, useRef, useState } from "react";
import { onSaved } from "~/screens/browser/drafts/saved-forms";
import type { DraftContent } from "~/screens/browser/drafts/draft";
import type { OpenDraft } from "~/screens/browser/drafts/draft-store";
import { type ComposerForm, isEmpty } from "./form";

interface DraftOptions {
  user: string | null;
  /** "new" or "tweet:ID". */
  what: string;
  /** The form as it is on the page. */
  read(): ComposerForm | null;
  saved: ComposerForm;
  /** The address fills the form, so no draft is restored over it. */
  isFilled: boolean;
  restore(draft: DraftContent): void;
}

export interface Kept {
  state: "new" | "kept" | "not-kept";
  /** Call it when the form changed. */
  follow(): void;
  discard(): void;
}

export function useDraft({ user, what, ...options }: DraftOptions): Kept {
  const [state, setState] = useState<Kept["state"]>("new");
  const latest = useRef(options);
  latest.current = options;
  const draft = useRef<OpenDraft | null>(null);
  const follow = () => {
    const { read, saved } = latest.current;
    const form = read();
    if (form) draft.current?.keep(isSame(form, saved) ? null : contentOf(form));
  };

  useEffect(() => {
    if (user === null) return;
    let isLeft = false;
    let stop = () => {};
    const start = async () => {
      const { drafts } = await import("~/screens/browser/drafts/browser-drafts.client");
      if (isLeft) return;
      const isTyped = () => {
        const { read, saved } = latest.current;
        const form = read();
        return form !== null && !isSame(form, saved);
      };
      draft.current = drafts.open({
        user,
        what,
        restore(found) {
          if (isLeft || latest.current.isFilled || isTyped()) return false;
          latest.current.restore(found);
          return true;
        },
        onWrite: (isKept) => !isLeft && setState(isKept ? "kept" : "not-kept"),
      });
      stop = onSaved((form) => {
        if (form.has("once")) draft.current?.end();
      });
      if (isTyped()) follow();
    };
    // Without its script the form works as before.
    start().catch(() => {});
    return () => {
      isLeft = true;
      stop();
      draft.current?.close();
      draft.current = null;
    };
  }, [user, what]);

  // Where no store takes it, leaving would lose it.
  useEffect(() => {
    if (state !== "not-kept") return;
    const warn = (event: BeforeUnloadEvent) => {
      const { read, saved } = latest.current;
      const form = read();
      if (form && !isSame(form, saved)) event.preventDefault();
    };
    addEventListener("beforeunload", warn);
    return () => removeEventListener("beforeunload", warn);
  }, [state]);

  return { state, follow, discard: () => draft.current?.end() };
}

const partsTold = ({ parts }: ComposerForm): string =>
  JSON.stringify(
    parts
      .filter(({ text, images }) => text !== "" || images.length > 0)
      .map(({ text, images }) => [
        text,
        images.map(({ mediaId, altText, madeWithAi }) => [mediaId, altText, madeWithAi]),
      ]),
  );

const isSame = (form: ComposerForm, saved: ComposerForm): boolean =>
  partsTold(form) === partsTold(saved) || (isEmpty(form.parts) && isEmpty(saved.parts));

const contentOf = ({ parts, account, seen }: ComposerForm): DraftContent => ({
  parts: parts.map(({ text, images }) => ({
    text,
    images: images.map(({ mediaId, altText, madeWithAi }) => ({ mediaId, alt: altText, ai: madeWithAi })),
  })),
  ...(account !== null && { account }),
  ...(seen !== null && { before: seen }),
});
