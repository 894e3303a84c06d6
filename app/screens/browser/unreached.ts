// Whose fault it is that a page can’t be shown, and what is said of a way that led nowhere.
import { accountMessages, botMessages, generationMessages, linkMessages } from "~/ground/messages";

/**
 * `fetch` throws a TypeError where nothing answers; an answer that breaks off, or is a proxy's instead of ours, can't be
 * decoded. What the server itself refuses or breaks at comes as something else, and so does what the router breaks off.
 */
export const isUnreached = (error: unknown): boolean =>
  error instanceof TypeError || (error instanceof Error && error.message.startsWith("Unable to decode turbo-stream"));

/** The page came, and broke while it was drawn in the browser: what the server answers fails in the router. */
export const isOfBrowser = (error: unknown): boolean =>
  typeof document !== "undefined" && !Object.values(window.__remixRouter.state.errors ?? {}).includes(error);

/** Of a page that could not be gone to (spec section 8): the accounts are in the panel, the lists of bots beside one. */
export function wordsOfWay({ pathname, searchParams }: URL): string {
  if (pathname === "/accounts/connect") return linkMessages.start;
  if (searchParams.get("panel") === "sidebar") return accountMessages.network;
  if (searchParams.has("active") || searchParams.has("history")) return botMessages.network;
  return generationMessages.network;
}

/** What lies over a page without data of its own, once it is open: it can be closed without asking anybody. */
const overlays = ["panel", "unlink", "tweet", "edit", "pictures", "slot", "write", "checklist", "done"];

/** Whether `to` is the same page with nothing but something over it taken away. */
export function isClosing(
  from: { pathname: string; search: string },
  to: { pathname: string; search: string },
): boolean {
  if (from.pathname !== to.pathname) return false;
  const [before, after] = [from, to].map(({ search }) => new URLSearchParams(search)) as [
    URLSearchParams,
    URLSearchParams,
  ];
  const kept = [...after].every(([name, value]) => before.get(name) === value || isBackToAccounts(before, name, value));
  return kept && [...before.keys()].every((name) => after.has(name) || overlays.includes(name));
}

/** The question whether to take an account off goes back to the panel that it was asked in. */
const isBackToAccounts = (before: URLSearchParams, name: string, value: string): boolean =>
  before.has("unlink") && name === "panel" && value === "sidebar";
