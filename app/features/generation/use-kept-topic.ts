// A topic typed before an account is linked waits, in this tab, until the person is back from the network's page.
import { type RefObject, useEffect } from "react";

const name = "linnet_topic";

/** `isLeaving`: it can't be asked yet, since linking comes first. `follow` is told when the field was filled. */
export function useKeptTopic(input: RefObject<HTMLInputElement>, isLeaving: boolean, follow: () => void): void {
  useEffect(() => {
    const kept = sessionStorage.getItem(name);
    sessionStorage.removeItem(name);
    if (!kept || !input.current || input.current.value !== "") return;
    input.current.value = kept;
    follow();
    // Once, when the field appears.
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
