// Words what can go wrong with single sign-on. Pure.

export const messages = {
  off: "This server has no other way to sign in than e-mail and password",
  over: "This sign-in is over. Please start again.",
  refused: (provider: string) => `${provider} let nobody in. Nothing has changed here; please try again.`,
  unreachable: (provider: string) => `${provider} doesn't answer. Please try again in a moment.`,
  answer: (provider: string) =>
    `${provider} gave an answer that Linnet can't use. Please tell whoever runs this server.`,
  noEmail: (provider: string) =>
    `${provider} doesn't say that your e-mail address is yours. Please confirm it there, then try again.`,
  badEmail: (provider: string) =>
    `${provider} gives an e-mail address that can’t be used here. Please correct it there, then try again.`,
  known: (provider: string) =>
    `There is an account with this e-mail already. Sign in to it, then add ${provider} in Settings → Security.`,
  knownOnly: (provider: string) =>
    `There is an account with this e-mail already, and ${provider} isn't part of it. Please ask whoever runs this server.`,
  others: (provider: string) => `This sign-in at ${provider} belongs to another account here`,
  another: (provider: string) => `You signed in at ${provider} as somebody else than the owner of this account`,
  stale: (provider: string) => `${provider} didn't ask again who you are. Please sign out there, then try again.`,
  last: "This is your only way to sign in. Choose a password first, by “Forgot password?” at Sign In.",
  gone: "It was removed already",
} as const;
