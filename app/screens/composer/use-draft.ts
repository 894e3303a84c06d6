// Keeps what a composer contains in this browser, and gives it back when the composer is opened again.
import { useEffect, useRef, useState } from "react";
import { onSaved } from "~/screens/browser/drafts/saved-forms";
import type { DraftContent } from "~/screens/browser/drafts/draft";
import type { OpenDraft } from "~/screens/browser/drafts/draft-store";
import type { ComposerForm } from "./form";
import { contentOf, isSame } from "./kept-form";

interface DraftOptions {
  userId: string | null;
  /** "new" or "tweet:ID". */
  what: string;
  /** The form as it is on the page. */
  read(): ComposerForm | null;
  /** The form as the server stores it. */
  stored(): ComposerForm;
  /** The address or an answer fills the form, so no draft is restored over it. */
  isFilled: boolean;
  isBusy: boolean;
  restore(draft: DraftContent): void;
}

export interface Kept {
  state: "new" | "kept" | "not-kept";
  /** Call it when the form changed. */
  follow(): void;
  /** Whether it contains what the server doesn't store. */
  isChanged(): boolean;
  discard(): void;
}

export function useDraft({ userId, what, isBusy, ...options }: DraftOptions): Kept {
  const [state, setState] = useState<Kept["state"]>("new");
  const latest = useRef(options);
  latest.current = options;
  const draft = useRef<OpenDraft | null>(null);
  const isDone = useRef(false);
  // A page that couldn't be left goes on.
  useEffect(() => {
    if (!isBusy) isDone.current = false;
  }, [isBusy]);

  const changed = () => {
    const { read, stored } = latest.current;
    const form = read();
    return form === null || isDone.current || isSame(form, stored()) ? null : form;
  };
  const isChanged = () => changed() !== null;
  const follow = () => {
    if (isDone.current || latest.current.read() === null) return;
    const form = changed();
    draft.current?.keep(form && contentOf(form));
  };
  const calls = useRef({ follow, isChanged });
  calls.current = { follow, isChanged };

  useEffect(() => {
    if (userId === null) return;
    let isLeft = false;
    let stop = () => {};
    const start = async () => {
      const { drafts } = await import("~/screens/browser/drafts/browser-drafts.client");
      if (isLeft) return;
      draft.current = drafts.open({
        user: userId,
        what,
        restore(found) {
          if (isLeft || latest.current.isFilled || calls.current.isChanged()) return false;
          latest.current.restore(found);
          return true;
        },
        onWrite: (isKept) => !isLeft && setState(isKept ? "kept" : "not-kept"),
      });
      stop = onSaved((form) => {
        if (form.get("once") !== latest.current.read()?.once) return;
        isDone.current = true;
        draft.current?.end();
      });
      if (calls.current.isChanged()) calls.current.follow();
    };
    // Without its script the form works as before.
    start().catch(() => {});
    return () => {
      isLeft = true;
      stop();
      // The form goes on as another tweet, and its text under that name.
      if (latest.current.read()) draft.current?.end();
      draft.current?.close();
      draft.current = null;
    };
  }, [userId, what]);

  return { state, follow, isChanged, discard: () => draft.current?.end() };
}
