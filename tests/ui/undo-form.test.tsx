// The Undo on a toast, run by React in a document: it stays where what it takes back was refused, and goes once it is done.
import { Window } from "happy-dom";
import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Undo } from "~/ui/messages/form-message";
import UndoForm from "~/ui/messages/undo-form";

/** Each form that takes back what another did. */
const undos: Undo[] = [
  { intent: "ideas", fields: { do: "restore", tweetId: "7" } },
  { intent: "ideas", fields: { do: "discard", tweetId: "7,8" } },
  { intent: "schedule-all", fields: { do: "undo", placed: "7:1" } },
  { intent: "schedule-at", fields: { tweetId: 7, at: 1 } },
  { intent: "take-back", fields: { tweetId: 7 } },
  { intent: "refine-tweet", fields: { do: "undo", tweetId: 7 } },
];

let window: Window;
let root: Root;
beforeEach(() => {
  window = new Window({ url: "http://localhost/timeline" });
  for (const name of ["window", "document", "FormData", "HTMLElement", "addEventListener", "removeEventListener"])
    vi.stubGlobal(name, name === "window" ? window : (window[name as keyof Window] as unknown));
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
});
afterEach(async () => {
  await act(async () => root.unmount());
  vi.unstubAllGlobals();
  await window.happyDOM.close();
});

/** The form on a page whose action answers so, one press after the other; says how often it was done. */
async function show(undo: Undo, answers: object[]) {
  const onDone = vi.fn();
  const sent: Record<string, string>[] = [];
  const router = createMemoryRouter([
    {
      path: "/",
      element: <UndoForm undo={undo} onDone={onDone} />,
      async action({ request }) {
        sent.push(Object.fromEntries(new URLSearchParams(await request.text())));
        return answers.shift() ?? null;
      },
    },
  ]);
  const place = window.document.createElement("div");
  window.document.body.append(place);
  root = createRoot(place as unknown as Element);
  await act(async () => root.render(<RouterProvider router={router} future={{ v7_startTransition: false }} />));
  const press = async () => {
    await act(async () => place.querySelector("button")?.click());
    await vi.waitFor(() => expect(router.state.navigation.state).toBe("idle"));
    await act(async () => {});
  };
  return { press, onDone, sent };
}

const names = ({ intent, fields }: Undo) => `${intent} ${JSON.stringify(fields)}`;

test.each(undos.map((undo) => [names(undo), undo] as const))(
  "the Undo by %s that was refused is there to be pressed again, and goes once it is done",
  async (_, undo) => {
    const { press, onDone, sent } = await show(undo, [{ error: "Not now" }, { error: null, message: "Undone" }]);
    await press();
    expect(sent).toHaveLength(1);
    expect(onDone).not.toHaveBeenCalled();
    await press();
    expect(sent).toHaveLength(2);
    expect(sent[1]).toEqual({ intent: undo.intent, ...textsOf(undo.fields) });
    expect(onDone).toHaveBeenCalledOnce();
  },
);

const textsOf = (fields: Undo["fields"]) =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]));
