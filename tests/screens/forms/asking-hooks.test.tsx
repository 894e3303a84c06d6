// What the two large questions and the wait for tweets do by themselves: a topic waits in its tab, examples fill, seconds count.
import { type FunctionComponent, type ReactElement, useState } from "react";
import { expect, test as base, vi } from "vitest";
import type { BatchViewer } from "~/features/generation/can-generate";
import { ProductComposer } from "~/features/analysis/composer";
import { examples } from "~/features/analysis/examples";
import { Composer } from "~/features/generation/composer";
import { Waiting } from "~/features/generation/waiting";
import { type Page, withPage } from "../support/hooked";
import { type Input, type Part, partsOf, routed } from "../support/parts";

/** What the tab keeps. */
let kept: Map<string, string>;
const test = base.extend<{ page: Page }>({
  page: ({ task: _ }, give) =>
    withPage(async (page) => {
      kept = new Map();
      vi.stubGlobal("sessionStorage", {
        getItem: (key: string) => kept.get(key) ?? null,
        setItem: (key: string, value: string) => void kept.set(key, value),
        removeItem: (key: string) => void kept.delete(key),
      });
      await give(page);
    }),
});

/** The composer with all that it does, on a page that shows nothing: the field is `input`. */
function Asking({ viewer, input }: { viewer: BatchViewer; input: Input }) {
  const parts = partsOf(Composer({ viewer, account: null, accountsHref: "/" }) as Part);
  for (const { props, ref } of parts) if (ref && props.name === "topic") ref.current = input;
  return null;
}

/** The page is opened anew, with this in the field. */
async function open(page: Page, viewer: BatchViewer, value = "") {
  await page.leave();
  const input = { value };
  await routed(page, <Asking viewer={viewer} input={input} />);
  return input;
}

const newcomer: BatchViewer = { signedIn: true, accounts: 0, hasDefault: false };
const guest: BatchViewer = { ...newcomer, signedIn: false };
const linked: BatchViewer = { signedIn: true, accounts: 1, hasDefault: true };

test("what a newcomer has typed is kept when the page is left, and filled in once", async ({ page }) => {
  const typed = await open(page, newcomer);
  typed.value = " keeping bees ";
  await page.dispatch("pagehide");
  expect((await open(page, linked)).value).toBe("keeping bees");
  expect((await open(page, linked)).value, "once more").toBe("");
});

test("a field that holds something is left as it is, and what was kept is forgotten", async ({ page }) => {
  const typed = await open(page, newcomer);
  typed.value = "keeping bees";
  await page.dispatch("pagehide");
  expect((await open(page, linked, "slow travel")).value).toBe("slow travel");
  expect((await open(page, linked)).value, "once more").toBe("");
});

test("nothing is kept of a guest, of who may ask, and of an empty field", async ({ page }) => {
  for (const [viewer, value] of [
    [guest, "keeping bees"],
    [linked, "keeping bees"],
    [newcomer, "  "],
  ] as const) {
    const typed = await open(page, viewer);
    typed.value = value;
    await page.dispatch("pagehide");
    expect([...kept]).toEqual([]);
  }
});

/** What the seconds of a page that waits since `elapsed` say, in order. */
function Counting({ elapsed, said }: { elapsed: number; said: string[] }) {
  const counter = partsOf(Waiting({ elapsed, againHref: "/" }) as Part).find(({ props }) => props?.from === elapsed);
  const Elapsed = counter?.type as FunctionComponent<object>;
  const shown = Elapsed(counter?.props ?? {}) as ReactElement<{ children: string }>;
  said.push(shown.props.children);
  return null;
}

test("the seconds of a page that was opened late go on from what the server has counted", async ({ page }) => {
  const said: string[] = [];
  await page.show(Counting, { elapsed: 12_400, said });
  await page.pass(1_000);
  await page.pass(1_000);
  expect(said).toEqual(["12 s so far", "13 s so far", "14 s so far"]);
  await page.leave();
  await page.pass(5_000);
  expect(said).toHaveLength(3);
});

