// The list of people, a page at a time, and one of them: for whoever runs the server.
import type { App } from "~/app.server";
import { isOperating } from "./operator";
import * as queries from "./queries.server";

const perPage = 50;

export interface Person extends queries.ListedPerson {
  isOperator: boolean;
}

type Ground = Pick<App, "db" | "config">;

/** The first who came first; `page` from 0. `hasMore`: there is a page behind it. */
export async function listPeople(
  { db, config }: Ground,
  page: number,
): Promise<{ people: Person[]; hasMore: boolean }> {
  const found = await queries.listPeople(db, { limit: perPage + 1, offset: page * perPage });
  const people = found.slice(0, perPage).map((one) => ({ ...one, isOperator: isOperating(one, config.adminEmails) }));
  return { people, hasMore: found.length > perPage };
}
