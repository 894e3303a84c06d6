// The small cast of the tests: people, their linked accounts, their tweets, made through the features' own verbs.
import { randomUUID } from "node:crypto";
import type { App } from "~/app.server";
import type { Account } from "~/features/accounts/account";
import { beginLink, finishLink } from "~/features/accounts/accounts.server";
import { request, runQueued } from "~/features/generation/generation.server";
import { getBatch, getTask } from "~/features/generation/generation.server";
import type { Tweet } from "~/features/tweets/tweets.server";
import { hashPassword } from "~/features/users/password-hash.server";
import { insertUser } from "~/features/users/queries.server";
import { defaultPreferences, type User } from "~/features/users/user";
import { type Admitted, findUser, register } from "~/features/users/users.server";
import { openSession } from "~/features/sessions/sessions.server";
import { isSandbox } from "~/ports/network/index.server";
import type { TestApp } from "../app";

/** The browser that the cast signs in with. */
export const client = {
  address: "192.0.2.7",
  userAgent: "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0",
};

export const password = "perch on a wire 7";

export interface Person extends Admitted {
  sessionId: string;
}

/** By a registration, each from an address of their own. */
export async function registerPerson(app: TestApp, name: string): Promise<Person> {
  const admitted = await register(app, { email: `${name}@linnet.example`, password, phone: null }, name);
  return { ...admitted, sessionId: await openSession(app, admitted, client) };
}

let hashed: Promise<string> | undefined;

/**
 * As `registerPerson` for whom it does not matter how somebody came: their password is hashed once a worker. Thousands of
 * people are made in a run, and each hash takes what a test takes.
 */
export async function makePerson(app: TestApp, name: string): Promise<Person> {
  const passwordHash = await (hashed ??= hashPassword(password, { purpose: "registration", who: "the cast" }));
  const [id, email] = [randomUUID(), `${name}@linnet.example`];
  const createdAt = app.clock.now();
  const user: User = { id, email, timezone: "UTC", zoneChosen: false, createdAt, ...defaultPreferences };
  if (!(await insertUser(app.db, { ...user, passwordHash, phone: null }))) throw new Error(`${email} is taken`);
  return { user, passwordHash, sessionId: await openSession(app, { user, passwordHash }, client) };
}

/** Somebody who is there already, with a new session, whatever the password is by now. */
export async function personOf(app: App, userId: string): Promise<Person> {
  const user = await findUser(app, userId);
  const { password_hash: passwordHash } = await app.db
    .selectFrom("users")
    .select("password_hash")
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
  if (!user) throw new Error("There is no such person");
  return { user, passwordHash, sessionId: await openSession(app, { user, passwordHash }, client) };
}

/** Links a sandbox account through its own consent, as a browser would. */
export async function linkAccount(app: TestApp, person: Person, handle: string): Promise<Account> {
  if (!isSandbox(app.network)) throw new Error("The cast links in the sandbox");
  const visitor = { userId: person.user.id, sessionId: person.sessionId };
  const authorizeUrl = new URL(await beginLink(app, visitor, { forceLogin: true }));
  const back = new URL(await app.network.grant(authorizeUrl.searchParams.get("oauth_token") ?? "", handle));
  return finishLink(app, visitor, {
    oauthToken: back.searchParams.get("oauth_token"),
    verifier: back.searchParams.get("oauth_verifier"),
    denied: null,
  });
}

/** A batch written by the app's own writer. */
export async function makeBatch(
  app: TestApp,
  person: Person,
  account: Account | null,
  topic = "gardening",
): Promise<Tweet[]> {
  const ask = { userId: person.user.id, accountId: account?.id ?? null, topic, webSearch: false };
  const taskId = await request(app, ask);
  await (
    await runQueued(app)
  ).done;
  const task = await getTask(app, taskId, person.user.id);
  if (!task.batchId) throw new Error(`No batch: ${task.error}`);
  return (await getBatch(app, task.batchId, person.user.id)).tweets;
}
