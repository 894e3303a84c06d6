// Hooks run by React's own client, with effects: on a page that shows nothing, so that no DOM is needed.
import { act, createElement, type FunctionComponent } from "react";
import { createRoot, type Root } from "react-dom/client";
import { vi } from "vitest";

/** As much of a browser as the hooks ask for. */
export interface Page {
  /** What is stored. */
  stored: Map<string, string>;
  /** How often the page's data were read anew. */
  reloads: number;
  /** What was fetched, in order. */
  fetched: string[];
  /** What a fetch is answered: by its path. */
  answer: (path: string, how: RequestInit) => Promise<Response> | Response;
  /** `loaderData.root` is what was read last, `actionData` what forms came to, by their routes. */
  router: {
    state: { navigation: { state: string }; revalidation: string; loaderData: { root?: object }; actionData?: object };
    changed(): void;
  };
  dispatch(name: string, more?: object): Promise<void>;
  /** Renders the component with these, or once more. */
  show<P extends object>(component: FunctionComponent<P>, props: P): Promise<void>;
  leave(): Promise<void>;
  /** Does this, and renders what comes of it. */
  does(work: () => void): Promise<void>;
  /** Time passes, and what it brings about is rendered. */
  pass(ms: number): Promise<void>;
}

/** Gone again when the work with it is over. */
export async function withPage(work: (page: Page) => Promise<void>): Promise<void> {
  const page = openPage();
  try {
    await work(page);
    await page.leave();
  } finally {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  }
}

function openPage(): Page {
  vi.useFakeTimers({ now: Date.parse("2026-11-19T10:18:00Z") });
  const heard = new Set<() => void>();
  const page: Page = {
    stored: new Map(),
    reloads: 0,
    fetched: [],
    answer: () => new Response(null, { status: 500 }),
    router: {
      state: { navigation: { state: "idle" }, revalidation: "idle", loaderData: {} },
      changed: () => heard.forEach((one) => one()),
    },
    dispatch: (name, more = {}) =>
      act(async () => {
        events.dispatchEvent(Object.assign(new Event(name), more));
        await vi.advanceTimersByTimeAsync(0);
      }),
    show: (component, props) =>
      act(async () => {
        root ??= createRoot(container as never);
        root.render(createElement(component, props));
        await vi.advanceTimersByTimeAsync(0);
      }),
    leave: () =>
      act(async () => {
        root?.unmount();
        root = null;
        await vi.advanceTimersByTimeAsync(0);
      }),
    does: (work) =>
      act(async () => {
        work();
        await vi.advanceTimersByTimeAsync(0);
      }),
    pass: (ms) =>
      act(async () => {
        await vi.advanceTimersByTimeAsync(ms);
      }),
  };
  let root: Root | null = null;
  const events = new EventTarget();
  const document = { nodeType: 9, addEventListener() {}, removeEventListener() {}, activeElement: null, body: null };
  const container = { nodeType: 1, tagName: "DIV", ownerDocument: document, addEventListener() {}, textContent: "" };
  const listen = {
    addEventListener: events.addEventListener.bind(events),
    removeEventListener: events.removeEventListener.bind(events),
    dispatchEvent: events.dispatchEvent.bind(events),
  };
  const __remixRouter = {
    ...page.router,
    subscribe(changed: () => void) {
      heard.add(changed);
      return () => heard.delete(changed);
    },
    revalidate: () => void (page.reloads += 1),
  };
  vi.stubGlobal("window", { ...listen, document, __remixRouter, HTMLIFrameElement: function Frame() {} });
  for (const [name, one] of Object.entries(listen)) vi.stubGlobal(name, one);
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => page.stored.get(key) ?? null,
    setItem: (key: string, value: string) => void page.stored.set(key, value),
    removeItem: (key: string) => void page.stored.delete(key),
  });
  vi.stubGlobal("fetch", async (path: string, how: RequestInit = {}) => {
    page.fetched.push(`${how.method ?? "GET"} ${path}`);
    const answer = await page.answer(path, how);
    how.signal?.throwIfAborted();
    return answer;
  });
  return page;
}
