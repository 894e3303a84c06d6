// Chooses the network: X if the environment has its keys, else the embedded sandbox.
import type { Clock } from "~/ground/time/clock.server";
import type { Config } from "~/ground/config.server";
import { answeringPlainly } from "~/ground/plain-text";
import type { Log } from "~/ground/telemetry/log.server";
import type { Db } from "~db/database.server";
import { withMetrics } from "./with-metrics.server";
import type { Network } from "./port";
import { createSandbox, type Sandbox } from "./sandbox.server";
import { checkX, type XCheck } from "./x-check.server";
import { createX } from "./x.server";

interface NetworkSetup {
  config: Pick<Config, "x" | "appOrigin">;
  db: Db;
  clock: Clock;
  log: Log;
  /** Weighted length of a text by X's rules. Passed in because ports can't import features. */
  weigh: (text: string) => number;
}

export function chooseNetwork({ config, db, clock, log, weigh }: NetworkSetup): Network {
  if (config.x) return answeringPlainly(withMetrics(createX({ ...config.x, clock, log })));
  return withMetrics(createSandbox({ db, clock, appOrigin: config.appOrigin, weigh, log }));
}

export const isSandbox = (network: Network): network is Sandbox => network.kind === "sandbox";

/** Checks the keys and `callbackUrl` with X, free of charge. Returns null for the sandbox. Never throws. */
export const checkNetwork = async (
  { config: { x }, clock }: { config: Pick<Config, "x">; clock: Clock },
  callbackUrl: string,
): Promise<XCheck | null> => x && (await checkX({ ...x, clock }, callbackUrl));
