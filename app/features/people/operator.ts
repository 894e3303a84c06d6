// Decides who operates the server. Pure.

export interface Grounds {
  email: string;
  /** Set for the first user, or by a command. */
  operatorAt: number | null;
  confirmedAt: number | null;
  /** Set by the operator's invitation or a command. */
  emailTrustedAt: number | null;
  disabledAt: number | null;
}

/** Addresses in ADMIN_EMAILS must be verified, because anyone can register them. */
export function isOperating(grounds: Grounds, adminEmails: readonly string[]): boolean {
  const { email, operatorAt, confirmedAt, emailTrustedAt, disabledAt } = grounds;
  if (disabledAt !== null) return false;
  if (adminEmails.length === 0) return operatorAt !== null;
  return adminEmails.includes(email) && (confirmedAt !== null || emailTrustedAt !== null);
}
