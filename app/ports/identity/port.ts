// Defines the identity provider port: where it asks who a user is, and what it returns. Pure.
import type { LoggedAs } from "~/ground/errors";

export interface Claims {
  issuer: string;
  /** Permanent id at this issuer; the email address may change. */
  subject: string;
  email: string | null;
  /** The provider verified the address, or the operator vouches for it. */
  isVerified: boolean;
  /** Why userinfo couldn't be read; null if it was read or not needed. */
  unread: ProviderFault | null;
  /** When the user last authenticated at the provider, ms; null if unknown. */
  shownAt: number | null;
}

/** refused: by user or provider. unreachable: no answer in time. answer: not trustworthy. */
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
  label: string;
  /**
   * `secret`: 256 random bits, known only to this browser and `finish`. `fresh` forces a login. Throws ProviderFault.
   */
  begin(secret: string, fresh: boolean): Promise<string>;
  /** Reads the URL the browser returned to. Throws ProviderFault. */
  finish(callback: URL, secret: string, fresh: boolean): Promise<Claims>;
}

export const providerPath = "/sign-in/provider";