test("a press on an example fills the question, and one with a key beside it is the browser's own", async ({
  page,
}) => {
  const input = { value: "", focus() {} };
  let links: Part[] = [];
  function Analysing() {
    const parts = partsOf(ProductComposer({ value: "", missing: "Say it", exampleHref: String }) as Part);
    for (const { props, ref } of parts) if (ref && props.name === "content") ref.current = input;
    links = parts.filter(({ props }) => props?.onClick);
    return null;
  }
  await routed(page, <Analysing />);
  expect(links).toHaveLength(examples.length);
  for (const [at, { text }] of examples.entries())
    for (const key of ["metaKey", "ctrlKey", "shiftKey", "altKey", "none"]) {
      input.value = "";
      const event = { [key]: true, isPrevented: false, preventDefault: () => void (event.isPrevented = true) };
      await page.does(() => links[at]?.props.onClick?.(event));
      expect([input.value, event.isPrevented], key).toEqual(key === "none" ? [text, true] : ["", false]);
    }
});

/** Whether what sends the question can be pressed, as of each time it was drawn. */
const isOff = (parts: Part[]) =>
  (
    parts.find(({ props }) => "variant" in (props ?? {}) && "disabled" in (props ?? {}))?.props as
      { disabled?: boolean } | undefined
  )?.disabled;

test("the button of a topic is off where it would be refused, but without a default account it is on", async ({
  page,
}) => {
  const undecided = { ...linked, hasDefault: false };
  const off = async (viewer: BatchViewer, value: string) => {
    await page.leave();
    let now: boolean | undefined;
    function Drawn() {
      const parts = partsOf(Composer({ viewer, account: null, accountsHref: "/" }) as Part);
      for (const { props, ref } of parts) if (ref && props.name === "topic") ref.current ??= { value };
      now = isOff(parts);
      return null;
    }
    await routed(page, <Drawn />);
    return now;
  };
  expect(await off(guest, "bees")).toBe(true);
  expect(await off(newcomer, "bees")).toBe(true);
  expect(await off(undecided, "")).toBe(false);
  expect(await off(linked, "")).toBe(true);
  expect(await off(linked, " \n")).toBe(true);
  expect(await off(linked, "bees")).toBe(false);
  kept.set("linnet_topic", "keeping bees");
  expect(await off(linked, ""), "a kept topic was filled in").toBe(false);
  expect([...kept]).toEqual([]);
});

test("nothing is kept any more once an account is linked on the page itself", async ({ page }) => {
  const input = { value: "keeping bees" };
  let become: (viewer: BatchViewer) => void = () => undefined;
  function Changing() {
    const [viewer, setViewer] = useState(newcomer);
    become = setViewer;
    return <Asking viewer={viewer} input={input} />;
  }
  await routed(page, <Changing />);
  await page.does(() => become(linked));
  await page.dispatch("pagehide");
  expect([...kept]).toEqual([]);
  await page.does(() => become(newcomer));
  await page.dispatch("pagehide");
  expect([...kept]).toEqual([["linnet_topic", "keeping bees"]]);
});

test("the button of an analysis is off while the product is not described", async ({ page }) => {
  const input = { value: " \n", focus() {} };
  let parts: Part[] = [];
  function Analysing() {
    parts = partsOf(ProductComposer({ value: "", missing: "Say it", exampleHref: String }) as Part);
    for (const { props, ref } of parts) if (ref && props.name === "content") ref.current = input;
    return null;
  }
  await routed(page, <Analysing />);
  expect(isOff(parts)).toBe(true);
  input.value = "A tea shop";
  const field = parts.find(({ props }) => props?.name === "content")?.props as { onInput?(): void };
  await page.does(() => field.onInput?.());
  expect(isOff(parts)).toBe(false);
  await page.does(() => parts.find(({ props }) => props?.onClick)?.props.onClick?.({ preventDefault() {} }));
  expect([isOff(parts), input.value]).toEqual([false, examples[0]?.text]);
});
