// A browser without a script: the app's own pages, rendered by its own router and entry.
import { createRequestHandler, type ServerBuild } from "@remix-run/node";
import type { App } from "~/app.server";
import * as entry from "~/entry.server";
import { loadParts } from "~/ui/lazy-part";
import * as root from "~/root";
import * as authorize from "~/routes/sandbox/authorize";
import * as apiDocs from "~/routes/api/docs";
import * as admin from "~/routes/admin";
import * as bot from "~/routes/bot";
import * as alerts from "~/routes/settings/alerts";
import * as voice from "~/routes/settings/voice";
import * as hours from "~/routes/settings/hours";
import * as programs from "~/routes/settings/programs";
import * as security from "~/routes/settings/security";
import * as confirmAddress from "~/routes/mail-links/confirm-address";
import * as doctor from "~/routes/doctor";
import * as goLive from "~/routes/go-live";
import * as generate from "~/routes/generate";
import * as notFound from "~/routes/not-found";
import * as post from "~/routes/sandbox/post";
import * as analyse from "~/routes/product-analyse";
import * as join from "~/routes/mail-links/join";
import * as resetPassword from "~/routes/mail-links/reset-password";
import * as sessionPasskey from "~/routes/session.passkey";
import * as secondStep from "~/routes/sign-in/second-step";
import * as strategy from "~/routes/strategy";
import * as ideas from "~/routes/ideas";
import * as timeline from "~/routes/timeline";
import * as worked from "~/routes/worked/page";
import * as write from "~/routes/write";
import { cookieFor, sameOrigin } from "~tests/support/calls/call";
import { documentOf } from "~tests/support/document";
import { buildSettings } from "~tests/support/calls/router";

type Module = ServerBuild["routes"][string]["module"];

const pages: Record<string, unknown> = {
  generate,
  ideas,
  timeline,
  worked,
  write,
  bot,
  strategy,
  "product-analyse": analyse,
  admin,
  doctor,
  "go-live": goLive,
  "settings/alerts": alerts,
  "session/passkey": sessionPasskey,
  "sign-in/second-step": secondStep,
  "settings/security": security,
  "settings/voice": voice,
  "settings/hours": hours,
  "settings/programs": programs,
  "reset-password": resetPassword,
  "confirm-address": confirmAddress,
  join,
  "api/docs": apiDocs,
  "sandbox/authorize": authorize,
  "sandbox/:handle/status/:post_id": post,
  "*": notFound,
};

const formType = { "content-type": "application/x-www-form-urlencoded" };

function build(): ServerBuild {
  const routes: ServerBuild["routes"] = { root: { id: "root", path: "", module: root as unknown as Module } };
  for (const [path, module] of Object.entries(pages))
    routes[path] = { id: path, parentId: "root", path, module: module as Module };
  const assets = Object.values(routes).map(({ id, parentId, path, module }) => [
    id,
    {
      id,
      parentId,
      path,
      hasAction: "action" in module,
      hasLoader: "loader" in module,
      hasClientAction: false,
      hasClientLoader: false,
      hasErrorBoundary: false,
      module: `/${id}.js`,
    },
  ]);
  return {
    ...buildSettings,
    entry: { module: entry },
    routes,
    assets: {
      entry: { imports: [], module: "/entry.js" },
      routes: Object.fromEntries(assets) as ServerBuild["assets"]["routes"],
      url: "/manifest.js",
      version: "1",
    },
  };
}

/** What a browser was answered. */
export interface Page {
  status: number;
  /** Where it is sent; null where it is shown a page. */
  to: string | null;
  headers: Record<string, string | string[] | undefined>;
  html: string;
  /** The page as it is asked by roles and names, without its scripts. */
  document: Document;
  /** What lies over it, or null: alone, which is read sooner. */
  dialog: HTMLElement | null;
  title: string;
  /** The page without its frame and without what lies over it. */
  main: string;
  /** What lies over it, or "". */
  over: string;
  /** Everything round the page. */
  frame: string;
  /** The document's head. */
  head: string;
  /** Whatever has this selector, as markup. */
  show(selector: string): string;
}

