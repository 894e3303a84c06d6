// Runs `npm run admin -- VERB EMAIL`: manages users from a terminal, also beside a running server.
import { createInterface } from "node:readline/promises";
import type { App } from "~/app.server";
import { createUser, getUserByEmail, listUsers, resetPassword, revokeKeys } from "~/features/users/admin.server";
import {
  countAtStake,
  deletePerson,
  disablePerson,
  enablePerson,
  isOperator,
  linkForPassword,
  nameOperator,
} from "~/features/people/people.server";
import { makeKeyFor, type NewKey } from "~/features/api-keys/api-keys.server";
import { keySchema } from "~/features/api-keys/schema.server";
import { scopesInForm } from "~/features/api-keys/scope";
import { invite } from "~/features/invitations/invitations.server";
import { switchOffFor } from "~/features/second-factor/second-factor.server";
import { nameDatabase, runCommand, say, sayAside, Usage, withApp } from "~jobs/command.server";

const usage = `npm run admin -- list-users
npm run admin -- create-user EMAIL
npm run admin -- reset-password EMAIL
npm run admin -- revoke-keys EMAIL
npm run admin -- key EMAIL --name n8n --scopes read,write
npm run admin -- second-factor off EMAIL
npm run admin -- invite EMAIL
npm run admin -- password-link EMAIL
npm run admin -- disable EMAIL
npm run admin -- enable EMAIL
npm run admin -- delete EMAIL [--yes]
npm run admin -- name-operator EMAIL`;

const verbs: Record<string, (app: App, email: string, isSure: boolean) => Promise<void>> = {
  async "create-user"(app, email) {
    say(`Created ${email}. Password (shown once): ${await createUser(app, email)}`);
  },
  async "reset-password"(app, email) {
    say(`New password for ${email} (shown once): ${await resetPassword(app, email)}`);
    say(`They are signed out everywhere. API keys still work; revoke them with npm run admin -- revoke-keys ${email}.`);
  },
  async "revoke-keys"(app, email) {
    const revoked = await revokeKeys(app, email);
    say(`Revoked ${revoked} ${revoked === 1 ? "API key" : "API keys"} of ${email}.`);
  },
  async "second-factor off"(app, email) {
    await switchOffFor(app, email);
    say(`${email} now signs in with the password only. Make sure the request really came from them.`);
  },
  async invite(app, email) {
    const { link, mailed } = await invite(app, email, null);
    say(`Invitation link for ${email} (shown once, works once, expires in 7 days):`);
    say(link);
    if (mailed === "sent") say("Linnet also emailed it to them.");
    if (mailed === "failed") say("Couldn't email it. Send them the link yourself.");
  },
  async "password-link"(app, email) {
    const { link } = await linkForPassword(app, (await getUserByEmail(app, email)).id, null);
    say(`Password reset link for ${email} (shown once, works once, expires in 24 hours):`);
    say(link);
  },
  async disable(app, email) {
    const { id } = await getUserByEmail(app, email);
    const { scheduled, bots } = await countAtStake(app, id);
    await disablePerson(app, id, null);
    say(`Disabled ${email}. They are signed out everywhere, and their API keys don't work. Bots stopped: ${bots}.`);
    say(`Scheduled tweets on hold until you enable the account: ${scheduled}.`);
  },
  async enable(app, email) {
    await enablePerson(app, (await getUserByEmail(app, email)).id, null);
    say(`Enabled ${email}. Missed tweets are rescheduled. Bots stay stopped until ${email} restarts them.`);
  },
  async delete(app, email, isSure) {
    const { id } = await getUserByEmail(app, email);
    const { scheduled } = await countAtStake(app, id);
    if (!isSure && !(await confirm(`Delete ${email} permanently, with ${scheduled} scheduled tweets?`)))
      throw new Usage("Nothing was deleted.");
    await deletePerson(app, id, null);
    say(`Deleted ${email} and all their data. Scheduled tweets that won't be posted: ${scheduled}.`);
  },
  async "name-operator"(app, email) {
    await nameOperator(app, email);
    say(`${email} is now an admin and can open /admin and /doctor.`);
  },
};

async function confirm(question: string): Promise<boolean> {
  if (!process.stdin.isTTY)
    throw new Usage(`${question} This can't be undone. Nothing was deleted. To confirm without a terminal, add --yes.`);
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await terminal.question(`${question} This can't be undone. [y/N] `);
  terminal.close();
  return /^y(?:es)?$/i.test(answer.trim());
}

async function makeKey(app: App, email: string, options: readonly string[]): Promise<void> {
  const wanted = readKey(options);
  const { id } = await getUserByEmail(app, email);
  const { key, name, scopes } = await makeKeyFor(app, id, { ...wanted, expiresAt: null });
  say(`Created API key ${name} for ${email}, with ${scopes.join(", ")} (shown once):`);
  say(key);
}

function readKey(options: readonly string[]): Pick<NewKey, "name" | "scopes"> {
  const given = new Map<string, string>();
  for (let n = 0; n + 1 < options.length; n += 2) given.set(options[n] ?? "", options[n + 1] ?? "");
  const scopes = given.get("--scopes")?.split(",") ?? [];
  const read = keySchema.safeParse({ name: given.get("--name"), scopes });
  if (options.length !== 4 || !read.success) throw new Usage(`${usage}\n\nScopes: ${scopesInForm.join(", ")}`);
  return read.data;
}

async function list(app: App): Promise<void> {
  const users = await listUsers(app);
  if (users.length === 0) say("No users yet.");
  for (const { user, isDisabled, hasSecondFactor, sessions, keys, namedKeys, tweets } of users) {
    const since = new Date(user.createdAt).toISOString().slice(0, 10);
    const marks = [
      ...((await isOperator(app, user.id)) ? ["operator"] : []),
      ...(isDisabled ? ["disabled"] : []),
      ...(hasSecondFactor ? ["two-factor"] : []),
    ];
    const counts = `${tweets} tweets, ${sessions} sessions, ${keys} session keys, ${namedKeys} API keys`;
    say(`${user.id}  ${user.email}  since ${since}, ${[counts, ...marks].join(", ")}`);
  }
}

await runCommand(async (args) => {
  const [verb = "", email, ...more] =
    args[0] === "second-factor" ? [args.slice(0, 2).join(" "), ...args.slice(2)] : args;
  const isSure = verb === "delete" && more.length === 1 && more[0] === "--yes";
  const isList = verb === "list-users" && email === undefined;
  const run = Object.hasOwn(verbs, verb) ? verbs[verb] : undefined;
  const within = (work: (app: App) => Promise<void>) =>
    withApp((app) => {
      sayAside(true)(`Database: ${nameDatabase(app.config)}`);
      return work(app);
    });
  if (isList) await within(list);
  else if (verb === "key" && email) await within((app) => makeKey(app, email, more));
  else if (run && email && (isSure || more.length === 0)) await within((app) => run(app, email, isSure));
  else throw new Usage(usage);
});
