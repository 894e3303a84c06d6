// Keeps a typed topic in this tab while the user links an account at the network.
import { type RefObject, useEffect } from "react";

const name = "linnet_topic";

/** `isLeaving`: an account must be linked first. `follow` runs when the field was filled. */
export function useKeptTopic(input: RefObject<HTMLInputElement>, isLeaving: boolean, follow: () => void): void {
  useEffect(() => {
    const kept = sessionStorage.getItem(name);
    sessionStorage.removeItem(name);
    if (!kept || !input.current || input.current.value !== "") return;
    input.current.value = kept;
    follow();
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);

  useEffect(() => {
    if (!isLeaving) return;
    const keep = () => {
      const topic = input.current?.value.trim();
      if (topic) sessionStorage.setItem(name, topic);
    };
    addEventListener("pagehide", keep);
    return () => removeEventListener("pagehide", keep);
  }, [input, isLeaving]);
}
