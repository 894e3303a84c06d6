// What the rest of Linnet knows of an identity provider: where it asks who somebody is, and what it answers. Pure.
import type { LoggedAs } from "~/ground/errors";

/** Who somebody is, as the provider says it. */
export interface Claims {
  issuer: string;
  /** Names the person at this issuer, for ever; an e-mail address may change. */
  subject: string;
  email: string | null;
  /** The provider says that the address is theirs, or the operator vouches for what it leaves unsaid. */
  isVerified: boolean;
  /** Why it could not be asked for what the sign-in did not say of the address; null: it was, or need not be. */
  unread: ProviderFault | null;
  /** When they last showed the provider who they are; null where it doesn't say. Milliseconds since 1970. */
  shownAt: number | null;
}

/** refused: the person or the provider said no. unreachable: no answer in time. answer: one that can't be believed. */
export type ProviderReason = "refused" | "unreachable" | "answer";

export class ProviderFault extends Error {
  override readonly name = "ProviderFault";
  constructor(
    readonly reason: ProviderReason,
    options: { cause: unknown },
  ) {
    super(`The identity provider: ${reason}`, options);
  }

  get loggedAs(): LoggedAs {
    if (this.reason === "refused") return "info";
    return this.reason === "unreachable" ? "warn" : null;
  }
}

export interface IdentityProvider {
  /** What people call it: stands on the button. */
  label: string;
  /**
   * The address to send the browser to. `secret` has 256 random bits; only this browser and `finish` may know it. With
   * `fresh` the provider asks who it is even where it knows. Throws ProviderFault.
   */
  begin(secret: string, fresh: boolean): Promise<string>;
  /** Reads the address on which the browser came back. Throws ProviderFault. */
  finish(back: URL, secret: string, fresh: boolean): Promise<Claims>;
}

/** Where the provider sends the browser back to, and where it starts from. */
export const providerPath = "/sign-in/provider";
