// The passwords that guessers try first: whether one is among them, and its refusal where the operator is strict.
import type { App } from "~/app.server";
import { AppError } from "~/ground/errors";
import { commonPassword, isPasswordStrong } from "./password";

/** Of those that the rule lets pass at all: the list has some five thousand of them, in the order of their use. */
const maxCommon = 10_000;

let kept: Promise<ReadonlySet<string>> | undefined;

/** Read at the first question: it takes a tenth of a second, and a server whose people stay signed in needs it never. */
async function readCommon(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import("@zxcvbn-ts/language-common");
  return new Set(dictionary["passwords-common"].filter(isPasswordStrong).slice(0, maxCommon));
}

/** Whether it is one of the most common there are. Upper and lower case are one: guessers try both. */
export async function isCommonPassword(password: string): Promise<boolean> {
  kept ??= readCommon();
  return (await kept).has(password.normalize("NFC").toLowerCase());
}

/** Throws invalid, beside its field, where PASSWORDS=strict and it is one of the most common. */
export async function requireUncommon({ config }: Pick<App, "config">, password: string, field: string): Promise<void> {
  if (config.passwords !== "strict" || !(await isCommonPassword(password))) return;
  throw new AppError("invalid", commonPassword, {
    faults: [{ loc: ["body", field], msg: commonPassword, type: "invalid" }],
  });
}
