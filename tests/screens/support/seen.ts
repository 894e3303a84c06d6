// What a page offers, read from its HTML: what each button sends, where each link leads, and what is told. No class, no icon.
import { documentOf } from "~tests/support/document";
import type { Page } from "./browse";

const documents = new WeakMap<Page, Document>();

/** Four hundred zones stand in a list: of those the chosen one is enough, and the others are slow to read. */
const withoutZones = (html: string): string =>
  html.replace(/(<select[^>]* name="timezone"[^>]*>)(.*?)<\/select>/gs, (_whole, select: string, options: string) => {
    const [chosen = ""] = /<option [^>]*selected[^>]*>[^<]*<\/option>/.exec(options) ?? [];
    return `${select}${chosen}</select>`;
  });

/** What has this selector in a page, in order. */
export function placesOf(page: Page, selector: string): HTMLElement[] {
  const known = documents.get(page) ?? documentOf(withoutZones(page.html));
  documents.set(page, known);
  return [...known.querySelectorAll<HTMLElement>(selector)];
}

/** The one place that has this selector. */
export function placeOf(page: Page, selector = "body"): HTMLElement {
  const [place, ...more] = placesOf(page, selector);
  if (!place || more.length > 0) throw new Error(`${place ? more.length + 1 : 0} places have the selector ${selector}`);
  return place;
}

const all = (place: Element, selector: string): HTMLElement[] => [...place.querySelectorAll<HTMLElement>(selector)];
const said = (element: Element | null | undefined): string => (element?.textContent ?? "").replace(/\s+/g, " ").trim();

/** Where each link leads, in order. */
export const linksOf = (place: Element): string[] =>
  all(place, "a[href]").map((link) => link.getAttribute("href") ?? "");

/** The words of what has this selector, in order. */
export const wordsOf = (place: Element, selector: string): string[] => all(place, selector).map(said);

/** What each button that posts would send, as `intent name=value …`; an unticked box is `off`; and whether it can be pressed. */
export const verbsOf = (place: Element): string[] =>
  all(place, "button[type=submit]").flatMap((button) => {
    const form = formOf(button);
    if (form?.getAttribute("method") !== "post") return [];
    const { intent, ...sent } = sentBy(form, button);
    const fields = Object.entries(sent).map(([name, value]) => `${name}=${value}`);
    const pressed = button.getAttribute("aria-pressed") === "true" ? ["(pressed)"] : [];
    const disabled = button.hasAttribute("disabled") ? ["(disabled)"] : [];
    return [[intent ?? "–", ...fields, ...pressed, ...disabled].join(" ")];
  });

/** To which addresses the forms of a place are posted. */
export const sentTo = (place: Element): string[] => [
  ...new Set(all(place, "form[method=post]").map((form) => form.getAttribute("action") ?? "")),
];

function formOf(control: Element): Element | null {
  const id = control.getAttribute("form");
  return id === null ? control.closest("form") : control.ownerDocument.getElementById(id);
}

function sentBy(form: Element, button: Element): Record<string, string> {
  const named = all(form.ownerDocument.documentElement, "[name]").filter(
    (control) => formOf(control) === form && !control.hasAttribute("disabled"),
  );
  const sent = named.filter((control) => control.tagName !== "BUTTON" || control === button);
  return Object.fromEntries(sent.map((control) => [control.getAttribute("name") ?? "", valueOf(control)]));
}

function valueOf(control: HTMLElement): string {
  if (control.getAttribute("type") === "checkbox") return control.hasAttribute("checked") ? "on" : "off";
  if (control.tagName === "TEXTAREA") return control.textContent ?? "";
  const [chosen] = all(control, "option[selected]");
  return (chosen ?? control).getAttribute("value") ?? "";
}

/** What is told in a role, in order; of a message in two languages the one that the specification has. */
export const told = (place: Element, role: "alert" | "status" | "note"): string[] =>
  all(place, `[role=${role}]`)
    .map((element) => said(element.querySelector("[lang=zh]") ?? element.querySelector("strong") ?? element))
    .filter(Boolean);

/** Each field that was refused, with what its description says of it. */
export const refusedIn = (place: Element): Record<string, string> =>
  Object.fromEntries(
    all(place, "[aria-invalid=true]").map((field) => {
      const about = field.ownerDocument.getElementById(field.getAttribute("aria-describedby") ?? "");
      return [field.getAttribute("name") ?? "", about?.getAttribute("role") === "alert" ? said(about) : ""];
    }),
  );

/** The name of the field, or the address of the link, that has the focus when the place opens. */
export function focusIn(place: Element): string | null {
  const first = all(place, "[autofocus]")[0] ?? all(place, "[data-autofocus]")[0];
  return first?.getAttribute("name") ?? first?.getAttribute("href") ?? null;
}
