// argon2 for tests that ask nobody but this process: real, but of 8 kB and one pass. One hash as production makes them takes
// 16 ms and 19 MB, and a second step makes ten at once. What is kept names the cost that was asked for.
import { createRequire } from "node:module";
import type * as Argon2 from "@node-rs/argon2";

type Functions = { -readonly [Name in "hash" | "verify"]: (typeof Argon2)[Name] };

const argon2 = createRequire(import.meta.url)("@node-rs/argon2") as Functions & { light?: { isOn: boolean } };
const light = { memoryCost: 8, timeCost: 1 };
const costOf = ({ memoryCost, timeCost }: Argon2.Options) => `$m=${memoryCost},t=${timeCost},`;

/** By what is kept of it: what another process made is checked as it stands. */
const made = new Map<string, string>();

/** Before anything imports argon2. Files that share a worker share this: each says which it wants. */
export function hashLightly(isOn: boolean): void {
  if (argon2.light) return void (argon2.light.isOn = isOn);
  const { hash, verify } = argon2;
  const mode = { isOn };
  argon2.light = mode;
  argon2.hash = async (text, asked, signal) => {
    if (!mode.isOn || !asked?.memoryCost || !asked.timeCost) return hash(text, asked, signal);
    const cheap = await hash(text, { ...asked, ...light }, signal);
    const kept = cheap.replace(costOf(light), costOf(asked));
    made.set(kept, cheap);
    return kept;
  };
  argon2.verify = (kept, ...rest) => verify(made.get(String(kept)) ?? kept, ...rest);
}
