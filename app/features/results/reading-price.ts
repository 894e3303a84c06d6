// What reading posts costs by which call, and how many can be paid. Pure.
import { readMicrosOf } from "~/features/spending/price";

/** X lists the posts of the account that owns the app for this much each, in millionths of a US dollar; also those of others' making. */
const ownedReadMicros = 1_000;

export const listMicrosOf = (posts: number): number => posts * ownedReadMicros;

/** X takes so many ids a call. */
export const maxIds = 100;
/** A page of an account's list. */
const pageOfList = 100;

interface Wanted {
  postId: string;
}

/**
 * As many as `budgetMicros` pays, the first ones first; those that X has charged for since its day began are free.
 * Infinity: no limit.
 */
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

/** What these ids cost by themselves. */
export const idsMicrosOf = (ids: readonly string[], chargedToday: ReadonlySet<string>): number =>
  readMicrosOf(ids.filter((id) => !chargedToday.has(id)).length);

/**
 * How many posts the list of the app owner's account is paid for beforehand, where it is the cheaper call; null: it is
 * not. `inRange` is how many posts the account is known to have since the oldest wanted one.
 */
export function listedPosts(
  ids: readonly string[],
  { inRange, chargedToday, budgetMicros }: { inRange: number; chargedToday: ReadonlySet<string>; budgetMicros: number },
): number | null {
  const isCheaper = listMicrosOf(inRange) < idsMicrosOf(ids, chargedToday);
  // Whole pages: what stands on the last one beside the posts that are known is charged too.
  const reserved = (Math.floor(inRange / pageOfList) + 1) * pageOfList;
  return isCheaper && listMicrosOf(reserved) <= budgetMicros ? reserved : null;
}