/** As pairs where a name is sent several times. */
type Fields = Record<string, string> | [name: string, value: string][];

export interface Browser {
  get(path: string): Promise<Page>;
  /** Posts a form as a page without a script does. */
  post(path: string, fields: Fields | FormData, more?: Record<string, string>): Promise<Page>;
  /** The cookies that it has, by name. */
  cookies: Map<string, string>;
}

/** `named` are values that differ from run to run, with the word that stands for each. */
export async function browse(
  app: App,
  sessionId: string | null,
  named: Record<string, string> = {},
  acceptLanguage = "en",
): Promise<Browser> {
  const handle = createRequestHandler(build(), "test");
  // The app's entry does so once, and another file of this worker may have rendered before these pages were read.
  await loadParts();
  const cookies = new Map<string, string>();
  if (sessionId !== null) keep(cookies, await cookieFor(app, sessionId));
  const ask = async (path: string, form?: URLSearchParams | FormData, more = {}): Promise<Page> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const accept = { accept: "text/html", "accept-language": acceptLanguage };
    const typed = form instanceof URLSearchParams && formType;
    const headers = { host: "localhost:3000", ...accept, cookie, ...sameOrigin, ...typed, ...more };
    const body = form instanceof URLSearchParams ? String(form) : form;
    const asked = { method: form ? "POST" : "GET", headers, ...(body && { body }) };
    const answer = await handle(new Request(`http://localhost:3000${path}`, asked));
    for (const line of answer.headers.getSetCookie()) keep(cookies, line);
    return pageOf(answer.status, Object.fromEntries(answer.headers), await answer.text(), named);
  };
  return {
    cookies,
    get: (path) => ask(path),
    post: (path, fields, more) => ask(path, fields instanceof FormData ? fields : new URLSearchParams(fields), more),
  };
}

function keep(cookies: Map<string, string>, line: string): void {
  const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
  if (/Max-Age=0/.test(line)) cookies.delete(name);
  else cookies.set(name, value);
}

function pageOf(status: number, headers: Page["headers"], text: string, named: Record<string, string>): Page {
  const html = tamed(text, named);
  let document: Document | undefined;
  let dialog: HTMLElement | null | undefined;
  const read = () => (document ??= documentOf(html.replace(/<script\b.*?<\/script>/gs, "")));
  const show = (selector: string) => [...read().querySelectorAll(selector)].map(markup).join("\n");
  return {
    status,
    to: headers["location"] === undefined ? null : tamed(String(headers["location"]), named),
    headers,
    html,
    get document() {
      return read();
    },
    get dialog() {
      return (dialog ??= documentOf(/<dialog.*<\/dialog>/s.exec(html)?.[0] ?? "").querySelector<HTMLElement>("dialog"));
    },
    get title() {
      return [...read().querySelectorAll("title")].map((one) => one.textContent).join(" | ");
    },
    get main() {
      return show("main");
    },
    get over() {
      return show("dialog");
    },
    get frame() {
      const body = read().body.cloneNode(true) as HTMLElement;
      for (const one of body.querySelectorAll("main, dialog")) one.remove();
      return markup(body);
    },
    get head() {
      return show("head");
    },
    show,
  };
}

const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', nbsp: "\u00A0" };

/** Its tags, and its words as a person reads them. */
const markup = (element: Element): string =>
  element.outerHTML
    .replace(/<!--.*?-->/g, "")
    .replaceAll("><", ">\n<")
    .replace(/&(\w+);/g, (whole, name: string) => entities[name] ?? whole);

/** Without what differs from run to run; React's own ids by the order in which they come. */
function tamed(text: string, named: Record<string, string>): string {
  let html = text;
  for (const [value, word] of Object.entries(named)) html = html.replaceAll(value, word);
  const ids = [...new Set(html.match(/:R\w*:/g))];
  return html.replace(/:R\w*:/g, (id) => `id${ids.indexOf(id) + 1}-`);
}
