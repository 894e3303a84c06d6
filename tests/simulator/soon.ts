// Who posts with five seconds to take it back, and takes it back, in time or too late.
import { seconds } from "~/ground/time/duration";
import type { App } from "~/app.server";
import * as publishing from "~/features/publishing/publishing.server";
import type { Random } from "../crash/random";

export interface Soon {
  /** Presses Post Now; some take it back within seven seconds, some twice at once. */
  post(app: App, ask: publishing.NowRequest): Promise<void>;
}

/** `later` does it once so many milliseconds have passed; `did` counts what was done. */
export function makeSoon(
  random: Random,
  later: (app: App, ms: number, verb: () => Promise<unknown>) => void,
  did: <T>(verb: string, work: Promise<T>) => Promise<T>,
): Soon {
  return {
    async post(app, ask) {
      await did("posted in five seconds", publishing.postSoon(app, { ...ask, scheduledToo: random.chance(0.5) }));
      if (random.chance(0.5)) return;
      const presses = random.chance(0.2) ? 2 : 1;
      const after = random.between(0, seconds(7));
      for (let press = 0; press < presses; press += 1)
        later(app, after, () => did("taken back", publishing.undoPost(app, ask)));
    },
  };
}
