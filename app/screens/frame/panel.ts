// Which panel or modal an address asks for, and whether this person may see it: pure.
export type PanelName = (typeof ofGuests | typeof ofPeople | typeof ofAll)[number] | "unlink" | "not-kept" | "error";

const ofAll = ["sidebar", "settings", "help", "keys"] as const;
const ofGuests = ["login", "register", "forgot", "forgot-sent", "left"] as const;
const ofPeople = ["success", "password", "password-changed", "everywhere", "leave", "night"] as const;

interface PanelQuery {
  search: string;
  signedIn: boolean;
  /** The ids of the linked accounts. */
  accounts: readonly number[];
  /** A form of every screen failed that has no panel of its own. */
  failed: boolean;
  /** The browser kept nothing of a sign-in. */
  notKept?: boolean;
}

/** `unlink` is told by its own name in the address, everything else by `panel`. */
export function panelOf({ search, signedIn, accounts, failed, notKept }: PanelQuery): PanelName | null {
  const query = new URLSearchParams(search);
  if (accounts.some((id) => String(id) === query.get("unlink"))) return "unlink";
  const panel = query.get("panel");
  if (notKept && panel === "success") return "not-kept";
  const known = [...ofAll, ...ofGuests, ...ofPeople].find((one) => one === panel);
  const closed: readonly string[] = signedIn ? ofGuests : ofPeople;
  if (known && !closed.includes(known)) return known;
  return failed ? "error" : null;
}
