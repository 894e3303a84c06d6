// What stands on a page that a link by mail leads to. Pure.

export interface LinkData {
  /** Null where the link is used, over, or never was. */
  link: { email: string; token: string } | null;
  sendsMail: boolean;
}

/** `email`: where the link went; null where it is no longer good. */
export const toView = ({
  email,
  token,
  sendsMail,
}: {
  email: string | null;
  token: string;
  sendsMail: boolean;
}): LinkData => ({
  link: email === null ? null : { email, token },
  sendsMail,
});
