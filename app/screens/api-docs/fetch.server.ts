// Collects the contract for /api/docs and docs/api-reference.md.
import { openApiPage } from "~/http/api/openapi/openapi.server";
import { refusalsOf } from "~/http/contract/endpoint.server";
import { asOf, ids } from "~/http/contract/examples.server";
import { contract } from "~/http/contract/index.server";
import { eventExample, eventNames, wordsOf } from "~/http/contract/programs/events.server";
import type { Fetched, Page } from "./to-view.server";

/** The OpenAPI page of an origin is one object for a day. */
export const fetchPage = (origin: string, now?: number): Page => openApiPage(origin, now) as unknown as Page;

export const fetchContract = (origin: string, page: Page, now: number): Fetched => ({
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
