// The bar of a slow page, run by React in a document: after 300 ms, once, and gone with the page.
import { Window } from "happy-dom";
import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { createMemoryRouter, Outlet, RouterProvider } from "react-router-dom";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { SlowLine } from "~/ui/frame/slow-line";
import { Link } from "~/ui/link";
import { Announcer } from "~/ui/messages/announce";

let window: Window;
let root: Root;
let answer: () => void;

const names = ["window", "document", "Element", "HTMLElement", "addEventListener", "removeEventListener"] as const;
beforeEach(async () => {
  vi.useFakeTimers();
  window = new Window({ url: "http://localhost/generate" });
  for (const name of names) vi.stubGlobal(name, name === "window" ? window : (window[name] as unknown));
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  Object.assign(window.HTMLElement.prototype, { showPopover() {} });
  const loader = () => new Promise((give) => (answer = () => give(null)));
  const page = (
    <>
      <Link to="/ideas?view=topics">Topics</Link>
      <Link to="/ideas">Ideas</Link>
      <Announcer />
      <SlowLine />
      <Outlet />
    </>
  );
  const router = createMemoryRouter(
    [
      {
        element: page,
        children: [
          { path: "/generate", element: <i /> },
          { path: "/ideas", element: <i />, loader, action: () => null },
        ],
      },
    ],
    { initialEntries: ["/generate"], future: { v7_normalizeFormMethod: true } },
  );
  const place = window.document.createElement("div");
  window.document.body.append(place);
  root = createRoot(place as unknown as HTMLElement);
  await act(async () => root.render(<RouterProvider router={router} future={{ v7_startTransition: true }} />));
  go = () => void router.navigate("/ideas", { formMethod: "post", formData: new window.FormData() as never });
});
let go: () => void;
afterEach(async () => {
  await act(async () => root.unmount());
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const press = (words: string) =>
  act(async () => [...window.document.querySelectorAll("a")].find((link) => link.textContent === words)?.click());
const shown = () => ({
  bars: window.document.querySelectorAll(".slow").length,
  busy: [...window.document.querySelectorAll("[aria-busy=true]")].map((link) => link.textContent),
  said: [...window.document.querySelectorAll("p")].map((line) => line.textContent),
});
const nothing = { bars: 0, busy: [], said: [] };

test("a page that comes within 300 ms shows no bar and marks no link", async () => {
  await press("Ideas");
  await pass(299);
  expect(shown()).toEqual(nothing);
  await act(async () => answer());
  await pass(1_000);
  expect(shown()).toEqual(nothing);
});

test("after 300 ms there is a bar, the pressed link is busy, Loading… is said once, and all goes with the page", async () => {
  await press("Ideas");
  await pass(300);
  expect(shown()).toMatchObject({ bars: 1, busy: ["Ideas"] });
  await pass(5_000);
  expect(shown()).toEqual({ bars: 1, busy: ["Ideas"], said: ["Loading…"] });
  await act(async () => answer());
  expect(shown()).toMatchObject({ bars: 0, busy: [] });
  await pass(20_000);
  expect(shown()).toEqual(nothing);
});

test("another link pressed meanwhile is the busy one, and its 300 ms begin anew", async () => {
  await press("Ideas");
  await pass(300);
  await press("Topics");
  expect(shown()).toMatchObject({ bars: 0, busy: [] });
  await pass(300);
  expect(shown()).toMatchObject({ bars: 1, busy: ["Topics"] });
});

test("a form's own button shows progress, so there is no bar", async () => {
  await act(async () => go());
  await pass(5_000);
  expect(shown()).toEqual(nothing);
});
