// Turns of the event loop, one for each who asks: between two of them all sockets are read and what is due is sent.

/** A row of its own. What it returns resolves when the caller's turn has come. */
export function openTurns(): () => Promise<void> {
  let last = Promise.resolve();
  return () => (last = last.then(() => new Promise<void>((resolve) => void setImmediate(resolve))));
}
