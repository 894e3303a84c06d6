// What a person can do at a place of a page without a script: what each form's button sends, and where links lead.

type Fields = Record<string, string>;

export interface Offers {
  /** By intent: what is sent with it. */
  sends: Record<string, Fields>;
  /** The intents whose button can't be pressed. */
  off: string[];
  /** The intents whose button says that it is on its way. */
  busy: string[];
  links: string[];
}

/** A field as the browser would send it; null where it would not. */
function valueOf(field: Element): string | null {
  const is = (name: string) => field.getAttribute("type") === name;
  if (field.tagName === "SELECT") {
    const options = [...field.querySelectorAll("option")];
    const chosen = options.find((option) => option.hasAttribute("selected")) ?? options[0];
    return chosen?.getAttribute("value") ?? null;
  }
  if (field.tagName === "TEXTAREA") return field.textContent;
  if (is("checkbox") || is("radio"))
    return field.hasAttribute("checked") ? (field.getAttribute("value") ?? "on") : null;
  return field.getAttribute("value") ?? "";
}

const isOff = (button: Element): boolean => button.hasAttribute("disabled") || button.ariaDisabled === "true";

/** Throws where one intent is offered twice: look at a smaller place then. */
export function offersOf(place: Element): Offers {
  const offers: Offers = { sends: {}, off: [], busy: [], links: [] };
  for (const button of place.querySelectorAll("button[type=submit]")) {
    const id = button.getAttribute("form");
    const form = id === null ? button.closest("form") : place.querySelector(`form[id="${id}"]`);
    if (form?.getAttribute("method") !== "post") throw new Error("A button sends no form");
    const named = [...form.querySelectorAll("input[name], select[name], textarea[name]")];
    const fields = [...named, ...(button.hasAttribute("name") ? [button] : [])].map(
      (field) => [field.getAttribute("name") ?? "", valueOf(field)] as const,
    );
    const sent = fields.filter((pair): pair is [string, string] => pair[1] !== null);
    const { intent, ...rest } = Object.fromEntries(sent);
    if (intent === undefined) throw new Error("A form says no intent");
    if (intent in offers.sends) throw new Error(`${intent} is offered twice`);
    offers.sends[intent] = rest;
    if (isOff(button)) offers.off.push(intent);
    if (button.getAttribute("aria-busy") === "true") offers.busy.push(intent);
  }
  offers.links = [...place.querySelectorAll("a[href]")].map((link) => link.getAttribute("href") ?? "");
  return offers;
}

/** The moments that are shown, each as its machines read it. */
export const momentsOf = (place: Element): string[] =>
  [...place.querySelectorAll("time")].map((time) => time.getAttribute("datetime") ?? "");

/** The drawings that stand beside words, by their names. */
export const iconsOf = (place: Element): string[] =>
  [...place.querySelectorAll("svg.icon use")].map((use) => (use.getAttribute("href") ?? "").replace(/^.*#/, ""));

/** The texts that stand in elements which let a text find its own direction. */
export const directedOf = (place: Element): string[] =>
  [...place.querySelectorAll("[dir=auto]")].map((one) => one.textContent ?? "");

/** All words of a place, those of each element apart from the next one's. */
export function wordsOf(place: Element): string {
  const parts = [...place.childNodes].map((node) =>
    node.nodeType === 1 ? wordsOf(node as Element) : (node.textContent ?? ""),
  );
  return parts.join(" ").replaceAll(/\s+/g, " ").trim();
}
