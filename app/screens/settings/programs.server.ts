// What /settings/programs loads: who may see it, and what each of its sections shows.
import { redirect } from "@remix-run/node";
import type { App } from "~/app.server";
import { listKeys } from "~/features/api-keys/api-keys.server";
import type { KeyView } from "~/features/api-keys/keys-card";
import type { Ways } from "~/features/api-keys/proof-fields";
import { siteOf } from "~/features/passkeys/passkey";
import { isOperator } from "~/features/people/people.server";
import { readFactors } from "~/features/second-factor/factors.server";
import { hasPassword } from "~/features/users/users.server";
import type { User } from "~/features/users/user";
import type { WebhookView } from "~/features/webhooks/webhooks-card";
import { listWebhooks } from "~/features/webhooks/webhooks.server";
import { type LoaderArgs, readViewer } from "~/screens/frame/viewer.server";
import { toKeyView, toWebhookView } from "./to-programs";

export interface ProgramsView {
  isOperator: boolean;
  keys: KeyView[];
  heldCount: number;
  webhooks: WebhookView[];
  ways: Ways;
  /** Which question the address asks, and about which key. */
  question: { step: "rotate" | "revoke"; id: number; name: string } | null;
}

/** Throws a redirect for a guest. */
export async function loadPrograms(args: LoaderArgs): Promise<ProgramsView> {
  const { app, viewer } = await readViewer(args);
  const { user, query } = viewer;
  if (!user) throw redirect("/generate?panel=login", 303);
  const [operator, keys, webhooks, ways] = await Promise.all([
    isOperator(app, user.id),
    listKeys(app, user.id),
    listWebhooks(app, user.id),
    readWays(app, user),
  ]);
  const step = query.get("step");
  const about = keys.find(({ id }) => String(id) === query.get("key"));
  return {
    isOperator: operator,
    keys: keys.map((key) => toKeyView(key, viewer)),
    heldCount: keys.filter(({ isHeld }) => isHeld).length,
    webhooks: webhooks.map(toWebhookView),
    ways,
    question: about && (step === "rotate" || step === "revoke") ? { step, id: about.id, name: about.name } : null,
  };
}

async function readWays(app: App, { id, email }: User): Promise<Ways> {
  const { hasApp, hasPasskey } = await readFactors(app, id);
  // Where a browser gives this address no passkey, a recovery code serves.
  const canPasskey = typeof siteOf(app.config.appOrigin) !== "string";
  return { email, hasPassword: await hasPassword(app, id), hasApp, hasPasskey: hasPasskey && canPasskey };
}
