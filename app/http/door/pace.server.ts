// Makes a long answer at the speed of its client: Remix writes a stream without waiting for the socket.
import type { ServerResponse } from "node:http";
import { requestIdHeader } from "./headers.server";

const responses = new Map<string, ServerResponse>();

/** Call it for each request; `id` is the value of its `requestIdHeader`. */
export function noteResponse(id: string, response: ServerResponse): void {
  responses.set(id, response);
  response.once("close", () => responses.delete(id));
}

/**
 * Yields each piece once the client has room for it, so that a slow reader holds no more than a piece or two in memory.
 * Ends early when the client has left.
 */
export async function* atClientSpeed(request: Request, pieces: AsyncIterable<string>): AsyncGenerator<string> {
  const response = responses.get(request.headers.get(requestIdHeader) ?? "");
  if (!response) return yield* pieces;
  const room = watchRoom(response);
  for await (const piece of pieces) {
    yield piece;
    await room();
    if (response.destroyed) return;
  }
}

/**
 * The returned function resolves when the last write was taken at once, or has drained, or the client has left. Express
 * compresses behind `write` and hands on "drain", so the full buffer may be the compressor's: only `write` knows.
 */
function watchRoom(response: ServerResponse): () => Promise<void> {
  let isFull = false;
  let proceed = () => {};
  const write = response.write.bind(response) as (...chunk: unknown[]) => boolean;
  response.write = (...chunk: unknown[]) => {
    isFull = !write(...chunk);
    return !isFull;
  };
  // One listener for all waits: what is added later by `once` could not be taken off the compressor again.
  response.on("drain", () => {
    isFull = false;
    proceed();
  });
  response.once("close", () => proceed());
  return () =>
    isFull && !response.destroyed
      ? new Promise<void>((resolve) => {
          proceed = resolve;
        })
      : Promise.resolve();
}
