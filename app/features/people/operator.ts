// Whose the server is. Pure.

/** What is known of a person that decides it. */
export interface Grounds {
  email: string;
  /** Theirs was the first account of all, or whoever runs the server said so by a command. */
  operatorAt: number | null;
  /** A link that went to the address was used. */
  confirmedAt: number | null;
  /** They came by the operator's invitation, or by a command. */
  vouchedAt: number | null;
  disabledAt: number | null;
}

/**
 * The addresses of ADMIN_EMAILS, else the first account. An address alone shows nothing: whoever registers it first would
 * have the server. When the first account goes, nobody comes in its place.
 */
export function isOperating(grounds: Grounds, adminEmails: readonly string[]): boolean {
  const { email, operatorAt, confirmedAt, vouchedAt, disabledAt } = grounds;
  if (disabledAt !== null) return false;
  if (adminEmails.length === 0) return operatorAt !== null;
  return adminEmails.includes(email) && (confirmedAt !== null || vouchedAt !== null);
}
