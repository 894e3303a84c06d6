// Checks passwords against the most common ones, and rejects them if PASSWORDS=strict.
import type { App } from "~/app.server";
import { AppError } from "~/ground/errors";
import { commonPassword, isPasswordStrong } from "./password";

/** Counts passwords that pass the strength rule. The list has about five thousand of them, by frequency. */
const maxCommon = 10_000;

let kept: Promise<ReadonlySet<string>> | undefined;

/** Loaded on first use, because loading takes 0.1 s and many servers never need it. */
async function readCommon(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import("@zxcvbn-ts/language-common");
  return new Set(dictionary["passwords-common"].filter(isPasswordStrong).slice(0, maxCommon));
}

/** Ignores case, because guessers try both. */
export async function isCommonPassword(password: string): Promise<boolean> {
  kept ??= readCommon();
  return (await kept).has(password.normalize("NFC").toLowerCase());
}

export async function requireUncommon({ config }: Pick<App, "config">, password: string, field: string): Promise<void> {
  if (config.passwords !== "strict" || !(await isCommonPassword(password))) return;
  throw new AppError("invalid", commonPassword, {
    faults: [{ loc: ["body", field], msg: commonPassword, type: "invalid" }],
  });
}
