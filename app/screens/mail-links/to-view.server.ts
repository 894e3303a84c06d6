// Builds the view of a page opened from an email link. Pure.

interface Linked {
  email: string;
  /** The link signs in too: many wrong passwords can delay the right one. */
  signsIn: boolean;
}

export interface LinkData {
  /** Null if the link was used, has expired or never existed. */
  link: (Linked & { token: string }) | null;
  sendsMail: boolean;
}

export const toView = ({
  linked,
  token,
  sendsMail,
}: {
  linked: Linked | null;
  token: string;
  sendsMail: boolean;
}): LinkData => ({
  link: linked && { ...linked, token },
  sendsMail,
});
