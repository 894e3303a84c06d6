// Checks whether a post still exists, by reading its figures. Pure over the port.
import { type Network, type NetworkTokens, ReadError } from "./port";

/** Makes one call, charged as a read post. Throws ReadError, also if the network doesn't mention the post. */
export async function isPostThere(
  network: Pick<Network, "readFigures">,
  tokens: NetworkTokens,
  { postId, signal }: { postId: string; signal?: AbortSignal },
): Promise<boolean> {
  const { figures, gone } = await network.readFigures(tokens, { ids: [postId], withPrivate: false, signal });
  if (gone.includes(postId)) return false;
  if (figures.some((figure) => figure.postId === postId)) return true;
  throw new ReadError("The network said nothing of the post", 200);
}
