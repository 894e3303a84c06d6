// A browser with tabs for the draft store: its two stores may fail, lag or fill up, and its clock is turned by hand.
import type { Draft, DraftContent } from "~/screens/browser/drafts/draft";
import {
  createDraftStore,
  type DraftPorts,
  type DraftStore,
  type OpenDraft,
  type TabMessage,
} from "~/screens/browser/drafts/draft-store";

/** As a browser's Storage: what is stored are its own properties, and a full or blocked one throws. */
class FakeStorage {
  isBlocked!: boolean;
  quota!: number;
  [key: string]: unknown;

  constructor(stored: object = {}) {
    Object.defineProperty(this, "isBlocked", { value: false, writable: true, enumerable: false });
    Object.defineProperty(this, "quota", { value: Infinity, writable: true, enumerable: false });
    Object.assign(this, stored);
  }

  getItem(key: string): string | null {
    return Object.hasOwn(this, key) ? String(this[key]) : null;
  }

  setItem(key: string, text: string): void {
    const others = Object.entries(this).filter(([name]) => name !== key);
    if (others.reduce((sum, [, value]) => sum + String(value).length, text.length) > this.quota)
      throw new DOMException("full", "QuotaExceededError");
    this[key] = text;
  }

  removeItem(key: string): void {
    Reflect.deleteProperty(this, key);
  }
}

interface Task {
  at: number;
  tab: Tab;
  run(): void;
}

/** How the browser differs from the real one, for tests that must find a loss. */
export interface Control {
  hasOneKey?: boolean;
  hasSessionAlone?: boolean;
}

export class FakeBrowser {
  time = Date.parse("2026-11-19T10:18:00Z");
  readonly local = new FakeStorage();
  readonly table = new Map<string, Draft>();
  tableState: "fine" | "failing" | "hanging" = "fine";
  /** Milliseconds from a request to its commit. */
  lag = 5;
  ids = 0;
  tasks: Task[] = [];
  tabs: Tab[] = [];

  constructor(readonly control: Control = {}) {}

  openTab(user = "alice", session = new FakeStorage()): Tab {
    const tab = new Tab(this, user, session);
    this.tabs.push(tab);
    return tab;
  }

  later(ms: number, tab: Tab, run: () => void): void {
    this.tasks.push({ at: this.time + ms, tab, run });
  }

  async pass(ms: number): Promise<void> {
    const end = this.time + ms;
    for (;;) {
      await rest();
      const due = this.tasks.filter(({ at }) => at <= end).sort((one, other) => one.at - other.at)[0];
      if (!due) break;
      this.tasks.splice(this.tasks.indexOf(due), 1);
      this.time = due.at;
      due.run();
    }
    this.time = end;
  }

  /** Everything that either store has. */
  kept(): Draft[] {
    const local = Object.entries(this.local).filter(([key]) => key.startsWith("linnet_draft:"));
    return [...local.map(([, text]) => JSON.parse(String(text)) as Draft), ...this.table.values()];
  }
}

const rest = () => new Promise((resolve) => setImmediate(resolve));

/** One page in one tab, with a form of one field. */
export class Tab {
  text = "";
  isRestored = false;
  isKept: boolean | null = null;
  draft: OpenDraft | null = null;
  store: DraftStore;
  private isListening = true;

  constructor(
    readonly browser: FakeBrowser,
    readonly user: string,
    readonly session: FakeStorage,
  ) {
    this.store = createDraftStore(this.ports());
  }

  private ports(): DraftPorts {
    const { browser, session } = this;
    const { hasOneKey, hasSessionAlone } = browser.control;
    const storage = (stored: FakeStorage) => () => {
      if (stored.isBlocked) throw new DOMException("blocked", "SecurityError");
      return stored as unknown as Storage;
    };
    let isFirst = true;
    const newId = () => {
      const id = hasOneKey && !isFirst ? "one" : `${(browser.ids += 1)}`.padStart(6, "0");
      isFirst = false;
      return id;
    };
    return {
      local: storage(hasSessionAlone ? session : browser.local),
      session: storage(session),
      inTable: (task) =>
        new Promise((resolve, reject) => {
          if (browser.tableState === "hanging") return;
          const isFine = browser.tableState === "fine" && !hasSessionAlone;
          browser.later(browser.lag, this, () => {
            if (!isFine) return reject(new DOMException("failed", "UnknownError"));
            resolve(task(tableOf(browser.table)) as never);
          });
        }),
      post: (message) => {
        if (!hasOneKey && this.isListening) this.tell(message);
      },
      newId,
      now: () => browser.time,
      wait: (ms) => new Promise<void>((resolve) => browser.later(ms, this, resolve)),
    };
  }

  private tell(message: TabMessage): void {
    const sent = structuredClone(message);
    for (const tab of this.browser.tabs)
      if (tab !== this) this.browser.later(1, tab, () => tab.isListening && tab.store.hear(sent));
  }

  /** The page opens its form, and fills it with the draft that it finds. */
  open(what = "new"): this {
    this.draft = this.store.open({
      user: this.user,
      what,
      restore: ({ parts }) => {
        if (this.text !== "") return false;
        this.text = parts[0]?.text ?? "";
        return (this.isRestored = true);
      },
      onWrite: (isKept) => (this.isKept = isKept),
    });
    return this;
  }

  type(words: string): void {
    this.text += words;
    this.draft?.keep(contentOf(this.text));
  }

  /** The server's yes, or Discard. */
  end(): void {
    this.text = "";
    this.draft?.end();
  }

  /** A reload, or the way to another site: writes of this page to the table are lost. */
  leave(): void {
    this.store.leave();
    this.kill();
  }

  /** The tab's process dies. */
  kill(): void {
    this.isListening = false;
    this.browser.tabs = this.browser.tabs.filter((tab) => tab !== this);
    this.browser.tasks = this.browser.tasks.filter(({ tab }) => tab !== this);
  }

  reload(): Tab {
    this.leave();
    return this.browser.openTab(this.user, this.session);
  }

  /** A new tab with a copy of the session's storage. */
  duplicate(): Tab {
    return this.browser.openTab(this.user, new FakeStorage({ ...this.session }));
  }

  /** The page goes into the back/forward cache: it hears nothing, and nothing in it runs. */
  freeze(): () => void {
    this.store.leave();
    this.isListening = false;
    const { browser } = this;
    const waiting = browser.tasks.filter(({ tab }) => tab === this);
    browser.tasks = browser.tasks.filter(({ tab }) => tab !== this);
    return () => {
      this.isListening = true;
      browser.tasks.push(...waiting);
      this.store.tell(true);
    };
  }
}

const contentOf = (text: string): DraftContent => ({ parts: [{ text }] });

const tableOf = (table: Map<string, Draft>) =>
  ({
    getAll: () => [...table.values()].map((draft) => structuredClone(draft)),
    put: (draft: Draft) => {
      table.set(draft.id, structuredClone(draft));
      return draft.id;
    },
    delete: (id: string) => void table.delete(id),
  }) as unknown as Parameters<Parameters<DraftPorts["inTable"]>[0]>[0];
