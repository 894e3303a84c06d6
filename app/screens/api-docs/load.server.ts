// Loads /api/docs: the API contract rendered as HTML, the same for everyone.
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { getApp } from "~/app.server";
import { openApiPage } from "~/http/api/openapi/openapi.server";
import { refusalsOf } from "~/http/contract/endpoint.server";
import { asOf, ids } from "~/http/contract/examples.server";
import { contract } from "~/http/contract/index.server";
import { eventExample, eventNames, wordsOf } from "~/http/contract/programs/events.server";
import { type Fetched, type Page, toView } from "./to-view.server";
import { DocsView } from "./view";

const made = new Map<string, { page: Page; html: string }>();

/** Rendered once per OpenAPI page, which changes daily: React takes 30 ms for it and blocks everything else. */
export async function loadDocs(): Promise<{ html: string }> {
  const { config, clock } = getApp();
  const { appOrigin: origin } = config;
  const page = openApiPage(origin, clock.now()) as unknown as Page;
  const kept = made.get(origin);
  if (kept?.page === page) return { html: kept.html };
  const data = toView(fetched(origin, page, clock.now()));
  const html = renderToStaticMarkup(createElement(DocsView, { data }));
  made.set(origin, { page, html });
  return { html };
}

const fetched = (origin: string, page: Page, now: number): Fetched => ({
  origin,
  ids,
  page,
  groups: Object.entries(contract).map(([title, endpoints]) => ({
    title,
    routes: Object.entries(endpoints).map(([name, endpoint]) => ({
      name,
      endpoint: { ...endpoint, example: asOf(now, endpoint.example) },
      codes: refusalsOf(endpoint),
    })),
  })),
  events: eventNames.map((name) => ({ name, words: wordsOf(name), example: asOf(now, eventExample(name)) })),
});
