// Checks the keys and the callback address with X by requesting an unused token, which is free.
import type { Clock } from "~/ground/time/clock.server";
import { seconds } from "~/ground/time/duration";
import { LinkError, type LinkFailure } from "./port";
import { linkError } from "./x-link";
import { exchange } from "./x-connection.server";

export interface XCheck {
  reason: LinkFailure | null;
  detail: string;
  /** X's clock, ms; null if X sent none. */
  serverTime: number | null;
  accessLevel: string | null;
}

const patience = seconds(8);

/** Never throws. */
export async function checkX(
  x: { apiKey: string; apiSecret: string; apiOrigin: string | null; clock: Pick<Clock, "now"> },
  callbackUrl: string,
): Promise<XCheck> {
  const { reply, result } = await exchange(
    { keys: { appKey: x.apiKey, appSecret: x.apiSecret }, origin: x.apiOrigin, timeoutMs: patience },
    (client) => client.generateAuthLink(callbackUrl, { linkMode: "authorize" }),
  );
  const headers = reply.kind === "answered" ? reply.headers : {};
  const seen = {
    serverTime: Date.parse(headers["date"] ?? "") || null,
    accessLevel: headers["x-access-level"] ?? null,
  };
  const isGood = reply.kind === "answered" && reply.status >= 200 && reply.status < 300 && result !== null;
  if (isGood && String(result.oauth_callback_confirmed) === "true") return { reason: null, detail: "", ...seen };
  const fault = isGood
    ? new LinkError("not_permitted", "X did not confirm the callback URL")
    : linkError(reply, { unauthorized: "refused", secrets: [x.apiKey, x.apiSecret], now: x.clock.now() });
  return { reason: fault.reason, detail: fault.message, ...seen };
}
