// Decides what to do with the time zone that a browser reports. Pure.
import { isZoneUnknown, type User } from "~/features/users/user";

/** Zones of containers, virtual machines and browsers that hide their location. */
const isPlaceless = (zone: string): boolean => zone === "UTC" || zone.startsWith("Etc/");

/** `guess` must be a current zone name. Returns "ask" if scheduled tweets depend on the present zone. */
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
