// Lists the server's users by page, for the operator.
import type { App } from "~/app.server";
import { isOperating } from "./operator";
import * as queries from "./queries.server";

const perPage = 50;

export interface Person extends queries.ListedPerson {
  isOperator: boolean;
}

type Ground = Pick<App, "db" | "config">;

/** Oldest first. `page` starts at 0. */
export async function listPeople(
  { db, config }: Ground,
  page: number,
): Promise<{ people: Person[]; hasMore: boolean }> {
  const found = await queries.listPeople(db, { limit: perPage + 1, offset: page * perPage });
  const people = found
    .slice(0, perPage)
    .map((person) => ({ ...person, isOperator: isOperating(person, config.adminEmails) }));
  return { people, hasMore: found.length > perPage };
}
