// Detects network failures of Remix navigations and picks the message. Pure.
import { accountMessages, botMessages, generationMessages, linkMessages } from "~/ground/messages";

/** `fetch` throws a TypeError when the network fails. A response cut short, or a proxy's, can't be decoded. */
export const isNetworkError = (error: unknown): boolean =>
  error instanceof TypeError || (error instanceof Error && error.message.startsWith("Unable to decode turbo-stream"));

/** Errors from the server are in the router's state; others happened while rendering. */
export const isOfBrowser = (error: unknown): boolean =>
  typeof document !== "undefined" && !Object.values(window.__remixRouter.state.errors ?? {}).includes(error);

export function wordsOfWay({ pathname, searchParams }: URL): string {
  if (pathname === "/accounts/connect") return linkMessages.start;
  if (searchParams.get("panel") === "sidebar") return accountMessages.network;
  if (searchParams.has("active") || searchParams.has("history")) return botMessages.network;
  return generationMessages.network;
}

/** Overlays without data of their own once they are open, so they can close offline. */
const overlays = ["panel", "unlink", "tweet", "edit", "pictures", "slot", "write", "checklist", "done"];

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

const isBackToAccounts = (before: URLSearchParams, name: string, value: string): boolean =>
  before.has("unlink") && name === "panel" && value === "sidebar";
