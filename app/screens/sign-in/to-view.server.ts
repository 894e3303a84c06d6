// What stands on the pages of signing in. Pure.

/** Whose sign-in waits in this browser, and by what it is finished beside a recovery code. */
export interface WaitingView {
  email: string;
  hasApp: boolean;
  hasPasskey: boolean;
}

export interface SecondStepData {
  waiting: WaitingView | null;
  /** Where to sign in instead: this browser keeps no cookie for this address. */
  otherAddress: string | null;
}

/** The page learns no id. A passkey is of no use where this server's address can have none. */
export const toView = (
  waiting: WaitingView | null,
  siteHasPasskeys: boolean,
  otherAddress: string | null,
): SecondStepData => ({
  otherAddress,
  waiting: waiting && {
    email: waiting.email,
    hasApp: waiting.hasApp,
    hasPasskey: waiting.hasPasskey && siteHasPasskeys,
  },
});

export interface ProviderView {
  /** Null where this server has none. */
  label: string | null;
  error: string;
}

export const toProviderView = (label: string | null, error: string): ProviderView => ({ label, error });
