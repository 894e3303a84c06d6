// What a verb of the screens is to the tests, and the steps that several of them begin with.
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { Sqlite3 } from "../../../db/sqlite/driver.server";
import type { BuiltServer } from "../../support/server";
import type { Arrived } from "../fixtures";

export interface Stage {
  page: Page;
  server: BuiltServer;
  arrive(name: string, how?: { linked?: boolean }): Promise<Arrived>;
}

export interface Verb {
  /** Up to the press. */
  come(stage: Stage): Promise<void>;
  press(page: Page): Promise<void>;
  /** Null: a dialog opens that says it. */
  message: RegExp | null;
  /** As `focused` tells it. */
  focus: RegExp;
}

export const button = (page: Page, name: string | RegExp) =>
  page.getByRole("button", { name, exact: typeof name === "string" });
export const within = (page: Page) => page.getByRole("dialog");

/** Into the file of the running server: a state that the network brings about only in minutes, or not at all. */
export function write({ server }: Stage, statement: string, ...values: unknown[]): void {
  const db = new Sqlite3(join(server.dataDir, "linnet.db"));
  db.pragma("busy_timeout = 5000");
  db.prepare(statement).run(...values);
  db.close();
}
