// The verbs of single sign-on, in Settings.
import { password } from "../../../support/people/browser";
import { button, type Verb, write } from "./stage";

const security = "/settings/security";

export const provider = {
  "prove-password": {
    serverKind: "provider",
    async come({ page, arrive }) {
      await arrive("alice", { linked: false });
      await page.goto(security);
      await page.getByLabel("Your password").fill(password);
    },
    press: (page) => button(page, "Confirm it’s me").click(),
    message: /^Confirmed. Valid for 5 minutes.$/,
    focus: /^h2 Single sign-on$/,
  },
  "remove-identity": {
    serverKind: "provider",
    async come(stage) {
      const { visitor } = await stage.arrive("alice", { linked: false });
      addIdentity(stage, visitor.userId);
      await stage.page.goto(security);
    },
    press: (page) => button(page, /^Remove/).click(),
    message: /^Sign-in method removed$/,
    focus: /^h2 Single sign-on$/,
  },
} satisfies Record<string, Verb>;

/** They came by the provider once, and have just shown who they are. */
export function addIdentity(stage: Parameters<typeof write>[0], userId: string): void {
  const identity = [userId, userId, "https://id.example", userId, "alice@id.example", Date.now()];
  write(stage, "insert into identities values (?, ?, ?, ?, ?, ?, null)", ...identity);
  const proof = "insert into fresh_proofs select id_hash, user_id, ? from sessions where user_id = ?";
  write(stage, proof, Date.now() + 300_000, userId);
}
