// Whether a request of Remix's router failed on its way: no answer of this server's came. Pure.

/**
 * `fetch` throws a TypeError where nothing answers; an answer that breaks off, or is a proxy's instead of ours, can't be
 * decoded. What the server itself refuses or breaks at comes as something else, and so does what the router breaks off.
 */
export const isUnreached = (error: unknown): boolean =>
  error instanceof TypeError || (error instanceof Error && error.message.startsWith("Unable to decode turbo-stream"));
