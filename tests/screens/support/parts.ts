// What a component returns, as a list of its parts: for a page that shows nothing, where no field is found in a document.
import type { MutableRefObject, ReactElement } from "react";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import type { Page } from "./hooked";

export type Input = { value: string; focus?(): void };

interface PartProps {
  children?: Part[];
  name?: string;
  from?: number;
  error?: string | null;
  "data-unsaved"?: boolean;
  onClick?(event: object): void;
  onInput?(): void;
  onKeyDown?(event: object): void;
}
export type Part = ReactElement<PartProps> & { ref?: MutableRefObject<Input> };

export const partsOf = (part: Part | null): Part[] =>
  [part ?? [], ...[part?.props?.children ?? []].flat().flatMap(partsOf)].flat();

/** Shows an element at an address, as the app's router does. */
export const routed = (page: Page, element: ReactElement): Promise<void> =>
  page.show(RouterProvider, {
    router: createMemoryRouter([{ path: "/", element }]),
    future: { v7_startTransition: false },
  });
