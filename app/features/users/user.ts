// What is known of a person, and the rules for e-mail and password: pure, used on both sides.

import { signInMessages } from "~/ground/messages";

/** What a person prefers on the screens, wherever they sign in. */
export interface Preferences {
  /** Post Now waits five seconds, in which it can be taken back. */
  waitsToPost: boolean;
  /** The pages listen to keys of one character. */
  hasKeys: boolean;
}

/** Until somebody chooses otherwise. */
export const defaultPreferences: Preferences = { waitsToPost: false, hasKeys: true };

export interface User extends Preferences {
  id: string;
  email: string;
  timezone: string;
  /** A browser's guess changes it no more. */
  zoneChosen: boolean;
  createdAt: number;
}

/** Nobody has told where this person is: neither they nor their browser. */
export const isZoneUnknown = ({ timezone, zoneChosen }: Pick<User, "timezone" | "zoneChosen">): boolean =>
  timezone === "UTC" && !zoneChosen;

export const messages = {
  missing: signInMessages.missing,
  email: "Please enter a valid email address",
  password: "Password must be at least 8 characters and contain both letters and numbers",
  emailTaken: "Email already registered",
  wrong: "Invalid email or password",
  closed: "Registration is closed on this server",
  disabled: "This account was disabled. Ask whoever runs this Linnet.",
  passwordOff: (provider: string) => `Passwords are turned off on this server. Please sign in with ${provider}.`,
  zone: "Please choose a known time zone, such as Europe/Berlin",
  busy: "Too many people are signing in right now. Please try again in a moment.",
} as const;

/** `address`: the one whose cookies browsers keep, APP_ORIGIN. */
export const notKept = (address: string): [string, string] => [
  "Your browser kept no sign-in for this address.",
  `Open Linnet at ${address}`,
];

/** The intent of the two forms that sign in: with a password, and with a passkey. */
export const signInIntent = "sign-in";

/** The intent of the two forms for an account: in its modal, and where an invitation leads. */
export const createAccount = "create-account";

/** The intent of the two forms for another password: in its modal, and in Settings. */
export const changePassword = "change-password";

/** What stands under a field for a new password (spec section 2). */
export const passwordHint = "Password must include letters + numbers and be at least 8 characters";

/** How e-mail addresses are kept and compared. */
export const foldEmail = (email: string): string => email.trim().toLowerCase();
