// Picks the panel or modal that a URL opens, if the user may see it. Pure.
export type PanelName = (typeof ofGuests | typeof ofPeople | typeof ofAll)[number] | "unlink" | "not-kept" | "error";

const ofAll = ["sidebar", "settings", "help", "keys"] as const;
const ofGuests = ["login", "register", "forgot", "forgot-sent", "left"] as const;
const ofPeople = ["success", "password", "password-changed", "everywhere", "leave", "night"] as const;

interface PanelQuery {
  search: string;
  signedIn: boolean;
  accounts: readonly number[];
  failed: boolean;
  /** The browser rejected the sign-in's cookie. */
  notKept?: boolean;
}

export function panelOf({ search, signedIn, accounts, failed, notKept }: PanelQuery): PanelName | null {
  const query = new URLSearchParams(search);
  if (accounts.some((id) => String(id) === query.get("unlink"))) return "unlink";
  const panel = query.get("panel");
  if (notKept && panel === "success") return "not-kept";
  const known = [...ofAll, ...ofGuests, ...ofPeople].find((candidate) => candidate === panel);
  const closed: readonly string[] = signedIn ? ofGuests : ofPeople;
  if (known && !closed.includes(known)) return known;
  return failed ? "error" : null;
}
