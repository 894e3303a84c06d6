// What /api/docs loads: the contract, and the OpenAPI page that is made of it, as the page's own HTML. Nothing of anybody's.
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { getApp } from "~/app.server";
import { openApiPage } from "~/http/api/openapi/openapi.server";
import { refusalsOf } from "~/http/contract/endpoint.server";
import { ids } from "~/http/contract/examples.server";
import { contract } from "~/http/contract/index.server";
import { eventExample, eventNames, wordsOf } from "~/http/contract/programs/events.server";
import { type Fetched, type Page, toView } from "./to-view.server";
import { DocsView } from "./view";

const made = new Map<string, string>();

/**
 * Made once for each origin, as the OpenAPI page is: ten thousand elements that never change take React 30 ms, in which
 * nothing that is due could go out.
 */
export async function loadDocs(): Promise<{ html: string }> {
  const { appOrigin: origin } = getApp().config;
  const html = made.get(origin) ?? renderToStaticMarkup(createElement(DocsView, { data: toView(fetched(origin)) }));
  made.set(origin, html);
  return { html };
}

const fetched = (origin: string): Fetched => ({
  origin,
  ids,
  page: openApiPage(origin) as unknown as Page,
  groups: Object.entries(contract).map(([title, endpoints]) => ({
    title,
    routes: Object.entries(endpoints).map(([name, endpoint]) => ({ name, endpoint, codes: refusalsOf(endpoint) })),
  })),
  events: eventNames.map((name) => ({ name, words: wordsOf(name), example: eventExample(name) })),
});
