// X's client with one account linked, on a fake X of its own: where the tests of X's own behaviour begin.
import { Writable } from "node:stream";
import type { Clock } from "~/ground/time/clock.server";
import { seconds } from "~/ground/time/duration";
import { createLog } from "~/ground/telemetry/log.server";
import { LinkError, type Network, ReadError } from "~/ports/network/port";
import { createX } from "~/ports/network/x.server";
import { type FakeX, startFakeX } from "./fake-x";

export const callbackUrl = "http://localhost:3000/api/twitter-auth/callback";

/** A log of everything, one line an entry. */
export function memoryLog() {
  const lines: string[] = [];
  const to = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  return { lines, log: createLog({ logLevel: "trace" }, to) };
}

/** The client on this fake, or with its socket sent elsewhere; by the fake's clock, or one of its own. */
export const clientOf = (
  fake: FakeX,
  apiOrigin = fake.origin,
  log = memoryLog().log,
  clock: Pick<Clock, "now"> = fake,
): Network => createX({ apiKey: fake.rules.apiKey, apiSecret: fake.rules.apiSecret, apiOrigin, clock, log });

export async function link(fake: FakeX, network: Network, handle = "alice") {
  const { requestToken, requestSecret } = await network.beginLink({ callbackUrl, forceLogin: true });
  return network.finishLink({ requestToken, requestSecret, verifier: fake.consent(requestToken, handle) });
}

/** A fake X that alice has linked; `time.now` is X's clock. */
export async function startLinkedX() {
  const time = { now: Date.now() };
  const fake = await startFakeX({ now: () => time.now });
  const { lines, log } = memoryLog();
  const network = clientOf(fake, fake.origin, log);
  const { tokens, profile } = await link(fake, network);
  const post = (text = "Hello", timeoutMs = seconds(5)) => network.post(tokens, { text, timeoutMs });
  return { time, fake, lines, log, network, tokens, userId: profile.id, post };
}

export type LinkedX = Awaited<ReturnType<typeof startLinkedX>>;

/** The error of this kind that the work must end with. */
export async function errorOf<T extends Error>(kind: new (...args: never[]) => T, work: Promise<unknown>): Promise<T> {
  const ended: unknown = await work.catch((caught: unknown) => caught);
  if (ended instanceof kind) return ended;
  throw new Error(`Expected ${kind.name}, got ${String(ended)}`);
}
export const linkErrorOf = (work: Promise<unknown>) => errorOf(LinkError, work);
export const readErrorOf = (work: Promise<unknown>) => errorOf(ReadError, work);
