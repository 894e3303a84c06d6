// The cast of the API's tests: people with keys, an account and tweets, behind a line and a writer that can be made bad.
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeKeyFor } from "~/features/api-keys/api-keys.server";
import { addPicture } from "~/features/media/media.server";
import { issueKey } from "~/features/users/users.server";
import { addWebhook, testWebhook } from "~/features/webhooks/webhooks.server";
import { runQueued } from "~/features/generation/generation.server";
import { insertBatch, insertTask } from "~/features/generation/store/tasks.server";
import type { Account } from "~/features/accounts/account";
import { analyse } from "~/features/analysis/analysis.server";
import { writeTweet } from "~/features/publishing/publishing.server";
import { createTestApp, type TestApp } from "../app";
import { Client } from "./client";
import { faulty, type FaultyNetwork } from "../fakes/faulty-network";
import { linkAccount, makePerson, type Person } from "../people/make";
import { createRouter, type Router } from "./router";
import { Witness } from "../witness";

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
  /** A task that has failed. */
  taskId: string;
  /** A picture that no tweet has. */
  mediaId: string;
  /** A named key. */
  keyId: number;
  /** One that is told of nothing that happens here, and what was sent to it once. */
  webhookId: string;
  deliveryId: number;
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

async function enter(app: TestApp, name: string): Promise<Member> {
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
  const [taskId, now] = [randomUUID(), app.clock.now()];
  await insertTask(app.db, {
    ...{ id: taskId, user_id: userId, account_id: null, topic: "coffee", web_search: 0, state: "failed" },
    ...{ error_code: "timeout", error: "It took too long", deadline_at: now, created_at: now, ended_at: now },
  });
  const mediaId = await givePicture(app, userId, name);
  const named = await makeKeyFor(app, userId, { name: "program", scopes: ["read"], expiresAt: null });
  const hook = await giveWebhook(app, userId);
  const ids = { tweetId: tweet.id, analysisId: analysis.id, batchId, taskId, mediaId, keyId: named.id, ...hook };
  return { ...person, account, key, ...ids };
}

/** Its address is a number, so that no name is asked for. */
async function giveWebhook(app: TestApp, userId: string): Promise<{ webhookId: string; deliveryId: number }> {
  const wish = { url: "https://93.184.215.14/hook", events: ["backup.failed"], description: "" };
  const { webhook } = await addWebhook(app, { userId, address: null }, wish);
  await testWebhook(app, userId, webhook.id);
  const { id } = await app.db
    .updateTable("deliveries")
    .set({ state: "delivered", due_at: null, ended_at: app.clock.now(), attempts: 1, last_status: 204 })
    .where("target_id", "=", webhook.id)
    .returning("id")
    .executeTakeFirstOrThrow();
  return { webhookId: webhook.id, deliveryId: id };
}

/** What makes bytes a picture at the first look. */
export const jpegHead = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 0, 0, 0, 0, 0, 0, 0]);

/** A picture that nobody had to clean; its id. */
export async function givePicture(app: TestApp, userId: string, name: string): Promise<string> {
  const bytes = Buffer.concat([jpegHead, Buffer.from(name)]);
  const cleaned = { type: "jpeg", width: 4, height: 3, isWhitened: false, picture: bytes, preview: bytes } as const;
  return (await addPicture(app, { userId, bytes: jpegHead }, { clean: () => Promise.resolve(cleaned) })).picture.id;
}

/** A body that is none of JSON's, for routes that take files. */
export const aFile = { body: jpegHead, headers: { "content-type": "image/jpeg" } };

export async function createCast(): Promise<Cast> {
  const dataDir = mkdtempSync(join(tmpdir(), "linnet-cast-"));
  const app = await createTestApp({ config: { dataDir } });
  const [alice, bob] = [await enter(app, "alice"), await enter(app, "bob")];
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
    idsOf: ({ user, account, tweetId, analysisId, batchId, taskId, mediaId, keyId, webhookId, deliveryId }) => ({
      key_id: keyId,
      webhook_id: webhookId,
      delivery_id: deliveryId,
      media_id: mediaId,
      user_id: user.id,
      account_id: account.networkUserId,
      tweet_id: tweetId,
      analysis_id: analysisId,
      task_id: taskId,
      batch_id: batchId,
      version_no: 1,
    }),
    async close() {
      await app.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
