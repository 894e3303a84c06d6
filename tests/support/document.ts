// A page's HTML as a document that is asked by roles and names, as a person with a screen reader meets it. No script runs.
import { type BoundFunctions, configure, type queries, within } from "@testing-library/dom";
import { Window } from "happy-dom";

// Whether something can be seen is the browser's tests' question: without style sheets the answer would cost, and be wrong.
configure({ defaultHidden: true });

export type Queries = BoundFunctions<typeof queries>;

/** The document of a whole page, or of a part of one. */
export function documentOf(html: string): Document {
  const window = new Window({ settings: { disableJavaScriptFileLoading: true, disableCSSFileLoading: true } });
  return new window.DOMParser().parseFromString(html, "text/html") as unknown as Document;
}

/** The queries of Testing Library over a page, or over the one place in it that has this selector. */
export function ask(page: string | Document, place = "body"): Queries {
  const whole = typeof page === "string" ? documentOf(page) : page;
  const found = whole.querySelectorAll<HTMLElement>(place);
  if (found.length !== 1) throw new Error(`${found.length} places have the selector ${place}`);
  return within(found[0]!);
}
