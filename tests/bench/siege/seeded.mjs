// Eleven people in a data folder of their own, made once by the app itself: ten neighbours, and one who attacks.
import { rmSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { startLinnet, stop } from "../server.mjs";
import { Sqlite } from "../sqlite.mjs";
import { addressOf, addWebhook, newPerson } from "./person.mjs";

const neighbours = 10;

export const env = {
  ALLOW_PRIVATE_WEBHOOKS: "on",
  MIN_GAP_SECONDS: "0",
  CATCH_UP_GAP_SECONDS: "0",
  QUIET_HOURS: "none",
};

/** Answers `{ dataDir, people, attacker }`; a person's webhook goes to `receivers`. */
export async function seedPeople(dataDir, receivers) {
  rmSync(dataDir, { recursive: true, force: true });
  const server = await startLinnet(dataDir, { env });
  const people = [];
  for (let n = 1; n <= neighbours; n += 1) {
    const person = await newPerson(server.origin, n);
    await addWebhook(person, `${receivers}/${n}`);
    people.push(person);
  }
  const attacker = await newPerson(server.origin, neighbours + 1);
  attacker.secondAddress = addressOf(neighbours + 2);
  await stop(server);
  return { dataDir, people, attacker };
}

/** More than a person may write: for what is read. Who has them is refused each new one. */
export function fillDrafts(dataDir, userId, drafts) {
  const db = new Sqlite(join(dataDir, "linnet.db"));
  const text = `'The ' || n || 'th thought on what a small shop learns from its own till, which no week teaches twice, says the owner'`;
  db.prepare(
    `with recursive n(n) as (select 1 union all select n + 1 from n where n < ${drafts})
    insert into tweets (user_id, position, origin, content, fingerprint, created_at, updated_at, state)
    select @userId, 0, 'own', ${text}, lower(${text}), @now, @now, 'pending' from n`,
  ).run({ userId, now: Date.now() });
  db.close();
}

/** Takes everybody's webhooks, and answers how late each came since the last time it was asked, in ms. */
export async function openReceivers() {
  let late = [];
  const server = createServer(async (request, response) => {
    const pieces = [];
    for await (const piece of request) pieces.push(piece);
    response.writeHead(204).end();
    late.push(Date.now() - Date.parse(JSON.parse(Buffer.concat(pieces)).timestamp));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    origin: `http://127.0.0.1:${server.address().port}`,
    take: () => late.splice(0),
    close: () => server.close(),
  };
}
