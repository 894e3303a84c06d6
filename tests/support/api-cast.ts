// The cast of the API's tests: people with keys, an account and tweets, behind a line and a writer that can be made bad.
import { randomUUID } from "node:crypto";
import { issueKey } from "~/features/users/users.server";
import { runQueued } from "~/features/generation/generation.server";
import { insertBatch } from "~/features/generation/store/tasks.server";
import type { Account } from "~/features/accounts/account";
import { analyse } from "~/features/analysis/analysis.server";
import { writeTweet } from "~/features/publishing/publishing.server";
import { createTestApp, type TestApp } from "./app";
import { Client } from "./client";
import { faulty, type FaultyNetwork } from "./faulty-network";
import { linkAccount, makePerson, type Person } from "./make";
import { createRouter, type Router } from "./router";
import { Witness } from "./witness";

export const description =
  "A booking page for small sailing schools that turns a good forecast into last-minute offers. " +
  "Unlike a newsletter it fills 9 of 10 empty seats. Try it free for a month.";

export interface Member extends Person {
  key: string;
  account: Account;
  tweetId: number;
  analysisId: number;
  /** A batch without tweets. */
  batchId: string;
}

export interface Cast {
  app: TestApp;
  network: FaultyNetwork;
  route: Router;
  witness: Witness;
  client: Client;
  alice: Member;
  bob: Member;
  /** Ends the queued generations. */
  settle(): Promise<void>;
  /** A pending tweet of alice's that says what no other says. */
  newTweet(): Promise<number>;
  /** The ids with which a path of the contract is alice's, or another's. */
  idsOf(member: Member): Record<string, string | number>;
  close(): Promise<void>;
}

async function join(app: TestApp, name: string): Promise<Member> {
  const person = await makePerson(app, name);
  const account = await linkAccount(app, person, `${name}_x`);
  const userId = person.user.id;
  const tweet = await writeTweet(app, { userId, content: `${name}'s first words`, account: null });
  const analysis = await analyse(app, userId, description);
  const key = await issueKey(app, userId, null);
  const batchId = randomUUID();
  const written = { sources: "[]", input_tokens: 0, output_tokens: 0, created_at: app.clock.now() };
  await insertBatch(app.db, {
    ...{ id: batchId, user_id: userId, account_id: null, topic: "tea", web_search: 0, writer: "demo", model: "demo" },
    ...written,
  });
  return { ...person, account, key, tweetId: tweet.id, analysisId: analysis.id, batchId };
}

export async function createCast(): Promise<Cast> {
  const app = await createTestApp();
  const [alice, bob] = [await join(app, "alice"), await join(app, "bob")];
  const network = faulty(app.network);
  app.network = network;
  const [route, witness] = [await createRouter(), new Witness()];
  return {
    app,
    network,
    route,
    witness,
    client: new Client(route, witness),
    alice,
    bob,
    async settle() {
      await (
        await runQueued(app)
      ).done;
    },
    async newTweet() {
      const content = `Nobody says ${randomUUID()}`;
      return (await writeTweet(app, { userId: alice.user.id, content, account: null })).id;
    },
    idsOf: ({ user, account, tweetId, analysisId, batchId }) => ({
      user_id: user.id,
      account_id: account.networkUserId,
      tweet_id: tweetId,
      analysis_id: analysisId,
      task_id: randomUUID(),
      batch_id: batchId,
      version_no: 1,
    }),
    close: () => app.close(),
  };
}
