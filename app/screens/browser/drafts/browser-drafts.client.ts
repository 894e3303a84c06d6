// The draft store of this browser: IndexedDB and localStorage, and a channel to its other tabs.
import { createDraftStore, type TabMessage } from "./draft-store";

const table = "drafts";

let channel: BroadcastChannel | undefined;

export const drafts = createDraftStore({
  local: () => localStorage,
  session: () => sessionStorage,
  // A connection for each task: the browser may close an open one.
  inTable: (task) =>
    new Promise((resolve, reject) => {
      const opening = indexedDB.open("linnet", 1);
      opening.onupgradeneeded = () => opening.result.createObjectStore(table, { keyPath: "id" });
      opening.onerror = reject;
      opening.onsuccess = () => {
        const transaction = opening.result.transaction(table, "readwrite");
        const request = task(transaction.objectStore(table));
        transaction.oncomplete = () => resolve(request.result);
        transaction.onabort = reject;
        // Takes effect after the transaction.
        opening.result.close();
      };
    }),
  post: (message) => channel?.postMessage(message),
  // `crypto.randomUUID` needs https.
  newId: () => crypto.getRandomValues(new Uint32Array(4)).join("-"),
  now: Date.now,
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
});

function join(): void {
  channel = new BroadcastChannel("linnet_drafts");
  channel.onmessage = ({ data }: MessageEvent<TabMessage>) => drafts.hear(data);
}

join();
addEventListener("pagehide", () => {
  drafts.leave();
  // An open channel would keep the page out of the back/forward cache.
  channel?.close();
});
addEventListener("pageshow", ({ persisted }) => {
  if (!persisted) return;
  join();
  drafts.tell(true);
});
