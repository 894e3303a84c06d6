// An authenticator app of a test: it is set up through the feature's own verbs, and shows the code of the moment.
import type { App } from "~/app.server";
import { beginSetUp, keepCodes, readSecondFactor, switchOn } from "~/features/second-factor/second-factor.server";
import { seconds } from "~/ground/time/duration";
import type { TestApp } from "../app";
import { digitsOf } from "../digits";
import { password, type Person } from "./make";

export { digitsOf, wrongDigits } from "../digits";

const home = "192.0.2.7";

export interface Authenticator {
  key: string;
  /** The recovery codes. */
  codes: string[];
  /** A code that was not used yet: half a minute passes. */
  next(): string;
}

/** The key that waits to be set up. */
export async function keyOf(app: App, person: Person): Promise<string> {
  const { setUp } = await readSecondFactor(app, person.user);
  if (!setUp) throw new Error("Nothing waits to be set up");
  return setUp.key;
}

/** Switches the second step on for a person, who has kept the recovery codes. */
export async function giveFactor(app: TestApp, person: Person): Promise<Authenticator> {
  await beginSetUp(app, person.user);
  const key = await keyOf(app, person);
  const next = () => {
    app.clock.advance(seconds(30));
    return digitsOf(key, app.clock.now());
  };
  await switchOn(app, person.user, { password, code: next(), address: home });
  const { shownCodes } = await readSecondFactor(app, person.user);
  await keepCodes(app, person.user.id);
  return { key, codes: shownCodes ?? [], next };
}
