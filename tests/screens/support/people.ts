// Two people at the screens, one with two accounts, and a browser for each.
import { release, releaseName } from "~/ground/release.server";
import { test as base } from "vitest";
import type { Account } from "~/features/accounts/account";
import { setDefault } from "~/features/accounts/accounts.server";
import { setTimezone } from "~/features/users/users.server";
import { createTestApp, type TestApp } from "~tests/support/app";
import { faulty, type FaultyNetwork } from "~tests/support/fakes/faulty-network";
import { linkAccount, makePerson, type Person } from "~tests/support/people/make";
import { type Browser, browse } from "./browse";

export interface Stage {
  app: TestApp;
  network: FaultyNetwork;
  /** Who registered first. In Berlin; `first` is her default. */
  alice: Person;
  first: Account;
  second: Account;
  /** In no place that anybody knows. */
  bob: Person;
  his: Account;
  /** A browser each; a new one where `fresh`. */
  guest: Browser;
  asAlice: Browser;
  asBob: Browser;
  /** What differs from run to run, with the word that stands for it. */
  named: Record<string, string>;
  close(): Promise<void>;
}

export async function makeStage(env: Record<string, string> = {}): Promise<Stage> {
  const app = await createTestApp({ env: { RATE_LIMITS: "off", ...env } });
  const network = faulty(app.network);
  const alice = await makePerson(app, "alice");
  const earlier = app.db.updateTable("users").set({ created_at: app.clock.now() - 1 });
  await earlier.where("id", "=", alice.user.id).execute();
  const second = await linkAccount(app, alice, "alice_two");
  const first = await linkAccount(app, alice, "alice_one");
  await setDefault(app, alice.user.id, first.networkUserId);
  await setTimezone(app, alice.user.id, "Europe/Berlin", { chosen: true });
  const bob = await makePerson(app, "bob");
  const his = await linkAccount(app, bob, "bob_one");
  app.network = network;
  const named: Record<string, string> = {
    [releaseName(release)]: "RELEASE",
    [alice.user.id]: "ID-OF-ALICE",
    [bob.user.id]: "ID-OF-BOB",
    [first.networkUserId]: "REF-OF-ALICE-ONE",
    [second.networkUserId]: "REF-OF-ALICE-TWO",
    [his.networkUserId]: "REF-OF-BOB-ONE",
  };
  return {
    app,
    network,
    alice,
    first: { ...first, isDefault: true },
    second: { ...second, isDefault: false },
    bob,
    his,
    guest: await browse(app, null, named),
    asAlice: await browse(app, alice.sessionId, named),
    asBob: await browse(app, bob.sessionId, named),
    named,
    close: () => app.close(),
  };
}

export const test = base.extend<{ stage: Stage }>({
  stage: async ({ task: _ }, give) => {
    const stage = await makeStage();
    await give(stage);
    await stage.close();
  },
});
