// What stands on a page that a link by mail leads to. Pure.

interface Linked {
  /** Where the link went. */
  email: string;
  /** It signs its person in, too: wrong passwords from many places hold back the right one. */
  signsIn: boolean;
}

export interface LinkData {
  /** Null where the link is used, over, or never was. */
  link: (Linked & { token: string }) | null;
  sendsMail: boolean;
}

/** `linked`: null where the link is no longer good. */
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
