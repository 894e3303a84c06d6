// The composer's page in a browser without a script: its form as rendered, filled in and sent.
import type { App } from "~/app.server";
import { account, alice, app } from "../../features/scheduling/compose-stage";
import { browse, type Browser, type Page } from "../support/browse";

type Values = Record<string, string | Buffer>;

export interface Desk {
  browser: Browser;
  open(path?: string): Promise<Page>;
  /** Sends the form of a page with other values; a `Buffer` is a file. */
  press(page: Page, button: string | null, values?: Values): Promise<Page>;
  /** Sends it with other headers. */
  send(page: Page, button: string, headers: Record<string, string>, values?: Values): Promise<Page>;
}

export async function atDesk(served: App, sessionId: string | null): Promise<Desk> {
  const browser = await browse(served, sessionId);
  return {
    browser,
    open: (path = "/write") => browser.get(path),
    press: (page, button, values = {}) => browser.post(actionOf(page), formOf(page, button, values)),
    send: (page, button, headers, values = {}) => browser.post(actionOf(page), formOf(page, button, values), headers),
  };
}

export const desk = (): Promise<Desk> => atDesk(app, alice.sessionId);

/** Alice's account that isn't her default. */
export const asAlice = () => ({ account: account.networkUserId });

const actionOf = (page: Page): string => page.document.querySelector("form.write")?.getAttribute("action") ?? "/write";

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Each value of the form, by its field's name. */
export function valuesIn(page: Page): Record<string, string> {
  const controls = [...page.document.querySelectorAll<Control>("form.write :is(input, select, textarea)")];
  return Object.fromEntries(controls.flatMap((control) => valueOf(control) ?? []));
}

function valueOf(control: Control): [[string, string]] | null {
  const name = control.getAttribute("name");
  if (name === null) return null;
  const type = control.getAttribute("type");
  if (type === "file") return [[name, ""]];
  if ((type === "radio" || type === "checkbox") && !control.hasAttribute("checked")) return null;
  if (control.tagName === "SELECT") {
    const options = [...control.querySelectorAll("option")];
    const chosen = options.find((option) => option.hasAttribute("selected")) ?? options[0];
    return [[name, chosen?.getAttribute("value") ?? ""]];
  }
  if (control.tagName === "TEXTAREA") return [[name, (control.textContent ?? "").replace(/^\n/, "")]];
  return [[name, control.getAttribute("value") ?? (type === "checkbox" ? "on" : "")]];
}

function formOf(page: Page, button: string | null, values: Values): FormData {
  const form = new FormData();
  const isFile = (name: string) => name.startsWith("images_");
  for (const [name, value] of Object.entries({ ...valuesIn(page), ...values })) {
    if (Buffer.isBuffer(value)) form.append(name, new File([new Uint8Array(value)], "a.jpg", { type: "image/jpeg" }));
    else if (isFile(name)) form.append(name, new File([], ""));
    else form.append(name, value);
  }
  if (button !== null) form.append("do", button);
  return form;
}

export const partsIn = (page: Page): string[] =>
  Object.entries(valuesIn(page)).flatMap(([name, value]) => (/^part_\d+$/.test(name) ? [value] : []));

export const alertsIn = (page: Page): string =>
  [...page.document.querySelectorAll("form.write [role=alert]")].map((alert) => alert.textContent).join(" | ");
