// A part of a page in short lines: what each of its buttons would send, where its links lead, and what it calls wrong.
import type { Page } from "./browse";

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement | HTMLButtonElement;

const every = <T extends Element>(place: ParentNode, selector: string): T[] => [...place.querySelectorAll<T>(selector)];

/** The one element with this selector. */
export function the<T extends Element = HTMLElement>(place: ParentNode, selector: string): T {
  const found = every<T>(place, selector);
  if (found.length !== 1) throw new Error(`${found.length} elements have the selector ${selector}`);
  return found[0]!;
}

const text = (of: Node): string => {
  if (of.nodeName === "#comment") return "";
  return of.nodeName === "#text" ? (of.textContent ?? "") : ` ${[...of.childNodes].map(text).join("")} `;
};

/** Its words as they are read: one space between them, and between its elements. */
export const words = (of: Node | null | undefined): string => (of ? text(of) : "").replace(/\s+/g, " ").trim();

export const attributes = (place: ParentNode, selector: string, name: string): string[] =>
  every(place, selector).map((one) => one.getAttribute(name) ?? "");

/** Where the links lead, in the order of the page. */
export const links = (place: ParentNode): string[] => attributes(place, "a", "href");

/** What the ids of this attribute point at. */
export const told = (element: Element, by = "aria-describedby"): string =>
  (element.getAttribute(by) ?? "")
    .split(" ")
    .map((id) => words(element.ownerDocument.getElementById(id)))
    .join(" ")
    .trim();

const isSent = (field: Field): boolean =>
  field.tagName !== "BUTTON" && (!["checkbox", "radio"].includes(field.type) || (field as HTMLInputElement).checked);

/** Of a list what was chosen, or else its first. */
const valueOf = (field: Field): string =>
  field.tagName === "SELECT"
    ? ((field.querySelector("option[selected]") ?? field.querySelector("option"))?.getAttribute("value") ?? "")
    : field.value;

/** The fields that stand in a form, or name it as theirs. */
const fieldsOf = (form: Element): Field[] =>
  every<Field>(form.ownerDocument, "input, select, textarea, button").filter((field) => {
    const named = field.getAttribute("form");
    return named === null ? form.contains(field) : named === form.id;
  });

const formsIn = (place: ParentNode): Element[] =>
  place.nodeName === "FORM" ? [place as Element] : every(place, "form");

/**
 * A line for each button of a form: the intent, then what else a press sends, and "(off)" where it can't be pressed. A pair
 * that is `known`, like `tweetId=7`, stands there as the word that it is given.
 */
export const offers = (place: ParentNode, known: Record<string, string> = {}): string[] =>
  formsIn(place).flatMap((form) => {
    const fields = fieldsOf(form);
    const buttons = fields.filter(({ tagName, type }) => tagName === "BUTTON" && type !== "button");
    const lost = form.querySelector("[name=intent]") && form.getAttribute("method") !== "post" ? ["(not posted)"] : [];
    return buttons.map((button) => {
      const sent = fields.filter((field) => field.name !== "" && (field === button || isSent(field)));
      const lines = sent.map((field) => {
        const pair = `${field.name}=${valueOf(field)}`;
        return field.name === "intent" ? field.value : (known[pair] ?? pair);
      });
      return [...lines, ...lost, ...(button.disabled ? ["(off)"] : [])].join(" ");
    });
  });

/** The addresses that its forms are sent to, each once. */
export const targets = (place: ParentNode): string[] => [
  ...new Set(formsIn(place).map((form) => form.getAttribute("action") ?? "")),
];

/** The buttons that do something as an account and say nowhere that it is this one; by accounts, their names. */
export const nameless = (place: ParentNode, usernames: Record<string, string>): string[] =>
  every(place, "form:not(.field) button").flatMap((button) => {
    const account = button.closest("form")?.querySelector<HTMLInputElement>("input[name=account]")?.value;
    const said = `${words(button)} ${told(button)}`;
    return account === undefined || said.includes(usernames[account] ?? "an account with a name") ? [] : [said];
  });

/** Each field that is called wrong, with what it holds and the alert that describes it. */
export const wrong = (place: ParentNode): { name: string; value: string; alert: string }[] =>
  every<Field>(place, "[aria-invalid=true]").map((field) => ({
    name: field.name,
    value: field.value,
    alert: field.ownerDocument.getElementById(field.getAttribute("aria-describedby") ?? "")?.matches("[role=alert]")
      ? told(field)
      : "",
  }));

export const alerts = (place: ParentNode): string[] => every(place, "[role=alert]").map(words);

export const headings = (place: ParentNode): string[] => every(place, "h1, h2").map(words);

/** What lies over the page. */
export function dialogOf({ dialog }: Page): HTMLElement {
  if (dialog === null) throw new Error("Nothing lies over the page");
  return dialog;
}
