// Where the tests of /mcp begin: the API's cast, alice with a second account that is her default, and agents with keys.
import { makeKeyFor } from "~/features/api-keys/api-keys.server";
import { type Scope, scopes } from "~/features/api-keys/scope";
import type { Account } from "~/features/accounts/account";
import { setDefault } from "~/features/accounts/accounts.server";
import { startBot } from "~/features/bots/bots.server";
import { hours } from "~/ground/time/duration";
import { type Agent, connectAgent, type Era } from "~tests/support/calls/agent";
import { type Cast, createCast, type Member } from "~tests/support/calls/api-cast";
import { origin } from "~tests/support/calls/client";
import type { Around } from "~tests/support/calls/every-tool";
import { linkAccount } from "~tests/support/people/make";

export interface AgentCast extends Cast {
  /** Alice's default: whatever is posted as this one without a word is posted as somebody else. */
  other: Account;
  newKey(
    may?: readonly Scope[],
    member?: Member,
    expiresAt?: number | null,
  ): Promise<{ key: string; id: number; name: string }>;
  newAgent(as?: { may?: readonly Scope[]; member?: Member; era?: Era }): Promise<Agent>;
  /** Who posted what in the sandbox, in order. */
  posts(): Promise<{ handle: string; text: string }[]>;
}

export async function createAgentCast(): Promise<AgentCast> {
  const cast = await createCast();
  const { app, alice } = cast;
  const other = await linkAccount(app, alice, "alice_default");
  await setDefault(app, alice.user.id, other.networkUserId);
  let made = 0;
  const newKey: AgentCast["newKey"] = async (may = scopes, member = alice, expiresAt = null) => {
    const name = `agent ${(made += 1)}`;
    const { key, id } = await makeKeyFor(app, member.user.id, { name, scopes: may, expiresAt });
    return { key, id, name };
  };
  return {
    ...cast,
    other,
    newKey,
    async newAgent({ may, member, era } = {}) {
      const { key } = await newKey(may, member);
      return connectAgent({ origin, key, era, route: cast.route });
    },
    posts: () =>
      app.db
        .selectFrom("sandbox_posts")
        .innerJoin("sandbox_users", "sandbox_users.id", "sandbox_posts.sandbox_user_id")
        .select(["sandbox_users.handle", "sandbox_posts.text"])
        .orderBy("sandbox_posts.created_at")
        .orderBy("sandbox_posts.id")
        .execute(),
  };
}

/** What one call of each tool needs: alice's account, which is not her default. */
export function aroundOf({ app, alice: { user, account }, settle }: AgentCast, round: string): Around {
  return {
    account,
    round,
    startBot: (analysisId) => startBot(app, { userId: user.id, analysisId, account: account.networkUserId }),
    settle,
    hoursAhead: (ahead) => new Date(app.clock.now() + hours(ahead)).toISOString(),
  };
}
