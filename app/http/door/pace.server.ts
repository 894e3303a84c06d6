// Streams a long answer at the client's speed; Remix ignores backpressure.
import type { ServerResponse } from "node:http";
import { requestIdHeader } from "./headers.server";

const responses = new Map<string, ServerResponse>();

export function noteResponse(id: string, response: ServerResponse): void {
  responses.set(id, response);
  response.once("close", () => responses.delete(id));
}

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

/** The function resolves when the last write was accepted, has drained, or the client left. */
function watchRoom(response: ServerResponse): () => Promise<void> {
  let isFull = false;
  let proceed = () => {};
  const write = response.write.bind(response) as (...chunk: unknown[]) => boolean;
  response.write = (...chunk: unknown[]) => {
    isFull = !write(...chunk);
    return !isFull;
  };
  // Listeners added later can't be removed from the compressor, so all waits share one.
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
