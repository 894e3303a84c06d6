// Asks X whether keys and callback address are good, by a call that is free: a request token that nobody will use.
import type { Clock } from "~/ground/time/clock.server";
import { seconds } from "~/ground/time/duration";
import { LinkError, type LinkFailure } from "./port";
import { linkError } from "./x-link";
import { exchange } from "./x-connection.server";

export interface XCheck {
  /** Null: X took the keys and the callback address. */
  reason: LinkFailure | null;
  /** What was seen, for the operator. */
  detail: string;
  /** X's clock at the answer, ms; null where it sent none. */
  serverTime: number | null;
  /** The app's permission; null where X doesn't say. */
  accessLevel: string | null;
}

const patience = seconds(8);

/** The first leg of linking, left there. Never throws. */
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
    ? new LinkError("not_permitted", "X did not confirm the callback address")
    : linkError(reply, { unauthorized: "refused", secrets: [x.apiKey, x.apiSecret], now: x.clock.now() });
  return { reason: fault.reason, detail: fault.message, ...seen };
}
