// Which panel or modal an address asks for, and whether this person may see it: pure.
export type PanelName = "sidebar" | "login" | "register" | "settings" | "success" | "help" | "unlink" | "error";

interface Asked {
  search: string;
  signedIn: boolean;
  /** The ids of the linked accounts. */
  accounts: readonly number[];
  /** A form of every screen failed that has no panel of its own. */
  failed: boolean;
}

/** `unlink` is told by its own name in the address, everything else by `panel`. */
export function panelOf({ search, signedIn, accounts, failed }: Asked): PanelName | null {
  const query = new URLSearchParams(search);
  if (accounts.some((id) => String(id) === query.get("unlink"))) return "unlink";
  const panel = query.get("panel");
  switch (panel) {
    case "login":
    case "register":
      return signedIn ? null : panel;
    case "success":
      return signedIn ? panel : null;
    case "sidebar":
    case "settings":
    case "help":
      return panel;
    default:
      return failed ? "error" : null;
  }
}
