// What becomes of the zone that a browser takes for its own: pure, for the verb that takes it and for the page that asks.
import { isZoneUnknown, type User } from "~/features/users/user";

/** A clock that says nothing of where the person is: a container's, a virtual machine's, a browser's that hides it. */
const isPlaceless = (zone: string): boolean => zone === "UTC" || zone.startsWith("Etc/");

/**
 * `guess` under its present name. "take" it; "ask" the person, whose plans rest on the zone of now; or "keep" that zone,
 * which they chose, which is the same, or which says more than the guess.
 */
export function judgeGuess(
  user: Pick<User, "timezone" | "zoneChosen">,
  guess: string,
  { hasScheduled }: { hasScheduled: boolean },
): "take" | "ask" | "keep" {
  if (user.zoneChosen || guess === user.timezone) return "keep";
  if (isZoneUnknown(user)) return "take";
  if (isPlaceless(guess)) return "keep";
  return hasScheduled ? "ask" : "take";
}
