// Loads /go-live: what the setup check says, and which settings are missing; no key's value.
import { readBackups } from "~/features/backups/copy.server";
import { callbackUrlOf } from "~/features/accounts/accounts.server";
import { examine, ownLoop } from "~/features/doctor/doctor.server";
import { requireOperator } from "../load.server";
import type { LoaderArgs } from "~/screens/frame/viewer.server";
import { type GoLiveData, toView } from "./to-view.server";

/** Throws as /doctor does: a redirect for a guest, 404 for anyone but the operator. */
export async function loadGoLive(args: LoaderArgs): Promise<GoLiveData> {
  const app = await requireOperator(args);
  const { config } = app;
  return toView({
    findings: await examine(app, ownLoop(app), readBackups(config)),
    callbackUrl: callbackUrlOf(config),
    appOrigin: config.appOrigin,
    hasWriter: app.ai.kind !== "demo",
    isOnX: app.network.kind !== "sandbox",
    dailyPostLimit: config.dailyPostLimit,
    dailySpendLimit: config.dailySpendLimit,
    now: app.clock.now(),
  });
}
