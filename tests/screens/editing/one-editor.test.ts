// An address that changes words in the window over a list opens no second editor in the list under it.
import { afterEach, beforeEach, expect, it } from "vitest";
import { setDefault } from "~/features/accounts/accounts.server";
import { createTestApp, type TestApp } from "~tests/support/app";
import { documentOf } from "~tests/support/document";
import { linkAccount, makeBatch, makePerson } from "~tests/support/people/make";
import { type Browser, browse } from "../support/browse";

let app: TestApp;
let asAlice: Browser;
let ids: number[];
let batchId: string;
beforeEach(async () => {
  app = await createTestApp();
  const alice = await makePerson(app, "alice");
  const other = await linkAccount(app, alice, "alice_default");
  const account = await linkAccount(app, alice, "alice_x");
  await setDefault(app, alice.user.id, other.networkUserId);
  ids = (await makeBatch(app, alice, account)).map(({ id }) => id);
  const batch = await app.db.selectFrom("batches").select("id").executeTakeFirstOrThrow();
  batchId = String(batch.id);
  asAlice = await browse(app, alice.sessionId);
});
afterEach(() => app?.close());

/** The tweets whose words the page has a field for. */
async function editedAt(path: string): Promise<string[]> {
  const fields = documentOf((await asAlice.get(path)).html).querySelectorAll('textarea[name="content"]');
  return [...fields].map(
    (field) => field.closest("form")?.querySelector<HTMLInputElement>('input[name="tweetId"]')?.value ?? "",
  );
}

it.each([
  ["the ideas", () => "/ideas?"],
  ["a batch", () => `/generate?batch=${batchId}&`],
])("over %s only the tweet of the window is edited, though edit=1 is the first tweet's number too", async (_, list) => {
  const [first = 0, second = 0] = ids;
  expect(first).toBe(1);
  expect(await editedAt(`${list()}edit=${first}`)).toEqual([String(first)]);
  expect(await editedAt(`${list()}tweet=${second}&edit=1`)).toEqual([String(second)]);
});
