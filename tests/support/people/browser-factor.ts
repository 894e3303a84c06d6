// An authenticator app of somebody at a running server, set up by the forms of Settings.
import { password as usual, type Visitor } from "./browser";
import { digitsOf } from "../digits";

const security = "/settings/security";
const halfMinute = 30_000;

export interface VisitorsApp {
  key: string;
  /** The recovery codes. */
  codes: string[];
  /** A code that was not used yet. There are two; for others the time must go on. */
  next(): string;
}

const thisStep = (): number => Math.floor(Date.now() / halfMinute);

const keyIn = (html: string): string => /<code>((?:[A-Z2-7]{4} ?){8})</.exec(html)?.[1] ?? "";

/** The recovery codes on a page. */
export const codesIn = (html: string): string[] =>
  [...html.matchAll(/<code>([0-9a-z]{4}-[0-9a-z]{4})<\/code>/g)].map(([, one = ""]) => one);

/** Switches the second step on; `kept`: the recovery codes are kept, and shown no more. */
export async function switchOnFor(
  visitor: Visitor,
  { kept = true, password = usual }: { kept?: boolean; password?: string } = {},
): Promise<VisitorsApp> {
  await visitor.post(security, { intent: "set-up-factor" });
  const key = keyIn(await (await visitor.open(`${security}?step=set-up`)).text());
  const switchOn = async (step: number): Promise<number> => {
    const code = digitsOf(key, step * halfMinute);
    return (await visitor.post(security, { intent: "switch-on-factor", password, code })).status;
  };
  // The half minute before: this one and the next are left.
  let step = thisStep() - 1;
  let status = await switchOn(step);
  // It has just turned.
  if (status === 401 && step !== thisStep() - 1) status = await switchOn((step = thisStep() - 1));
  if (status !== 303) throw new Error(`Not switched on: ${status}`);
  const page = await (await visitor.open(`${security}?step=codes`)).text();
  const codes = codesIn(page);
  if (codes.length !== 10) throw new Error(`${codes.length} recovery codes are shown`);
  if (kept) await visitor.post(security, { intent: "keep-codes", kept: "on" });
  return { key, codes, next: () => digitsOf(key, (step = Math.max(step + 1, thisStep())) * halfMinute) };
}
