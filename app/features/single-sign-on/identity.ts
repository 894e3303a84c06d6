// Words what can go wrong with single sign-on. Pure.

export const messages = {
  off: "This server only supports sign-in with email and password.",
  over: "This sign-in has expired. Start again.",
  refused: (provider: string) => `${provider} didn’t sign you in. Nothing changed here. Try again.`,
  unreachable: (provider: string) => `Couldn’t reach ${provider}. Try again in a moment.`,
  answer: (provider: string) => `${provider} sent a response that Linnet can’t use. Tell your Linnet admin.`,
  noEmail: (provider: string) => `${provider} hasn’t confirmed your email address. Confirm it there, then try again.`,
  badEmail: (provider: string) =>
    `${provider} provided an email address that can’t be used here. Correct it there, then try again.`,
  known: (provider: string) =>
    `An account with this email already exists. Sign in to it, then add ${provider} in Settings → Security.`,
  knownOnly: (provider: string) =>
    `An account with this email already exists, and ${provider} isn’t connected to it. Ask your Linnet admin.`,
  others: (provider: string) => `This ${provider} account is connected to another account here.`,
  another: (provider: string) => `You signed in to ${provider} as someone other than the owner of this account.`,
  stale: (provider: string) => `${provider} didn’t ask you to sign in again. Sign out there, then try again.`,
  last: "This is your only way to sign in. Set a password first. Use “Forgot password?” on the Sign In page, or ask your Linnet admin for a reset link.",
  gone: "This sign-in method has already been removed.",
} as const;
