// Loads /api/docs: the API contract rendered as HTML, the same for everyone.
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { getApp } from "~/app.server";
import { fetchContract, fetchPage } from "./fetch.server";
import { type Page, toView } from "./to-view.server";
import { DocsView } from "./view";

const made = new Map<string, { page: Page; html: string }>();

/** Rendered once per OpenAPI page, which changes daily: React takes 30 ms for it and blocks everything else. */
export async function loadDocs(): Promise<{ html: string }> {
  const { config, clock } = getApp();
  const { appOrigin: origin } = config;
  const page = fetchPage(origin, clock.now());
  const kept = made.get(origin);
  if (kept?.page === page) return { html: kept.html };
  const data = toView(fetchContract(origin, page, clock.now()));
  const html = renderToStaticMarkup(createElement(DocsView, { data }));
  made.set(origin, { page, html });
  return { html };
}
