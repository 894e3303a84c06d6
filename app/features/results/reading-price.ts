// Computes the price of readings by each kind of call, and how many can be paid. Pure.
import { readMicrosOf } from "~/features/spending/price";

/** X's price per post for listing the app owner's own account, in millionths of a US dollar. */
const ownedReadMicros = 1_000;

export const listMicrosOf = (posts: number): number => posts * ownedReadMicros;

export const maxIds = 100;
const pageOfList = 100;

interface Wanted {
  postId: string;
}

/** Picks from the start what `budgetMicros` pays; posts in `chargedToday` are free. */
export function affordable<T extends Wanted>(
  wanted: readonly T[],
  { chargedToday, budgetMicros }: { chargedToday: ReadonlySet<string>; budgetMicros: number },
): T[] {
  let left = budgetMicros;
  return wanted.filter(({ postId }) => {
    const price = chargedToday.has(postId) ? 0 : readMicrosOf(1);
    if (price > left) return false;
    left -= price;
    return true;
  });
}

export const idsMicrosOf = (ids: readonly string[], chargedToday: ReadonlySet<string>): number =>
  readMicrosOf(ids.filter((id) => !chargedToday.has(id)).length);

/**
 * Posts to pay for when listing the app owner's account; null if reading by id is cheaper or the list can't be paid.
 */
export function listedPosts(
  ids: readonly string[],
  { inRange, chargedToday, budgetMicros }: { inRange: number; chargedToday: ReadonlySet<string>; budgetMicros: number },
): number | null {
  const isCheaper = listMicrosOf(inRange) < idsMicrosOf(ids, chargedToday);
  // Reserves whole pages: X also charges for unknown posts on the last page.
  const reserved = (Math.floor(inRange / pageOfList) + 1) * pageOfList;
  return isCheaper && listMicrosOf(reserved) <= budgetMicros ? reserved : null;
}
