// Tracks which tweets of a list are being edited in place: by the URL, or by a click.
import { type MouseEvent, type ReactNode, startTransition, useEffect, useRef, useState } from "react";
import { useNavigate } from "@remix-run/react";
import type { Weighed } from "~/features/tweets/count";
import type { TweetView } from "~/features/tweets/tweet";
import { lazyPart } from "~/ui/lazy-part";
import type { ActionResult } from "~/screens/forms/form-action.server";
import { useHrefWith } from "~/screens/forms/use-href-with";
import { failedIn } from "~/screens/forms/use-result";
import type { Draft } from "./draft";

const EditInPlace = lazyPart("edit-in-place", () => import("./edit-in-place"));

/** `known`: text whose length the browser can't compute itself. */
export interface Named {
  id: number;
  known: [string, Weighed][];
}

/** An editor stays open, with what was typed, even after its tweet leaves the list. */
export function useEditing(tweets: readonly TweetView[], named: Named | null, result: ActionResult | undefined) {
  const { hrefWith } = useHrefWith();
  const navigate = useNavigate();
  const [open, setOpen] = useState<readonly number[]>([]);
  const [left, setLeft] = useState<number | null>(null);
  const drafts = useRef(new Map<number, Draft>());

  const failed = failedIn(result, "edit") ?? failedIn(result, "write");
  const refused = failed && named && failed.values["tweetId"] === String(named.id) ? failed : undefined;
  const isThere = (id: number) => tweets.some((tweet) => tweet.id === id && tweet.status === "pending");
  const ofUrl = named && named.id !== left && (refused !== undefined || isThere(named.id)) ? named.id : null;
  const ids = ofUrl === null || open.includes(ofUrl) ? open : [...open, ofUrl];
  useEffect(() => {
    if (ofUrl !== null) setOpen((others) => (others.includes(ofUrl) ? others : [...others, ofUrl]));
  }, [ofUrl]);

  const close = (id: number) => {
    drafts.current.delete(id);
    setOpen((others) => others.filter((other) => other !== id));
    setLeft(id);
    if (named?.id === id) navigate(hrefWith({ edit: null }), { preventScrollReset: true });
  };
  const editorOf = (id: number): ReactNode => {
    if (!ids.includes(id)) return null;
    const tweet = tweets.find((view) => view.id === id) ?? null;
    const draft = drafts.current.get(id) ?? {};
    drafts.current.set(id, draft);
    const more = named?.id === id ? { known: named.known, refused } : {};
    return <EditInPlace key={id} id={id} tweet={tweet} draft={draft} close={close} {...more} />;
  };
  return {
    editorOf,
    gone: ids.filter((id) => !tweets.some((tweet) => tweet.id === id)).map(editorOf),
    linkOf: (id: number) => ({
      to: hrefWith({ edit: String(id), tweet: null }),
      preventScrollReset: true,
      "data-edit": true,
      onClick(event: MouseEvent) {
        if (event.button !== 0 || event.metaKey || event.altKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        startTransition(() => setOpen((others) => (others.includes(id) ? others : [...others, id])));
      },
    }),
  };
}
