// Keeps typed text in two stores, with one entry per form and tab. Needs ports of a browser.
import { type Draft, type DraftContent, keepsFor, maxDrafts, maxLength, newestOf } from "./draft";

const prefix = "linnet_draft:";
const writesAfterMs = 300;
const answersWithinMs = 60;
const listsWithinMs = 1_000;

/** A message between tabs: the ids of the drafts that are open in the tab `from`. */
export interface TabMessage {
  from: string;
  ids: readonly string[];
  isQuestion: boolean;
}

interface DraftTable {
  getAll(): IDBRequest<Draft[]>;
  put(draft: Draft): IDBRequest;
  delete(id: string): IDBRequest;
}

export interface DraftPorts {
  /** May throw, even when it is only read. */
  local(): Storage;
  session(): Storage;
  /** Runs one request in a transaction of its own, in the order of the calls. */
  inTable<T>(task: (table: DraftTable) => IDBRequest<T>): Promise<T>;
  post(message: TabMessage): void;
  newId(): string;
  now(): number;
  wait(ms: number): Promise<unknown>;
}

export interface DraftOptions {
  user: string;
  what: string;
  /** Called once if there is a draft to restore. If it returns false, the draft stays for another time. */
  restore(draft: Draft): boolean;
  /** Called after each write. False: neither store took it. */
  onWrite(isKept: boolean): void;
}

interface Entry {
  readonly id: string;
  /** null: nothing differs from what is saved. */
  keep(content: DraftContent | null): void;
  write(isLeaving?: boolean): Promise<void>;
  /** Leaves the kept copy to the tab that also has it. */
  renew(): void;
  /** The text is saved or discarded. Text typed from now on gets another id. */
  end(): void;
  close(): void;
}

export type OpenDraft = Omit<Entry, "write" | "renew">;

const attempt = <T>(task: () => T): T | undefined => {
  try {
    return task();
  } catch {
    return undefined;
  }
};

export function createDraftStore({ local, session, inTable, post, newId, now, wait }: DraftPorts) {
  const tab = newId();
  const entries = new Map<string, Entry>();
  const elsewhere = new Set<string>();

  const tell = (isQuestion = false): void => post({ from: tab, ids: [...entries.keys()], isQuestion });

  function hear({ from, ids, isQuestion }: TabMessage): void {
    for (const id of ids) {
      elsewhere.add(id);
      const entry = entries.get(id);
      if (!entry) continue;
      // Both opened it within a millisecond, or this page was in the back/forward cache. One of them gets its own.
      if (from < tab) entry.renew();
      isQuestion = true;
    }
    if (isQuestion) tell();
  }

  function remove(id: string): void {
    attempt(() => local().removeItem(prefix + id));
    inTable((table) => table.delete(id)).catch(() => {});
  }

  async function list(): Promise<Draft[]> {
    // IndexedDB can hang. The copies in localStorage are then restored without it.
    const slow = await Promise.race([inTable((table) => table.getAll()), wait(listsWithinMs)]).catch(() => {});
    const copies = (slow as Draft[] | undefined) ?? [];
    attempt(() => {
      for (const [key, text] of Object.entries(local()))
        if (key.startsWith(prefix)) attempt(() => copies.push(JSON.parse(text as string) as Draft));
    });
    return newestOf(copies).filter(({ id, at }) => now() - at < keepsFor || remove(id));
  }

  function open({ user, what, restore, onWrite }: DraftOptions): OpenDraft {
    let id = newId();
    let at = 0;
    let content: DraftContent | null = null;
    let isChanged = false;

    const claim = (next: string): void => {
      entries.delete(id);
      id = next;
      entries.set(id, entry);
      attempt(() => session().setItem(prefix + what, id));
    };

    /** Another page may have opened this draft and left it, while this one was in the back/forward cache. */
    const spareLater = (): void => {
      const kept = attempt(() => JSON.parse(local().getItem(prefix + id) as string) as Draft | null);
      if (kept && kept.at > at) claim(newId());
    };

    const entry: Entry = {
      get id() {
        return id;
      },
      async write(isLeaving) {
        if (!isChanged) return;
        isChanged = false;
        spareLater();
        if (!content) return remove(id);
        // Later than every copy, even after the clock was set back.
        at = Math.max(now(), at + 1);
        const draft = { ...content, id, user, what, at };
        const text = JSON.stringify(draft);
        if (text.length > maxLength) return onWrite(false);
        const isQuick = attempt(() => (local().setItem(prefix + id, text), true));
        // A page that is being left loses what it still writes to IndexedDB.
        const isSlow = !(isLeaving && isQuick) && inTable((table) => table.put(draft)).catch(() => "");
        onWrite(Boolean((await isSlow) || isQuick));
      },
      keep(next) {
        content = next;
        // The next key doesn’t postpone the write, so fast typing loses no more than this either.
        if (!isChanged) void wait(writesAfterMs).then(() => entry.write());
        isChanged = true;
      },
      renew() {
        claim(newId());
        if (content) entry.keep(content);
      },
      end() {
        spareLater();
        remove(id);
        content = null;
        entry.renew();
        isChanged = false;
      },
      close() {
        void entry.write();
        entries.delete(id);
      },
    };
    entries.set(id, entry);

    async function find(): Promise<void> {
      elsewhere.clear();
      tell(true);
      await wait(answersWithinMs);
      const drafts = await list();
      if (entries.get(id) !== entry) return;
      const own = attempt(() => session().getItem(prefix + what));
      const free = drafts.filter((draft) => draft.user === user && !elsewhere.has(draft.id) && !entries.has(draft.id));
      const fitting = free.filter((draft) => draft.what === what);
      const candidate = fitting.find((draft) => draft.id === own) ?? fitting[0];
      const found = candidate && restore(candidate) ? candidate : null;
      for (const draft of free.filter((other) => other !== found).slice(maxDrafts - 1)) remove(draft.id);
      if (found) ({ at } = found);
      if (!isChanged) content = found;
      claim(found?.id ?? id);
      tell();
    }
    void find();
    return entry;
  }

  return {
    open,
    hear,
    list,
    remove,
    /** Writes what is not written yet. For `pagehide`. */
    leave: () => entries.forEach((entry) => void entry.write(true)),
    tell,
  };
}

export type DraftStore = ReturnType<typeof createDraftStore>;
