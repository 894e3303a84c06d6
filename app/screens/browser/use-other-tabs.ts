// Reloads the page when another tab reports a change, and reports account changes to other tabs.
import { useEffect, useRef } from "react";
import type { Account } from "~/features/accounts/account";
import { keys } from "./store";
import { reload, reloadAccounts } from "./use-reload";

export function useOtherTabs(userId: string | null, accounts: readonly Account[], linked: boolean): void {
  const heard = useRef(false);
  useEffect(() => {
    const onEvent = () => {
      heard.current = true;
      reloadAccounts();
    };
    const onStorage = ({ key, newValue }: StorageEvent) => {
      if (key === keys.accountChanged) onEvent();
      else if (key === keys.tasks || (key === keys.lastUser && newValue !== userId)) {
        heard.current = true;
        reload();
      }
    };
    window.addEventListener("storage", onStorage);
    window.addEventListener(keys.accountChanged, onEvent);
    return () => {
      window.removeEventListener("storage", onStorage);
      window.removeEventListener(keys.accountChanged, onEvent);
    };
  }, [userId]);

  const now = accounts.map(({ id, isDefault, status }) => `${id} ${isDefault} ${status}`).join();
  const before = useRef<{ userId: string | null; accounts: string } | null>(null);
  useEffect(() => {
    const was = before.current;
    before.current = { userId, accounts: now };
    const isNews = was ? was.userId === userId && was.accounts !== now : linked;
    if (!isNews) return;
    // Reporting a change that came from another tab would make two tabs notify each other forever.
    if (!heard.current) localStorage.setItem(keys.accountChanged, String(Date.now()));
    heard.current = false;
  }, [userId, now, linked]);
}
