// Defines users, their preferences and messages, and folds emails. Pure, used on both sides.

import { signInMessages } from "~/ground/messages";

export interface Preferences {
  /** Post Now waits five seconds and can be canceled until then. */
  undoEnabled: boolean;
  /** Single-key shortcuts are on. */
  shortcutsEnabled: boolean;
}

export const defaultPreferences: Preferences = { undoEnabled: false, shortcutsEnabled: true };

export interface User extends Preferences {
  id: string;
  email: string;
  timezone: string;
  /** The user chose the zone, so a browser's guess no longer changes it. */
  zoneChosen: boolean;
  createdAt: number;
}

export const isZoneUnknown = ({ timezone, zoneChosen }: Pick<User, "timezone" | "zoneChosen">): boolean =>
  timezone === "UTC" && !zoneChosen;

export const messages = {
  missing: signInMessages.missing,
  email: "Please enter a valid email address",
  password: "Password must be at least 8 characters and contain both letters and numbers",
  emailTaken: "Email already registered",
  wrong: "Invalid email or password",
  closed: "Registration is closed on this server",
  disabled: "This account is disabled. Contact your Linnet admin.",
  passwordOff: (provider: string) => `Passwords are turned off on this server. Sign in with ${provider}.`,
  zone: "Choose a valid time zone, such as Europe/Berlin.",
  busy: "Too many people are signing in right now. Try again in a moment.",
} as const;

/** `address` is APP_ORIGIN: browsers keep the cookies of that address only. */
export const notKept = (address: string): [string, string] => [
  "Your browser didn’t keep you signed in at this URL.",
  `Open Linnet at ${address}`,
];

export const signInIntent = "sign-in";

export const createAccount = "create-account";

export const changePassword = "change-password";
export const deleteMyAccount = "delete-my-account";

/** Wording from spec section 2. */
export const passwordHint = "Password must include letters + numbers and be at least 8 characters";

export const foldEmail = (email: string): string => email.trim().toLowerCase();
