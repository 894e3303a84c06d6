// What tests of webhooks begin with: a server that may call this machine, two people, and receivers on loopback.
import { createHmac } from "node:crypto";
import { addWebhook, type Webhook } from "~/features/webhooks/webhooks.server";
import { seconds } from "~/ground/time/duration";
import { deliveries } from "~jobs/deliveries.server";
import { createTestApp, type TestApp } from "~tests/support/app";
import type { Person } from "~tests/support/people/make";
import type { Receiver } from "~tests/support/fakes/receiver";

export const createHookApp = (env: Record<string, string> = {}): Promise<TestApp> =>
  createTestApp({
    env: { ALLOW_PRIVATE_WEBHOOKS: "on", ...env },
    config: { quietHours: null, minGapMs: 0, dailySpendLimit: 0 },
  });

export interface Hook {
  webhook: Webhook;
  secret: string;
}

export const hookTo = (app: TestApp, { user }: Person, { url }: Pick<Receiver, "url">, events = ["*"]): Promise<Hook> =>
  addWebhook(app, { userId: user.id, address: null }, { url, events, description: "" });

/** The job, as the loop asks it, until nothing is due: to one receiver goes one at a time. */
export async function tell(app: TestApp): Promise<void> {
  for (;;) {
    const { started, done } = await deliveries(app);
    await done;
    if (started === 0) return;
  }
}

/** The same, while time goes by. */
export async function pass(app: TestApp, ms: number, step = seconds(1)): Promise<void> {
  for (let left = ms; left > 0; left -= step) {
    app.clock.advance(Math.min(left, step));
    await tell(app);
  }
}

/** By hand, as the standard has it. */
export function signatureOf(secret: string, headers: Record<string, unknown>, body: string): string {
  const key = Buffer.from(secret.replace("whsec_", ""), "base64");
  const signed = `${String(headers["webhook-id"])}.${String(headers["webhook-timestamp"])}.${body}`;
  return `v1,${createHmac("sha256", key).update(signed).digest("base64")}`;
}

/** The bodies that a receiver got, by the type of their event. */
export const typesAt = ({ received }: Receiver): unknown[] => received.map(({ type }) => type);
