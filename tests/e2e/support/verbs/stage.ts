// What a verb of the screens is to the tests, and the steps that several of them begin with.
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { Sqlite3 } from "../../../../db/sqlite/driver.server";
import { hashToken, newToken } from "../../../../app/ground/secrets/token.server";
import type { BuiltServer } from "../../../support/server";
import type { Arrived } from "../fixtures";

export interface Stage {
  page: Page;
  server: BuiltServer;
  script: boolean;
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
  /** Nobody is signed in; by a dialog what goes wrong is told over it. */
  guest?: "told over it" | "told in it";
  /** The page that it leads to shows what has happened: it is heard, and no toast says so. */
  isShown?: true;
  /** Of another server than the usual one. */
  serverKind?: "mail" | "named" | "provider";
}

export const button = (page: Page, name: string | RegExp) =>
  page.getByRole("button", { name, exact: typeof name === "string" });
export const within = (page: Page) => page.getByRole("dialog");

/** A link that came by mail to somebody who has just arrived: its token, of which the database has only the hash. */
export async function mailLink(stage: Stage, purpose: "confirm" | "password"): Promise<string> {
  const { visitor } = await stage.arrive("alice", { linked: false });
  return linkOf(stage, visitor, purpose);
}

export function linkOf(
  { server }: Pick<Stage, "server">,
  { userId, email }: { userId: string; email: string },
  purpose: "confirm" | "password",
): string {
  const token = newToken();
  const values = [hashToken(token), purpose, userId, email, Date.now(), Date.now() + 600_000];
  write({ server }, "insert into mail_links values (?, ?, ?, ?, ?, ?)", ...values);
  return token;
}

/** A passkey that no device has, under the name Laptop; answers its id. */
export function insertPasskey(stage: Pick<Stage, "server">, { userId }: { userId: string }): string {
  const [id, now] = [newToken(), Date.now()];
  const values = [id, userId, newToken(), "pQECAyYg", 0, "[]", 0, "Laptop", now, now];
  write(stage, "insert into passkeys values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", ...values);
  return id;
}

/** Into the file of the running server: a state that the network brings about only in minutes, or not at all. */
export function write({ server }: Pick<Stage, "server">, statement: string, ...values: unknown[]): void {
  const db = new Sqlite3(join(server.dataDir, "linnet.db"));
  db.pragma("busy_timeout = 5000");
  db.prepare(statement).run(...values);
  db.close();
}
