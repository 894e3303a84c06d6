// Whether one post is still there: a reading of its figures says so. Pure over the port.
import { type Network, type NetworkTokens, ReadError } from "./port";

/**
 * Asks for one post, in one call that is charged as a read post. False: the network knows it no more. Throws ReadError,
 * also where the network says nothing of it: nothing may be concluded from that.
 */
export async function isPostThere(
  network: Pick<Network, "readFigures">,
  tokens: NetworkTokens,
  { postId, signal }: { postId: string; signal?: AbortSignal },
): Promise<boolean> {
  const { figures, gone } = await network.readFigures(tokens, { ids: [postId], withPrivate: false, signal });
  if (gone.includes(postId)) return false;
  if (figures.some((one) => one.postId === postId)) return true;
  throw new ReadError("The network said nothing of the post", 200);
}
