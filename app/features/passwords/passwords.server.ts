// Passwords and who guesses at them: what everybody tries first.

export { isCommonPassword, requireUncommon } from "./common-passwords.server";
