// Words what can go wrong with single sign-on. Pure.

export const messages = {
  off: "This server only supports sign-in with email and password.",
  over: "This sign-in has expired. Start again.",
  refused: (provider: string) => `${provider} didn’t sign you in. Nothing changed here. Try again.`,
  unreachable: (provider: string) => `Couldn’t reach ${provider}. Try again in a moment.`,
  answer: (provider: string) => `${provider} gave an answer that Linnet can’t use. Tell your Linnet admin.`,
  noEmail: (provider: string) => `${provider} hasn’t confirmed your email address. Confirm it there, then try again.`,
  badEmail: (provider: string) =>
    `${provider} gives an email address that can’t be used here. Correct it there, then try again.`,
  known: (provider: string) =>
    `An account with this email already exists. Sign in to it, then add ${provider} in Settings → Security.`,
  knownOnly: (provider: string) =>
    `An account with this email already exists, and ${provider} isn’t connected to it. Ask your Linnet admin.`,
  others: (provider: string) => `This ${provider} account is connected to another account here.`,
  another: (provider: string) => `You signed in at ${provider} as someone other than the owner of this account.`,
  stale: (provider: string) => `${provider} didn’t ask again who you are. Sign out there, then try again.`,
  last: "This is your only way to sign in. Set a password first: use “Forgot password?” at Sign In, or ask your Linnet admin for a reset link.",
  gone: "This way to sign in is already removed.",
} as const;
